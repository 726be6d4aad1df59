/** What a manager asks first: how much, how bad, how fast, how often for nothing. Each leads to its alerts. METRIC-01. */
import { ANSWERED_SEVERITIES, BEHIND } from '@mimamori/contract/insight/metrics-behind.ts'
import type { GeneralReport } from '@mimamori/contract/insight/metrics-general.ts'
import { changeText, lengthText } from '@mimamori/contract/insight/metrics-sentences.ts'
import { behind, neverSeenRange } from '../behind.ts'
import { Figure } from '../figure.tsx'
import css from '../metrics.module.css'
import type { MetricsScope } from '../metrics-queries.ts'
import { useTranslator } from '../use-translator.ts'

/** What each board of the General Report gets. */
export type GeneralProps = { report: GeneralReport; scope: MetricsScope; timeZone: string }

export function GeneralFigures({ report, scope }: GeneralProps) {
  const { word, number, percent } = useTranslator()
  const { total, before, bySeverity, responses, judged, falseAlarms, night, morning } = report
  const urgent = responses.find(({ severity }) => severity === 'critical')
  const arrivedSeconds = urgent?.arrived.medianSeconds ?? null
  const inRoom = arrivedSeconds !== null && word('arrival-of', { length: lengthText(word, arrivedSeconds) })
  const neverSeen = responses.reduce((sum, one) => sum + one.neverSeen, 0)
  const notAnsweredYet = responses.reduce((sum, one) => sum + one.notAnsweredYet, 0)
  return (
    <dl className={css.figures}>
      <Figure
        name={word('total')}
        value={number(total)}
        search={behind(scope)}
        note={changeText(word, total, before)}
      />
      <Figure
        name={word('response-critical')}
        value={urgent?.medianSeconds == null ? '–' : lengthText(word, urgent.medianSeconds)}
        search={behind(scope, { severities: ['critical'] })}
        note={[`${word('alerts')}: ${number(bySeverity.critical)}`, inRoom].filter(Boolean).join(' · ')}
      />
      <Figure
        name={word('never-seen')}
        value={number(neverSeen)}
        isBad={neverSeen > 0}
        search={behind(
          scope,
          { ...BEHIND.neverSeen, severities: [...ANSWERED_SEVERITIES] },
          neverSeenRange(scope, report.recentFrom),
        )}
        note={notAnsweredYet > 0 ? word('not-answered-yet-count', { count: notAnsweredYet }) : word('never-seen-help')}
      />
      <Figure
        name={word('false-share')}
        value={judged === 0 ? '–' : percent(falseAlarms / judged)}
        search={behind(scope, BEHIND.falseAlarms)}
        note={judged === 0 ? word('nothing-judged') : word('of-judged', { count: judged })}
      />
      <Figure
        name={word('at-night')}
        value={number(night)}
        search={report.step === 'day' ? behind(scope, { window: 'night' }) : undefined}
        note={`${word('by-day')}: ${number(morning)}`}
      />
    </dl>
  )
}
