/** Falls month by month, each number with its alerts. METRIC-03. */
import type { FallReport } from '@mimamori/contract/insight/metrics.ts'
import { BEHIND } from '@mimamori/contract/insight/metrics-behind.ts'
import { lengthText } from '@mimamori/contract/insight/metrics-sentences.ts'
import { Card } from '#ui/layout/card.tsx'
import { behind } from '../behind.ts'
import css from '../metrics.module.css'
import { boundsOfMonth } from '../metrics-months.ts'
import type { MetricsScope } from '../metrics-queries.ts'
import { MonthLink } from '../month-link.tsx'
import { NONE, NumberTable } from '../number-table.tsx'
import { useTranslator } from '../use-translator.ts'

type Props = { months: FallReport['months']; scope: MetricsScope; timeZone: string }

export function FallMonths({ months, scope, timeZone }: Props) {
  const { word } = useTranslator()
  return (
    <Card title={word('months-title')} help={word('fall-months-help')}>
      <div className={css.wide}>
        <NumberTable
          name={word('month')}
          columns={[
            ...[word('confirmed'), word('undecided'), word('false-alarms')],
            ...[word('median-claimed'), word('median-arrived')],
          ]}
          rows={months.toReversed().map(({ month, confirmed, undecided, falseAlarms, ...times }) => {
            const bounds = boundsOfMonth(month, timeZone)
            return {
              ...{ key: month, name: <MonthLink month={month} /> },
              cells: [
                { count: confirmed, search: behind(scope, BEHIND.confirmedFalls, bounds) },
                { count: undecided, search: behind(scope, BEHIND.undecidedFalls, bounds) },
                { count: falseAlarms, search: behind(scope, BEHIND.falseFalls, bounds) },
                ...[times.medianSeconds, times.arrivedMedianSeconds].map((seconds) => ({
                  text: seconds === null ? NONE : lengthText(word, seconds),
                })),
              ],
            }
          })}
        />
      </div>
    </Card>
  )
}
