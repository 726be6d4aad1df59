/** The figures that a manager asks for first: how many, how fast somebody came, when. */
import type { FallReport } from '@mimamori/contract/insight/metrics.ts'
import { BEHIND } from '@mimamori/contract/insight/metrics-behind.ts'
import { bedDaysText, fallsChangeText } from '@mimamori/contract/insight/metrics-sentences.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { behind, neverSeenRange } from '../behind.ts'
import { Figure } from '../figure.tsx'
import css from '../metrics.module.css'
import type { MetricsScope } from '../metrics-queries.ts'
import { useLength } from '../use-length.ts'
import { useTranslator } from '../use-translator.ts'

export function FallFigures({ report, scope }: { report: FallReport; scope: MetricsScope }) {
  const { t } = useTranslation('metrics')
  const length = useLength()
  const translator = useTranslator()
  const { confirmed, undecided, lowered, falseAlarms, response, bedDays, day, night } = report
  const { p90Seconds, arrived } = response
  const claimed = p90Seconds === null ? t('nobody-came') : t('nine-of-ten', { length: length(p90Seconds) })
  const inRoom = arrived.medianSeconds !== null && t('arrival', { length: length(arrived.medianSeconds) })
  const [rate, restsOn] = bedDaysText(translator, bedDays)
  return (
    <dl className={css.figures} data-count={6}>
      <Figure
        name={t('confirmed')}
        value={confirmed}
        note={fallsChangeText(report, translator)}
        search={behind(scope, BEHIND.confirmedFalls)}
      />
      <Figure
        name={t('undecided')}
        value={undecided}
        search={behind(scope, BEHIND.undecidedFalls)}
        note={
          <>
            {lowered > 0 && `${t('lowered', { count: lowered })} `}
            <Link to="/app/alerts/list" search={behind(scope, BEHIND.falseFalls)}>
              {t('false-alarms', { count: falseAlarms })}
            </Link>
          </>
        }
      />
      <Figure
        name={translator.word('per-1000')}
        value={rate}
        note={restsOn}
        // Falls of rooms whose beds are not measured are in no list of their own.
        search={bedDays.falls === confirmed ? behind(scope, BEHIND.confirmedFalls) : undefined}
      />
      <Figure
        name={t('response')}
        search={behind(scope, BEHIND.falls)}
        value={response.medianSeconds === null ? '–' : length(response.medianSeconds)}
        note={[claimed, inRoom].filter(Boolean).join(' · ')}
      />
      <Figure
        name={t('never-seen')}
        value={response.neverSeen}
        search={behind(scope, { ...BEHIND.falls, ...BEHIND.neverSeen }, neverSeenRange(scope, response.recentFrom))}
        isBad={response.neverSeen > 0}
        note={
          response.notAnsweredYet > 0
            ? translator.word('not-answered-yet-count', { count: response.notAnsweredYet })
            : t('of-falls', { count: confirmed + undecided })
        }
      />
      <Figure
        name={t('at-night')}
        value={night}
        search={report.step === 'day' ? behind(scope, { ...BEHIND.falls, window: 'night' }) : undefined}
        note={t('by-day', { count: day })}
      />
    </dl>
  )
}
