/** A recording with calm controls: play, frame by frame, speed, and a time line by the clock with gaps and alerts. REC-02. */
import type { RecordingDetail } from '@mimamori/contract/recording.ts'
import { IconButton } from '@mui/material'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/use-time.ts'
import { PlainSelect } from '#ui/plain-select.tsx'
import css from './recording-player.module.css'
import { instantAt, offsetAt } from './recording-time.ts'
import { RecordingTimeline } from './recording-timeline.tsx'
import { type HlsState, useHls } from './use-hls.ts'
import { seekBy, step, toggle, usePlayerKeys } from './use-player-keys.ts'

const SPEEDS = ['0.5', '1', '2', '4', '8', '16'] as const
type Speed = (typeof SPEEDS)[number]

type Props = {
  recording: RecordingDetail
  /** Where to begin: an instant, ISO. */
  startAt: string | undefined
  /** The last picture was shown. */
  onEnd: () => void
}

export function RecordingPlayer({ recording, startAt, onEnd }: Props) {
  const { t } = useTranslation('recording')
  const video = useRef<HTMLVideoElement>(null)
  const [offsetMs, setOffsetMs] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const { stretches } = recording
  const startMs = startAt ? offsetAt(stretches, Date.parse(startAt)) : 0
  const state = useHls(video, recording.id, recording.playlistUrl, startMs / 1000)
  usePlayerKeys(video)
  const seekTo = (instantMs: number) => {
    if (video.current) video.current.currentTime = offsetAt(stretches, instantMs) / 1000
  }
  return (
    <section className={css.player} aria-label={recording.cameraName}>
      <div className={css.stage}>
        <video
          ref={video}
          className={css.video}
          poster={recording.stillUrl ?? undefined}
          aria-label={t('picture-of', { camera: recording.cameraName })}
          playsInline
          muted
          autoPlay
          onClick={() => toggle(video.current)}
          onTimeUpdate={(event) => setOffsetMs(event.currentTarget.currentTime * 1000)}
          onSeeking={(event) => setOffsetMs(event.currentTarget.currentTime * 1000)}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={onEnd}
        />
        <Veil state={state} />
      </div>
      <RecordingTimeline recording={recording} atMs={instantAt(stretches, offsetMs)} onSeek={seekTo} />
      <Controls video={video} isPlaying={isPlaying} atMs={instantAt(stretches, offsetMs)} />
    </section>
  )
}

function Veil({ state }: { state: HlsState }) {
  const { t } = useTranslation('recording')
  if (state === 'slow')
    return (
      <p className={css.veil} role="status">
        {t('slow')}
      </p>
    )
  if (state === 'failed')
    return (
      <p className={css.veil} role="alert">
        {t('not-available')}
      </p>
    )
  return null
}

type ControlsProps = { video: RefObject<HTMLVideoElement | null>; isPlaying: boolean; atMs: number }

function Controls({ video, isPlaying, atMs }: ControlsProps) {
  const { t } = useTranslation('recording')
  const time = useTime()
  const [speed, setSpeed] = useState<Speed>('1')
  const changeSpeed = (next: Speed) => {
    setSpeed(next)
    if (video.current) video.current.playbackRate = Number(next)
  }
  return (
    <div className={css.bar}>
      <IconButton
        className={css.play}
        aria-label={isPlaying ? t('pause') : t('play')}
        onClick={() => toggle(video.current)}
      >
        {isPlaying ? <Pause size={20} fill="currentColor" /> : <Play size={20} fill="currentColor" />}
      </IconButton>
      <IconButton aria-label={t('frame-back')} title={t('frame-back')} onClick={() => step(video.current, -1)}>
        <ChevronLeft size={20} />
      </IconButton>
      <IconButton aria-label={t('frame-on')} title={t('frame-on')} onClick={() => step(video.current, 1)}>
        <ChevronRight size={20} />
      </IconButton>
      <time className={css.time} dateTime={new Date(atMs).toISOString()}>
        {time.exact(new Date(atMs))}
      </time>
      <button type="button" className={css.jump} onClick={() => seekBy(video.current, -5)}>
        −5 s
      </button>
      <button type="button" className={css.jump} onClick={() => seekBy(video.current, 5)}>
        +5 s
      </button>
      <PlainSelect
        label={t('speed')}
        value={speed}
        options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        onChange={changeSpeed}
      />
    </div>
  )
}
