/** The day of a recording: when its camera was recorded, each part a link, and when not and why. REC-02. */

import type { RecordingDay as Day, RecordingDetail } from '@mimamori/contract/footage/recording.ts'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { Link } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dayKey } from '#lib/time/time.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import { useRecordingDay } from '../recording-queries.ts'
import { shareOf } from '../recording-time.ts'
import { GapMark } from '../timeline/gap-mark.tsx'
import css from '../timeline/recording-timeline.module.css'
import { TimeScale } from '../timeline/time-scale.tsx'
import { placeOf, type View } from '../timeline/timeline-view.ts'
import { TimelineZoom } from '../timeline/timeline-zoom.tsx'
import { useTimelineView } from '../timeline/use-timeline-view.ts'

const LABELS = 8

/** The day in the user's time zone, and its recordings. */
export function useDayOf({ cameraId, startedAt }: RecordingDetail) {
  const { timeZone } = useTime().style
  const whole = useMemo(() => dayAround(startedAt, timeZone), [startedAt, timeZone])
  const { data } = useRecordingDay(cameraId, whole)
  return { whole, day: data }
}

export function RecordingDay({ recording }: { recording: RecordingDetail }) {
  const { t } = useTranslation('recording')
  const time = useTime()
  const track = useRef<HTMLElement>(null)
  const { whole, day } = useDayOf(recording)
  const zoom = useTimelineView(whole, track, null)
  // Even hours of local time, counted from midnight.
  const hourOf = (tick: number) => time.clock(new Date(tick)).replace(/(\d\d:\d\d):\d\d/, '$1')
  const label = t('day-of', { camera: recording.cameraName, day: time.date(recording.startedAt) })
  return (
    <Card title={t('day')}>
      <nav ref={track} className={css.day} aria-label={label} {...zoom.pinch}>
        {day && <Parts day={day} currentId={recording.id} view={zoom.view} />}
      </nav>
      <div className={css.foot}>
        <TimeScale view={zoom.view} most={LABELS} offsetMs={-whole.fromMs} textOf={hourOf} />
        <TimelineZoom {...zoom} />
      </div>
    </Card>
  )
}

function Parts({ day, currentId, view }: { day: Day; currentId: string; view: View }) {
  const time = useTime()
  return (
    <>
      {day.recordings.map((one) => {
        const place = shareOf(one, view.fromMs, view.untilMs)
        if (!place) return null
        const when = `${time.clock(one.startedAt)} – ${time.clock(one.endedAt)}`
        return (
          <Link
            key={one.id}
            to="/app/recordings/detail/$recordingId"
            params={{ recordingId: one.id }}
            className={css.segment}
            aria-label={when}
            title={when}
            aria-current={one.id === currentId || undefined}
            style={{ left: `${place.left * 100}%`, width: `${place.width * 100}%` }}
          />
        )
      })}
      {day.gaps.map((gap) => (
        <GapMark key={`${gap.startedAt} ${gap.cause}`} className={css.missing} gap={gap} view={view} />
      ))}
      {day.alerts.map(({ id, severity, occurredAt }) => {
        const left = placeOf(view, Date.parse(occurredAt))
        if (left < 0 || left > 1) return null
        return <span key={id} className={css.moment} data-severity={severity} style={{ left: `${left * 100}%` }} />
      })}
    </>
  )
}

/** From midnight to midnight in the user's time zone; days with a clock change have 23 or 25 hours. */
function dayAround(at: string, timeZone: string): View {
  const key = dayKey(at, timeZone)
  const isInDay = (ms: number) => dayKey(new Date(ms), timeZone) === key
  const quarter = HOUR_MS / 4
  let fromMs = Math.floor(Date.parse(at) / quarter) * quarter
  while (isInDay(fromMs - quarter)) fromMs -= quarter
  let untilMs = fromMs + 23 * HOUR_MS
  while (isInDay(untilMs)) untilMs += quarter
  return { fromMs, untilMs }
}
