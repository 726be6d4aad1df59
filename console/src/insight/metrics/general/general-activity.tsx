/** How much happened each day or month, by severity. METRIC-03. */

import { activityChart, activityChartTitle, previousText } from '@mimamori/contract/insight/metrics-sentences.ts'
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import { barChart } from '@mimamori/contract/shared/chart.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTime } from '#lib/time/use-time.ts'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import { behind } from '../behind.ts'
import { ChartBoard } from '../chart-board.tsx'
import { ChartView } from '../chart-view.tsx'
import css from '../metrics.module.css'
import { boundsOfStep, within } from '../metrics-months.ts'
import { NumberTable } from '../number-table.tsx'
import { useTranslator } from '../use-translator.ts'
import type { GeneralProps } from './general-figures.tsx'

const HEIGHT = 200

export function ActivityBoard({ report, scope, timeZone }: GeneralProps) {
  const translator = useTranslator()
  const { word, number, day, severity } = translator
  const navigate = useNavigate()
  const time = useTime()
  const { series, step, before, total } = report
  const ofStep = (of: string) => within(boundsOfStep(of, step, timeZone), scope)
  const range = word('compared-range', { from: time.date(before.from), to: time.date(endOf(before.to)) })
  return (
    <ChartBoard
      title={activityChartTitle(report, translator)}
      help={`${word('compared', { now: number(total), before: number(before.total), previous: previousText(word, before) })} · ${range}`}
      chart={
        <>
          <ChartView
            label={series.map((one) => `${day(one.day, step)}: ${countOf(one)}`).join('; ')}
            draw={(width) => barChart(activityChart(report, translator, { width, height: HEIGHT }))}
            onPress={(of) => navigate({ to: '/app/alerts/list', search: behind(scope, {}, ofStep(of)) })}
          />
          <ul className={css.severities}>
            {SEVERITIES.map((one) => (
              <li key={one}>
                <Link to="/app/alerts/list" search={behind(scope, { severities: [one] })} className={css.number}>
                  <SeverityShape severity={one} /> {severity(one)} <b>{number(report.bySeverity[one])}</b>
                </Link>
              </li>
            ))}
          </ul>
        </>
      }
      table={() => (
        <NumberTable
          name={word(step)}
          columns={[word('total'), ...SEVERITIES.map(severity)]}
          rows={series.map((one) => ({
            ...{ key: one.day, name: day(one.day, step) },
            cells: [
              { count: countOf(one), search: behind(scope, {}, ofStep(one.day)) },
              ...SEVERITIES.map((of) => ({
                count: one[of],
                search: behind(scope, { severities: [of] }, ofStep(one.day)),
              })),
            ],
          }))}
        />
      )}
    />
  )
}

/** A range ends before its end: the last moment in it names its last day. */
function endOf(to: string): Date {
  return new Date(Date.parse(to) - 1)
}

function countOf(one: GeneralProps['report']['series'][number]): number {
  return SEVERITIES.reduce((sum, of) => sum + one[of], 0)
}
