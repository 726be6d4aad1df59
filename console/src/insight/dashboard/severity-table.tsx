/** The same numbers as the chart, for those who read rather than look; each leads to its list. */

import type { alertDashboardEndpoints } from '@mimamori/contract/alerting/alert-dashboard.ts'
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import type { ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { PlainTable } from '#ui/list/table/plain-table.tsx'
import type { Scope } from './dashboard-queries.ts'
import { boundsOfBar } from './dashboard-range.ts'
import css from './severity-board.module.css'

/** What the service answers about severities. */
export type SeverityAnswer = ResultOf<(typeof alertDashboardEndpoints)['alert.countBySeverity']>

type Props = { answer: SeverityAnswer; scope: Scope }

export function SeverityTable({ answer: { series, step }, scope }: Props) {
  const { t } = useTranslation('dashboard')
  const { t: word } = useTranslation('word')
  const time = useTime()
  const now = useNow()
  const bars = series.map((bar, index) => ({ ...bar, bounds: boundsOfBar(series, index, scope, now) }))
  return (
    <PlainTable
      columns={[t('when'), ...SEVERITIES.map((severity) => word(`severity-${severity}`))]}
      isOfNumbers
      height="chart"
    >
      {bars.toReversed().map((bar) => (
        <tr key={bar.startsAt}>
          <th scope="row">{step === 'hour' ? time.dateTime(bar.startsAt) : time.date(bar.startsAt)}</th>
          {SEVERITIES.map((severity) => (
            <td key={severity}>
              {bar[severity] === 0 ? (
                0
              ) : (
                <Link
                  to="/app/alerts/list"
                  search={{ ...bar.bounds, severities: [severity], archived: 'any' }}
                  className={css.number}
                >
                  {bar[severity]}
                </Link>
              )}
            </td>
          ))}
        </tr>
      ))}
    </PlainTable>
  )
}
