/** Falls by day or month, as bars or as a table; each number leads to its alerts. */

import type { FallReport } from '@mimamori/contract/insight/metrics.ts'
import { BEHIND } from '@mimamori/contract/insight/metrics-behind.ts'
import { fallsChart, fallsHelp, fallsTitle } from '@mimamori/contract/insight/metrics-sentences.ts'
import { barChart } from '@mimamori/contract/shared/chart.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Legend } from '#ui/layout/legend.tsx'
import { behind } from '../behind.ts'
import { ChartBoard } from '../chart-board.tsx'
import { ChartView } from '../chart-view.tsx'
import { boundsOfStep, within } from '../metrics-months.ts'
import type { MetricsScope } from '../metrics-queries.ts'
import { NumberTable } from '../number-table.tsx'
import { useTranslator } from '../use-translator.ts'

type Props = { report: FallReport; scope: MetricsScope; timeZone: string }

const HEIGHT = 180

export function FallSeries({ report, scope, timeZone }: Props) {
  const { t } = useTranslation('metrics')
  const translator = useTranslator()
  const navigate = useNavigate()
  const { series, step } = report
  const bars = (width: number) => fallsChart(report, translator, { width, height: HEIGHT })
  const ofStep = (of: string) => within(boundsOfStep(of, step, timeZone), scope)
  return (
    <ChartBoard
      title={fallsTitle(report, translator)}
      help={fallsHelp(report, translator)}
      chart={
        <>
          <ChartView
            label={bars(HEIGHT)
              .bars.map((bar) => bar.title)
              .join('; ')}
            draw={(width) => barChart(bars(width))}
            onPress={(of) => navigate({ to: '/app/alerts/list', search: behind(scope, BEHIND.falls, ofStep(of)) })}
          />
          <Legend
            items={[
              { tone: 'critical', name: t('confirmed') },
              { tone: 'quiet', name: t('undecided') },
            ]}
          />
        </>
      }
      table={() => (
        <NumberTable
          name={t(step)}
          columns={[t('confirmed'), t('undecided')]}
          rows={series.map((one) => ({
            ...{ key: one.day, name: translator.day(one.day, step) },
            cells: [
              { count: one.confirmed, search: behind(scope, BEHIND.confirmedFalls, ofStep(one.day)) },
              { count: one.undecided, search: behind(scope, BEHIND.undecidedFalls, ofStep(one.day)) },
            ],
          }))}
        />
      )}
    />
  )
}
