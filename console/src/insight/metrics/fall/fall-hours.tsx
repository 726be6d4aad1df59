/** At which hours people fall: the hours of the night have a ground of their own. METRIC-03. */

import type { FallReport } from '@mimamori/contract/insight/metrics.ts'
import { fallHoursChart, hourText, THIN_ALERTS } from '@mimamori/contract/insight/metrics-sentences.ts'
import { barChart } from '@mimamori/contract/shared/chart.ts'
import { useTranslation } from 'react-i18next'
import { ChartBoard } from '../chart-board.tsx'
import { ChartView } from '../chart-view.tsx'
import { NumberTable } from '../number-table.tsx'
import { useTranslator } from '../use-translator.ts'

const HEIGHT = 150

export function FallHours({ report }: { report: FallReport }) {
  const { t } = useTranslation('metrics')
  const translator = useTranslator()
  const { byHour, day, night } = report
  const most = Math.max(...byHour)
  const busiest = byHour.indexOf(most)
  const total = byHour.reduce((sum, falls) => sum + falls, 0)
  const stands = total >= THIN_ALERTS && byHour.lastIndexOf(most) === busiest
  const hours = { from: hourText(busiest), to: hourText((busiest + 1) % 24) }
  const bars = (width: number) => fallHoursChart(report, translator, { width, height: HEIGHT })
  return (
    <ChartBoard
      title={stands ? t('most-at', { ...hours, most, total }) : t('by-hour')}
      help={t('day-and-night', { day, night })}
      chart={
        <ChartView
          label={bars(HEIGHT)
            .bars.map((bar) => bar.title)
            .join('; ')}
          draw={(width) => barChart(bars(width))}
        />
      }
      table={() => (
        <NumberTable
          name={translator.word('hour')}
          columns={[translator.word('falls')]}
          rows={byHour.map((count, hour) => ({
            ...{ key: String(hour), name: hourText(hour) },
            cells: [{ count }],
          }))}
        />
      )}
    />
  )
}
