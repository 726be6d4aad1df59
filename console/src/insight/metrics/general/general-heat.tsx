/** Times of events: hour by hour for each day. METRIC-03. */

import { heat, heatTitle, hourText } from '@mimamori/contract/insight/metrics-sentences.ts'
import { heatChart } from '@mimamori/contract/shared/chart.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { behind } from '../behind.ts'
import { ChartBoard } from '../chart-board.tsx'
import { ChartView } from '../chart-view.tsx'
import css from '../metrics.module.css'
import { boundsOfHour, boundsOfStep, within } from '../metrics-months.ts'
import { NumberTable } from '../number-table.tsx'
import { useTranslator } from '../use-translator.ts'
import type { GeneralProps } from './general-figures.tsx'

const ROW_HEIGHT = 13
const LABEL_WIDTH = 62
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export function HeatBoard({ report, scope, timeZone }: GeneralProps) {
  const translator = useTranslator()
  const { word, number, day } = translator
  const navigate = useNavigate()
  const { series, step, morning, night } = report
  // The same hour on all days of a month is not a time range: shows its month first.
  const ofStep = (of: string) => within(boundsOfStep(of, step, timeZone), scope)
  const ofCell = (of: string) => (step === 'day' ? within(boundsOfHour(of, timeZone), scope) : ofStep(of.slice(0, 10)))
  const searchOf = (of: string) => behind(scope, {}, ofCell(of))
  return (
    <ChartBoard
      title={heatTitle(report, translator)}
      help={
        step === 'day' ? (
          <>
            <Link to="/app/alerts/list" search={behind(scope, { window: 'morning' })} className={css.number}>
              {word('by-day')} {number(morning)}
            </Link>
            {' · '}
            <Link to="/app/alerts/list" search={behind(scope, { window: 'night' })} className={css.number}>
              {word('at-night')} {number(night)}
            </Link>
          </>
        ) : (
          `${word('heat-help', { morning: number(morning), night: number(night) })} · ${word('heat-by-month')}`
        )
      }
      chart={
        <ChartView
          label={HOURS.map(
            (hour) => `${hourText(hour)}: ${series.reduce((sum, one) => sum + one.hours[hour]!, 0)}`,
          ).join('; ')}
          draw={(width) =>
            heatChart(heat(report, translator, { width, rowHeight: ROW_HEIGHT, labelWidth: LABEL_WIDTH }))
          }
          onPress={(of) => navigate({ to: '/app/alerts/list', search: searchOf(of) })}
        />
      }
      table={() => (
        <NumberTable
          name={word(step)}
          columns={HOURS.map(hourText)}
          rows={series.map((one) => ({
            key: one.day,
            name: (
              <Link to="/app/alerts/list" search={behind(scope, {}, ofStep(one.day))} className={css.number}>
                {day(one.day, step)}
              </Link>
            ),
            cells: one.hours.map((count, hour) =>
              step === 'day' ? { count, search: searchOf(`${one.day}T${hourText(hour).slice(0, 2)}`) } : { count },
            ),
          }))}
        />
      )}
    />
  )
}
