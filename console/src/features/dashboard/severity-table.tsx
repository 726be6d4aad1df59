/** The same numbers as the chart, for those who read rather than look. */
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/use-time.ts'
import { SEVERITY_ORDER, type SeverityAnswer } from './severity-answer.ts'
import css from './severity-board.module.css'

export function SeverityTable({ answer: { series, step } }: { answer: SeverityAnswer }) {
  const { t } = useTranslation('dashboard')
  const { t: word } = useTranslation('word')
  const time = useTime()
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('when')}</th>
            {SEVERITY_ORDER.map((severity) => (
              <th key={severity} scope="col">
                {word(`severity-${severity}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.toReversed().map((bar) => (
            <tr key={bar.startsAt}>
              <th scope="row">{step === 'hour' ? time.dateTime(bar.startsAt) : time.date(bar.startsAt)}</th>
              {SEVERITY_ORDER.map((severity) => (
                <td key={severity}>{bar[severity]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
