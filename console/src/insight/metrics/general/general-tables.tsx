/** What is read line by line: answers, kinds of alerts, false alarms by camera, months. METRIC-01, METRIC-03. */

import { BEHIND } from '@mimamori/contract/insight/metrics-behind.ts'
import {
  activityTitle,
  hasArrivals,
  lengthText,
  responseTitle,
  wolfTitle,
} from '@mimamori/contract/insight/metrics-sentences.ts'
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import { Card } from '#ui/layout/card.tsx'
import { behind, neverSeenRange } from '../behind.ts'
import css from '../metrics.module.css'
import { boundsOfMonth } from '../metrics-months.ts'
import { MonthLink } from '../month-link.tsx'
import { NONE, NumberTable } from '../number-table.tsx'
import { useTranslator } from '../use-translator.ts'
import type { GeneralProps } from './general-figures.tsx'

export function Responses({ report, scope }: GeneralProps) {
  const translator = useTranslator()
  const { word, severity } = translator
  const length = (seconds: number | null) => ({ text: seconds === null ? NONE : lengthText(word, seconds) })
  return (
    <Card title={responseTitle(report, translator)} help={word('response-help')}>
      <div className={css.wide}>
        <NumberTable
          name={word('severity')}
          columns={[word('median'), word('p90'), word('median-before'), word('not-answered-yet'), word('never-seen')]}
          rows={report.responses.map((one) => ({
            ...{ key: one.severity, name: severity(one.severity) },
            cells: [
              { ...length(one.medianSeconds), search: behind(scope, { severities: [one.severity] }) },
              { ...length(one.p90Seconds), search: behind(scope, { severities: [one.severity] }) },
              length(one.medianSecondsBefore),
              {
                count: one.notAnsweredYet,
                search: behind(scope, { ...BEHIND.neverSeen, severities: [one.severity] }, { from: report.recentFrom }),
              },
              {
                ...{ count: one.neverSeen, isBad: true },
                search: behind(
                  scope,
                  { ...BEHIND.neverSeen, severities: [one.severity] },
                  neverSeenRange(scope, report.recentFrom),
                ),
              },
            ],
          }))}
        />
      </div>
      {report.returned > 0 && <p className={css.soft}>{word('returned', { count: report.returned })}</p>}
      <Arrivals responses={report.responses} />
    </Card>
  )
}

/** How soon somebody was in the room, beside how soon somebody went. ALARM-06. */
function Arrivals({ responses }: Pick<GeneralProps['report'], 'responses'>) {
  const { word, severity, number } = useTranslator()
  const length = (seconds: number | null) => ({ text: seconds === null ? NONE : lengthText(word, seconds) })
  return (
    <section className={css.second} aria-label={word('arrival-plain')}>
      <h3>{word('arrival-plain')}</h3>
      <p className={css.soft}>{word(hasArrivals(responses) ? 'arrival-help' : 'arrivals-none')}</p>
      {hasArrivals(responses) && (
        <div className={css.wide}>
          <NumberTable
            name={word('severity')}
            columns={[word('arrivals'), word('median'), word('p90')]}
            rows={responses.map((one) => ({
              ...{ key: one.severity, name: severity(one.severity) },
              cells: [
                { text: one.arrived.count === 0 ? NONE : number(one.arrived.count) },
                length(one.arrived.medianSeconds),
                length(one.arrived.p90Seconds),
              ],
            }))}
          />
        </div>
      )}
    </section>
  )
}

export function ByActivity({ report, scope }: GeneralProps) {
  const translator = useTranslator()
  const { word, severity, activity } = translator
  return (
    <Card title={activityTitle(report, translator)}>
      <div className={css.wide}>
        <NumberTable
          name={word('activity')}
          columns={[word('total'), word('before'), ...SEVERITIES.map(severity)]}
          rows={report.byActivity.map((one) => ({
            ...{ key: one.activity, name: activity(one.activity) },
            cells: [
              { count: one.total, search: behind(scope, { activities: [one.activity] }) },
              { count: one.before, search: behind(scope, { activities: [one.activity] }, report.before) },
              ...SEVERITIES.map((of) => ({
                count: one[of],
                search: behind(scope, { activities: [one.activity], severities: [of] }),
              })),
            ],
          }))}
        />
      </div>
    </Card>
  )
}

export function FalseAlarms({ report, scope }: GeneralProps) {
  const translator = useTranslator()
  const { word, percent } = translator
  const { falseAlarmCameras: cameras } = report
  return (
    <Card title={wolfTitle(report, translator)} help={word('wolf-help')}>
      {cameras.length > 0 && (
        <div className={css.wide}>
          <NumberTable
            name={word('camera')}
            columns={[word('false-alarms'), word('judged'), word('false-share'), word('alerts')]}
            rows={cameras.map(({ cameraId, cameraName, location, alerts, judged, falseAlarms }) => {
              const own = { cameraIds: [cameraId] }
              return {
                key: cameraId,
                name: (
                  <>
                    {cameraName} {location !== cameraName && <small className={css.soft}>{location}</small>}
                  </>
                ),
                cells: [
                  { count: falseAlarms, search: behind(scope, BEHIND.falseAlarms, own) },
                  { count: judged, search: behind(scope, BEHIND.judged, own) },
                  { text: percent(falseAlarms / judged) },
                  { count: alerts, search: behind(scope, {}, own) },
                ],
              }
            })}
          />
        </div>
      )}
    </Card>
  )
}

export function Months({ report, scope, timeZone }: GeneralProps) {
  const { word } = useTranslator()
  return (
    <Card title={word('months-title')} help={word('months-help')}>
      <div className={css.wide}>
        <NumberTable
          name={word('month')}
          columns={[
            ...[word('alerts'), word('incidents'), word('falls'), word('false-alarms')],
            ...[word('median-claimed'), word('median-arrived')],
          ]}
          rows={report.months.toReversed().map((one) => {
            const bounds = boundsOfMonth(one.month, timeZone)
            return {
              key: one.month,
              name: <MonthLink month={one.month} />,
              cells: [
                { count: one.alerts, search: behind(scope, {}, bounds) },
                { count: one.incidents, search: behind(scope, BEHIND.incidents, bounds) },
                { count: one.falls, search: behind(scope, BEHIND.falls, bounds) },
                { count: one.falseAlarms, search: behind(scope, BEHIND.falseAlarms, bounds) },
                ...[one.medianSeconds, one.arrivedMedianSeconds].map((seconds) => ({
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
