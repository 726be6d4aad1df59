/** The timeline under a recording: from its start to its end, with gaps and events. REC-02. */
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { RecordingDetail } from '@mimamori/contract/footage/recording.ts'
import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { SeekRange } from '#ui/player/seek-range.tsx'
import { usePageKeys } from '../use-player-keys.ts'
import { GapMark } from './gap-mark.tsx'
import css from './recording-timeline.module.css'
import { TimeScale } from './time-scale.tsx'
import { placeOf, type View } from './timeline-view.ts'
import { TimelineZoom } from './timeline-zoom.tsx'
import { useTimelineView } from './use-timeline-view.ts'

type Props = {
  recording: RecordingDetail
  /** Current position, ms since the epoch. */
  atMs: number
  onSeek: (instantMs: number) => void
}

const STEP_MS = 1000
const LABELS = 6

export function RecordingTimeline({ recording, atMs, onSeek }: Props) {
  const { t } = useTranslation('recording')
  const time = useTime()
  const track = useRef<HTMLDivElement>(null)
  const [hoverMs, setHoverMs] = useState<number | null>(null)
  const whole = useMemo(
    () => ({ fromMs: Date.parse(recording.startedAt), untilMs: Date.parse(recording.endedAt) }),
    [recording.startedAt, recording.endedAt],
  )
  const zoom = useTimelineView(whole, track, atMs)
  const { view, pinch } = zoom
  usePageKeys((key) => ({ '+': zoom.closer, '-': zoom.wider, '0': zoom.all })[key])
  const move = (event: PointerEvent) => {
    pinch.onPointerMove(event)
    setHoverMs(zoom.instantAt(event.clientX))
  }
  return (
    <div className={css.timeline}>
      <Changes recording={recording} whole={whole} view={view} />
      <div ref={track} className={css.track} {...pinch} onPointerMove={move} onPointerLeave={() => setHoverMs(null)}>
        <SeekRange
          isLarge
          label={t('position')}
          valueText={time.exact(new Date(atMs))}
          min={view.fromMs}
          max={view.untilMs}
          step={zoom.isClose ? STEP_MS / 10 : STEP_MS}
          value={atMs}
          onSeek={onSeek}
        />
        {recording.gaps.map((gap) => (
          <GapMark key={`${gap.startedAt} ${gap.cause}`} className={css.gap} gap={gap} view={view} />
        ))}
        {recording.alerts.map((alert) => (
          <Mark key={alert.id} alert={alert} view={view} onSeek={onSeek} />
        ))}
        {hoverMs !== null && <Preview recording={recording} atMs={hoverMs} left={placeOf(view, hoverMs)} />}
      </div>
      <div className={css.foot}>
        <TimeScale view={view} most={LABELS} textOf={(tick) => time.clock(new Date(tick))} />
        <TimelineZoom {...zoom} />
      </div>
    </div>
  )
}

/** The amount of motion in the video. */
function Changes({ recording: { changes }, whole, view }: { recording: RecordingDetail; whole: View; view: View }) {
  const { t } = useTranslation('recording')
  const points = changes.map((level, i) => `${i},${1 - level} ${i + 1},${1 - level}`).join(' ')
  const scale = (whole.untilMs - whole.fromMs) / Math.max(1, view.untilMs - view.fromMs)
  const style = { width: `${scale * 100}%`, left: `${placeOf(view, whole.fromMs) * 100}%` }
  return (
    <div className={css.changes} title={t('changes')}>
      <svg viewBox={`0 0 ${changes.length} 1`} preserveAspectRatio="none" style={style} role="img">
        <title>{t('changes')}</title>
        <polygon points={`0,1 ${points} ${changes.length},1`} />
      </svg>
    </div>
  )
}

type MarkProps = { alert: RecordingDetail['alerts'][number]; view: View; onSeek: Props['onSeek'] }

function Mark({ alert, view, onSeek }: MarkProps) {
  const { t: word } = useTranslation('word')
  const time = useTime()
  const left = placeOf(view, Date.parse(alert.occurredAt))
  if (left < 0 || left > 1) return null
  const label = `${nameOfKind(alert, word)}, ${time.clock(alert.occurredAt)}`
  return (
    <button
      type="button"
      className={css.mark}
      data-severity={alert.severity}
      style={{ left: `${left * 100}%` }}
      aria-label={label}
      title={label}
      onClick={() => onSeek(Date.parse(alert.occurredAt))}
    />
  )
}

/** The snapshot of the minute under the pointer. */
function Preview({ recording, atMs, left }: { recording: RecordingDetail; atMs: number; left: number }) {
  const time = useTime()
  const snapshot = recording.snapshots.findLast(({ takenAt }) => Date.parse(takenAt) <= atMs) ?? recording.snapshots[0]
  return (
    <span className={css.preview} style={{ left: `${Math.min(0.94, Math.max(0.06, left)) * 100}%` }} aria-hidden>
      {snapshot && <img src={snapshot.url} alt="" />}
      {time.clock(new Date(atMs))}
    </span>
  )
}
