/** Stacked bars, most urgent at the bottom, where the eye compares best; the totals below lead to their lists. */
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import { numberText } from '@mimamori/contract/shared/intl-format.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TimeRange } from '#lib/list/time-range.ts'
import { useTime } from '#lib/time/use-time.ts'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import css from './severity-board.module.css'
import type { SeverityAnswer } from './severity-table.tsx'

type Bar = SeverityAnswer['series'][number]

export function SeverityChart({ answer, range }: { answer: SeverityAnswer; range: TimeRange }) {
  const { t, i18n } = useTranslation('dashboard')
  const { t: word } = useTranslation('word')
  const time = useTime()
  const { series, step, total } = answer
  const highest = Math.max(1, ...series.map(sumOf))
  const label = ({ startsAt }: Bar) => (step === 'hour' ? time.dateTime(startsAt) : time.date(startsAt))
  const [first, last] = [series[0], series.at(-1)]
  return (
    <>
      <div className={css.chart} role="img" aria-label={series.map((bar) => `${label(bar)}: ${sumOf(bar)}`).join('; ')}>
        {series.map((bar) => (
          <span
            key={bar.startsAt}
            className={css.column}
            title={t('alerts-at', { when: label(bar), count: sumOf(bar) })}
          >
            {SEVERITIES.filter((severity) => bar[severity] > 0).map((severity) => (
              <span
                key={severity}
                className={css.part}
                data-severity={severity}
                style={{ height: `${(100 * bar[severity]) / highest}%` }}
              />
            ))}
          </span>
        ))}
      </div>
      {first && last && (
        <div className={css.axis}>
          <span>{label(first)}</span>
          <span>{label(last)}</span>
        </div>
      )}
      <ul className={css.legend}>
        {SEVERITIES.map((severity) => (
          <li key={severity}>
            <Link
              to="/app/alerts/list"
              search={{ ...range, severities: [severity], archived: 'any' }}
              className={css.number}
            >
              <SeverityShape severity={severity} />
              {word(`severity-${severity}`)} <b>{numberText(total[severity], i18n.language)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function sumOf(bar: Bar): number {
  return SEVERITIES.reduce((sum, severity) => sum + bar[severity], 0)
}
