/** The day of a recording at a glance: when its camera was recorded, each part a link. REC-02. */
import type { RecordingDetail } from '@mimamori/contract/recording.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { dayKey } from '#lib/time.ts'
import { useTime } from '#lib/use-time.ts'
import { Card } from '#ui/card.tsx'
import css from './recording-player.module.css'
import { useRecordingsBetween } from './recording-queries.ts'
import { shareOf } from './recording-time.ts'

const HOUR_MS = 3_600_000

export function RecordingDay({ recording }: { recording: RecordingDetail }) {
  const { t } = useTranslation('recording')
  const time = useTime()
  const [fromMs, untilMs] = dayAround(recording.startedAt, time.style.timeZone)
  const from = new Date(fromMs).toISOString()
  const { data } = useRecordingsBetween(recording.cameraId, from, new Date(untilMs).toISOString())
  const label = t('day-of', { camera: recording.cameraName, day: time.date(recording.startedAt) })
  return (
    <Card title={t('day')}>
      <nav className={css.day} aria-label={label}>
        {data?.records.map((one) => {
          const place = shareOf(one, fromMs, untilMs)
          if (!place) return null
          const when = `${time.clock(one.startedAt)} – ${time.clock(one.endedAt)}`
          return (
            <Link
              key={one.id}
              to="/app/recordings/detail/$recordingId"
              params={{ recordingId: one.id }}
              className={css.piece}
              aria-label={when}
              title={when}
              aria-current={one.id === recording.id || undefined}
              style={{ left: `${place.left * 100}%`, width: `${place.width * 100}%` }}
            />
          )
        })}
      </nav>
      <div className={css.hours} aria-hidden>
        {['0', '6', '12', '18', '24'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </Card>
  )
}

/** From midnight to midnight where the user is; days on which clocks change have 23 or 25 hours. */
function dayAround(at: string, timeZone: string): [fromMs: number, untilMs: number] {
  const key = dayKey(at, timeZone)
  const isInDay = (ms: number) => dayKey(new Date(ms), timeZone) === key
  const quarter = HOUR_MS / 4
  let fromMs = Math.floor(Date.parse(at) / quarter) * quarter
  while (isInDay(fromMs - quarter)) fromMs -= quarter
  let untilMs = fromMs + 23 * HOUR_MS
  while (isInDay(untilMs)) untilMs += quarter
  return [fromMs, untilMs]
}
