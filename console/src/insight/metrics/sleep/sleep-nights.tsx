/** The nights of a room: when in bed and asleep, and each value beside its 30-day average. METRIC-02. */

import type { RunningNight, SleepNightRecord, SleepRoom } from '@mimamori/contract/insight/metrics-sleep.ts'
import { nightsChart, sleepLengthText, timeOfDayText } from '@mimamori/contract/insight/sleep-sentences.ts'
import { spanChart } from '@mimamori/contract/shared/chart.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { behind } from '../behind.ts'
import { ChartView } from '../chart-view.tsx'
import css from '../metrics.module.css'
import { type MetricsScope, useSleepNights } from '../metrics-queries.ts'
import { useTranslator } from '../use-translator.ts'
import { SLEEP_COLUMNS, sleepCells } from './sleep-cells.ts'

const ROW_HEIGHT = 16
const LABEL_WIDTH = 62

type Props = { room: SleepRoom; scope: MetricsScope }

export function SleepNights({ room, scope }: Props) {
  const translator = useTranslator()
  const { word } = translator
  const query = useSleepNights(scope, room.cameraId)
  const navigate = useNavigate()
  const name = room.location || room.cameraName
  const alertsOf = ({ startsAt }: SleepNightRecord) => {
    const to = new Date(Date.parse(startsAt) + DAY_MS).toISOString()
    return behind(scope, {}, { from: startsAt, to, cameraIds: [room.cameraId] })
  }
  return (
    <Card title={word('sleep-nights-title', { room: name })} help={word('sleep-nights-help')}>
      <Loaded query={query}>
        {({ nights, running }) => (
          <>
            {running && <Running night={running} />}
            <ChartView
              label={word('sleep-nights-title', { room: name })}
              draw={(width) =>
                spanChart(nightsChart(nights, translator, { width, rowHeight: ROW_HEIGHT, labelWidth: LABEL_WIDTH }))
              }
              onPress={(of) => {
                const night = nights.find(({ day }) => day === of)
                if (night) navigate({ to: '/app/alerts/list', search: alertsOf(night) })
              }}
            />
            <Table nights={nights} alertsOf={alertsOf} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** Neither in the chart nor in the table: nothing there is provisional. */
function Running({ night }: { night: RunningNight }) {
  const { word } = useTranslator()
  return (
    <p role="note">
      {word('night-running', {
        bed: timeOfDayText(night.bedtimeOfDay),
        up: timeOfDayText(night.getUpOfDay),
        length: sleepLengthText(word, night.sleepMinutes),
      })}
    </p>
  )
}

type TableProps = {
  nights: readonly SleepNightRecord[]
  alertsOf: (night: SleepNightRecord) => ReturnType<typeof behind>
}

function Table({ nights, alertsOf }: TableProps) {
  const { word, day, percent } = useTranslator()
  return (
    <div className={css.wide}>
      <table className={css.numbers}>
        <thead>
          <tr>
            <th scope="col">{word('night')}</th>
            {SLEEP_COLUMNS.map((column) => (
              <th key={column} scope="col">
                {word(column)}
              </th>
            ))}
            <th scope="col">{word('coverage')}</th>
          </tr>
        </thead>
        <tbody>
          {nights.toReversed().map((night) => {
            const means = sleepCells(word, night.mean)
            return (
              <tr key={night.day}>
                <th scope="row">
                  <Link to="/app/alerts/list" search={alertsOf(night)} className={css.number}>
                    {day(night.day, 'day')}
                  </Link>
                  <small className={css.below}>{word('mean-30')}</small>
                </th>
                {sleepCells(word, night.values).map((text, at) => (
                  <td key={SLEEP_COLUMNS[at]}>
                    {text}
                    <small className={css.below}>{night.mean ? means[at] : word('too-few')}</small>
                  </td>
                ))}
                <td data-bad={!night.isValid || undefined}>{percent(night.coverageShare)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
