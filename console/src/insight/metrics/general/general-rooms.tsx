/** The three rooms in which most happened that somebody must come for. METRIC-03. */
import { BEHIND } from '@mimamori/contract/insight/metrics-behind.ts'
import { lengthText, roomsTitle } from '@mimamori/contract/insight/metrics-sentences.ts'
import { Link } from '@tanstack/react-router'
import { Card } from '#ui/layout/card.tsx'
import { behind } from '../behind.ts'
import css from '../metrics.module.css'
import { useTranslator } from '../use-translator.ts'
import type { GeneralProps } from './general-figures.tsx'

export function IncidentRooms({ report, scope }: GeneralProps) {
  const translator = useTranslator()
  const { word, number } = translator
  const most = report.incidentRooms[0]?.incidents ?? 1
  return (
    <Card title={roomsTitle(report, translator)} help={word('rooms-help')}>
      <ol className={css.rooms}>
        {report.incidentRooms.map(
          ({ cameraId, cameraName, location, unitName, incidents, critical, medianSeconds, arrivedMedianSeconds }) => (
            <li key={cameraId}>
              <Link
                to="/app/alerts/list"
                search={behind(scope, BEHIND.incidents, { cameraIds: [cameraId] })}
                className={css.room}
              >
                <span className={css.roomName}>
                  {location || cameraName} <small>{unitName}</small>
                </span>
                <b>{number(incidents)}</b>
                <span className={css.track} aria-hidden>
                  <span style={{ width: `${(100 * incidents) / most}%` }} />
                </span>
                <small className={css.roomNote}>
                  {[
                    critical > 0 && word('critical-of', { count: critical }),
                    medianSeconds !== null && word('response-of', { length: lengthText(word, medianSeconds) }),
                    arrivedMedianSeconds !== null &&
                      word('arrival-of', { length: lengthText(word, arrivedMedianSeconds) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </Link>
            </li>
          ),
        )}
      </ol>
    </Card>
  )
}
