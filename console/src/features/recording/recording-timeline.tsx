/** The time line under a recording: the clock from its start to its end, with what is missing and what happened. REC-02. */
import type { RecordingDetail, RecordingGap } from '@mimamori/contract/recording.ts'
import { type CSSProperties, type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/use-time.ts'
import css from './recording-player.module.css'
import { shareOf } from './recording-time.ts'

type Props = {
  recording: RecordingDetail
  /** What is shown, ms since the epoch. */
  atMs: number
  onSeek: (instantMs: number) => void
}

const STEP_MS = 1000

export function RecordingTimeline({ recording, atMs, onSeek }: Props) {
  const { t } = useTranslation('recording')
  const time = useTime()
  const [hoverMs, setHoverMs] = useState<number | null>(null)
  const [fromMs, untilMs] = [Date.parse(recording.startedAt), Date.parse(recording.endedAt)]
  const share = (ms: number) => Math.min(1, Math.max(0, (ms - fromMs) / Math.max(1, untilMs - fromMs)))
  const hover = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setHoverMs(fromMs + ((event.clientX - left) / width) * (untilMs - fromMs))
  }
  return (
    <div className={css.timeline} style={{ '--played': `${share(atMs) * 100}%` } as CSSProperties}>
      <div className={css.track} onPointerMove={hover} onPointerLeave={() => setHoverMs(null)}>
        <input
          type="range"
          className={css.range}
          aria-label={t('position')}
          aria-valuetext={time.exact(new Date(atMs))}
          min={fromMs}
          max={untilMs}
          step={STEP_MS}
          value={Math.min(untilMs, Math.max(fromMs, atMs))}
          onChange={(event) => onSeek(Number(event.currentTarget.value))}
        />
        {recording.gaps.map((gap) => (
          <Gap key={`${gap.startedAt} ${gap.cause}`} gap={gap} fromMs={fromMs} untilMs={untilMs} />
        ))}
        {recording.alerts.map((alert) => (
          <Mark key={alert.id} alert={alert} left={share(Date.parse(alert.occurredAt))} onSeek={onSeek} />
        ))}
        {hoverMs !== null && <Preview recording={recording} atMs={hoverMs} left={share(hoverMs)} />}
      </div>
      <div className={css.ends}>
        <span>{time.clock(recording.startedAt)}</span>
        <span>{time.clock(recording.endedAt)}</span>
      </div>
    </div>
  )
}

function Gap({ gap, fromMs, untilMs }: { gap: RecordingGap; fromMs: number; untilMs: number }) {
  const { t } = useTranslation('recording')
  const place = shareOf(gap, fromMs, untilMs)
  if (!place) return null
  const style = { left: `${place.left * 100}%`, width: `${place.width * 100}%` }
  return <span className={css.gap} title={t(`gap-${gap.cause}`)} style={style} />
}

type MarkProps = { alert: RecordingDetail['alerts'][number]; left: number; onSeek: Props['onSeek'] }

function Mark({ alert, left, onSeek }: MarkProps) {
  const { t: word } = useTranslation('word')
  const time = useTime()
  const label = `${word(`app-${alert.activity}`)}, ${time.clock(alert.occurredAt)}`
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

/** The still of the minute that is pointed at. */
function Preview({ recording, atMs, left }: { recording: RecordingDetail; atMs: number; left: number }) {
  const time = useTime()
  const still = recording.stills.findLast(({ takenAt }) => Date.parse(takenAt) <= atMs) ?? recording.stills[0]
  return (
    <span className={css.preview} style={{ left: `${Math.min(0.94, Math.max(0.06, left)) * 100}%` }} aria-hidden>
      {still && <img src={still.url} alt="" />}
      {time.clock(new Date(atMs))}
    </span>
  )
}
