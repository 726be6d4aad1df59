/** A short clip with controls: play, a bar with a mark at the event, speed. Space plays, arrows seek 5 s. */
import { IconButton } from '@mui/material'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { duration } from '#lib/time/time.ts'
import { PlainSelect } from '../list/filter/plain-select.tsx'
import css from './clip-player.module.css'
import { useOfferSeek } from './clip-seek.tsx'
import { useClipSource } from './clip-source.ts'
import { type Mark, MarkLayer } from './mark-layer.tsx'
import { type PeopleLook, PeopleMark } from './people-mark.tsx'
import { SeekRange } from './seek-range.tsx'
import { useStillWatch } from './use-still-watch.ts'
import { VideoFailed, VideoSlow } from './video-veil.tsx'

type ClipTexts = { label: string; play: string; pause: string; speed: string; mark: string }
type Props = {
  /** May be renewed: playback continues, and a new attempt uses the latest. */
  src: string
  /** Shown until the first frame is loaded. */
  poster: string | null
  /** Position of the event in the clip, ms. */
  markAtMs: number | null
  /** Detections at that position, drawn around it. */
  marks?: readonly Mark[]
  /** The detection region. */
  region?: Mark | null
  /** How people look in it. */
  people: PeopleLook
  texts: ClipTexts
  /** It cannot be played; another file may work. */
  onBroken?: () => void
  /** Right of the bar: download. */
  end?: ReactNode
}

/** Time around the event in which its boxes are shown; objects move on. */
const MARKED_MS = 750
const SEEK_S = 5
const SPEEDS = ['0.5', '1', '2', '4'] as const
type Speed = (typeof SPEEDS)[number]

export function ClipPlayer({ src, poster, markAtMs, marks = [], region, people, texts, onBroken, end }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [at, setAt] = useState({ currentS: 0, totalS: 0 })
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>('1')
  const [ratio, setRatio] = useState<number | null>(null)
  const { source, attempt, state, heard, loaded, again } = useClipSource(video, src)
  const isBroken = state === 'broken'
  useClipKeys(video)
  useStillWatch(video, true)
  useOfferSeek(video)
  const isMarked = markAtMs !== null && Math.abs(at.currentS * 1000 - markAtMs) <= MARKED_MS

  const follow = () => {
    const { currentTime = 0, duration: totalS = 0 } = video.current ?? {}
    setAt({ currentS: currentTime, totalS: Number.isFinite(totalS) ? totalS : 0 })
  }
  const changeSpeed = (next: Speed) => {
    setSpeed(next)
    if (video.current) video.current.playbackRate = Number(next)
  }

  return (
    <div className={css.player}>
      <div className={css.stage}>
        <video
          key={attempt}
          ref={video}
          className={css.video}
          src={source}
          poster={poster ?? undefined}
          aria-label={texts.label}
          tabIndex={-1}
          playsInline
          muted
          autoPlay
          preload="auto"
          onClick={() => toggle(video.current)}
          onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => setRatio(videoWidth / videoHeight)}
          onLoadedData={() => loaded(Number(speed))}
          onCanPlay={() => heard('ready')}
          onWaiting={() => heard('loading')}
          onTimeUpdate={follow}
          onDurationChange={follow}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onError={() => {
            heard('broken')
            onBroken?.()
          }}
        />
        {isMarked && !isBroken && <MarkLayer ratio={ratio} fit="contain" marks={marks} region={region} />}
        <PeopleMark people={people} isCorner />
        {isBroken && <VideoFailed onRetry={again} />}
        {state === 'slow' && <VideoSlow onRetry={again} />}
      </div>
      <div className={css.bar}>
        <IconButton
          className={css.play}
          disabled={isBroken}
          aria-label={isPlaying ? texts.pause : texts.play}
          onClick={() => toggle(video.current)}
        >
          {isPlaying ? <Pause size={20} fill="currentColor" /> : <Play size={20} fill="currentColor" />}
        </IconButton>
        <Track at={at} markAtMs={markAtMs} texts={texts} onSeek={(seconds) => seekTo(video.current, seconds)} />
        <span className={css.time}>
          {duration(at.currentS * 1000)} / {duration(at.totalS * 1000)}
        </span>
        <PlainSelect
          label={texts.speed}
          value={speed}
          options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
          onChange={changeSpeed}
        />
        {end}
      </div>
    </div>
  )
}

type TrackProps = {
  at: { currentS: number; totalS: number }
  markAtMs: number | null
  texts: ClipTexts
  onSeek: (seconds: number) => void
}

function Track({ at: { currentS, totalS }, markAtMs, texts, onSeek }: TrackProps) {
  return (
    <span className={css.track}>
      <SeekRange
        label={texts.label}
        valueText={`${duration(currentS * 1000)} / ${duration(totalS * 1000)}`}
        min={0}
        max={totalS || 1}
        step={0.1}
        value={currentS}
        onSeek={onSeek}
      />
      {markAtMs !== null && totalS > 0 && (
        <span className={css.mark} title={texts.mark} style={{ left: `${Math.min(100, markAtMs / 10 / totalS)}%` }} />
      )}
    </span>
  )
}

function toggle(video: HTMLVideoElement | null): void {
  if (!video) return
  if (video.paused) void video.play().catch(() => undefined)
  else video.pause()
}

function seekTo(video: HTMLVideoElement | null, seconds: number): void {
  if (video) video.currentTime = seconds
}

/** Keys for the whole page, except in fields and on buttons. */
function useClipKeys(video: React.RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const element = video.current
      const isTaken =
        event.target instanceof Element && event.target.closest('input, select, textarea, button, [role="menu"]')
      if (!element || isTaken || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === ' ') toggle(element)
      else if (event.key === 'ArrowLeft') element.currentTime -= SEEK_S
      else if (event.key === 'ArrowRight') element.currentTime += SEEK_S
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [video])
}
