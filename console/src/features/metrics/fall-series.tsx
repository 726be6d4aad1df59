/** Falls by day or month, as bars or as a table; each number leads to its alerts. */
import type { FallReport } from '@mimamori/contract/metrics.ts'
import { BEHIND } from '@mimamori/contract/metrics-behind.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/card.tsx'
import { behind } from './behind.ts'
import css from './metrics.module.css'
import { boundsOfStep, within } from './metrics-months.ts'
import type { MetricsScope } from './metrics-queries.ts'

type Props = { report: FallReport; scope: MetricsScope; timeZone: string }
type Step = FallReport['series'][number]

/** A day with one fall is no tower. */
const LOW_TOP = 3

export function FallSeries({ report, scope, timeZone }: Props) {
  const { t } = useTranslation('metrics')
  const [isTable, setTable] = useState(false)
  const { confirmed, before } = report
  const title =
    confirmed === before.confirmed ? 'same-falls' : confirmed > before.confirmed ? 'more-falls' : 'fewer-falls'
  return (
    <Card
      title={t(title)}
      help={t('compared', { now: confirmed, before: before.confirmed })}
      action={
        <button type="button" className={css.switch} onClick={() => setTable(!isTable)}>
          {isTable ? t('as-chart') : t('as-table')}
        </button>
      }
    >
      {isTable ? <Table report={report} scope={scope} timeZone={timeZone} /> : <Chart report={report} />}
    </Card>
  )
}

function useStepName(step: FallReport['step']) {
  const { i18n } = useTranslation('metrics')
  const style = step === 'day' ? { month: 'short', day: 'numeric' } : { year: 'numeric', month: 'short' }
  const format = new Intl.DateTimeFormat(i18n.language, { ...style, timeZone: 'UTC' } as Intl.DateTimeFormatOptions)
  return ({ day }: Step) => format.format(new Date(`${day}T00:00Z`))
}

function Chart({ report: { series, step } }: { report: FallReport }) {
  const { t } = useTranslation('metrics')
  const nameOf = useStepName(step)
  const highest = Math.max(LOW_TOP, ...series.map(({ confirmed, undecided }) => confirmed + undecided))
  const words = (one: Step) => t('falls-at', { when: nameOf(one), confirmed: one.confirmed, undecided: one.undecided })
  return (
    <>
      <div className={css.chart} role="img" aria-label={series.map(words).join('; ')}>
        {series.map((one) => (
          <span key={one.day} className={css.column} title={words(one)}>
            <span className={css.confirmed} style={{ height: `${(100 * one.confirmed) / highest}%` }} />
            <span className={css.undecided} style={{ height: `${(100 * one.undecided) / highest}%` }} />
          </span>
        ))}
      </div>
      <div className={css.axis}>
        <span>{nameOf(series[0]!)}</span>
        <span>{nameOf(series.at(-1)!)}</span>
      </div>
      <ul className={css.legend}>
        <li data-of="confirmed">{t('confirmed')}</li>
        <li data-of="undecided">{t('undecided')}</li>
      </ul>
    </>
  )
}

function Table({ report: { series, step }, scope, timeZone }: Props) {
  const { t } = useTranslation('metrics')
  const nameOf = useStepName(step)
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t(step)}</th>
            <th scope="col">{t('confirmed')}</th>
            <th scope="col">{t('undecided')}</th>
          </tr>
        </thead>
        <tbody>
          {series.toReversed().map((one) => (
            <tr key={one.day}>
              <th scope="row">
                <Link
                  to="/app/alerts/list"
                  search={behind(scope, BEHIND.falls, within(boundsOfStep(one.day, step, timeZone), scope))}
                >
                  {nameOf(one)}
                </Link>
              </th>
              <td>{one.confirmed}</td>
              <td>{one.undecided}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
