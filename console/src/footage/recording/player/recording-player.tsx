/** A recording with calm controls: play, frame by frame, speed, and a time line by the clock with gaps and alerts. REC-02. */
import type { RecordingDetail } from '@mimamori/contract/footage/recording.ts'
import { Alert, IconButton } from '@mui/material'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { h264For } from '#lib/browser/plays-video.ts'
import { useTime } from '#lib/time/use-time.ts'
import { PlainSelect } from '#ui/list/filter/plain-select.tsx'
import { PeopleMark } from '#ui/player/people-mark.tsx'
import { useStillWatch } from '#ui/player/use-still-watch.ts'
import { VideoFailed, VideoVeil } from '#ui/player/video-veil.tsx'
import { instantAt, offsetAt } from '../recording-time.ts'
import { RecordingTimeline } from '../timeline/recording-timeline.tsx'
import { seekBy, step, toggle, useFrameLength, usePlayerKeys } from '../use-player-keys.ts'
import type { HlsState } from './hls-player.ts'
import css from './recording-player.module.css'
import { useHls } from './use-hls.ts'

const SPEEDS = ['0.5', '1', '2', '4', '8', '16'] as const
export type Speed = (typeof SPEEDS)[number]
/** Time before the end at which the next recording is fetched. */
const NEAR_END_S = 20

type Props = {
  recording: RecordingDetail
  /** Where to begin: an instant, ISO. */
  startAt: string | undefined
  /** How fast it plays; goes on with the next recording. */
  speed: Speed
  onSpeed: (speed: Speed) => void
  /** The last image will soon be shown. */
  onNearEnd: () => void
  /** The last image was shown. */
  onEnd: () => void
  /** What is shown was taken at this instant, ISO. */
  onShown: (at: string) => void
  /** Video that is on a hub does not come. */
  onProblem: () => void
}

export function RecordingPlayer({ recording, startAt, speed, onSpeed, onNearEnd, onEnd, ...tell }: Props) {
  const { t } = useTranslation('recording')
  const video = useRef<HTMLVideoElement>(null)
  const [offsetMs, setOffsetMs] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const { runs } = recording
  const startMs = startAt ? offsetAt(runs, Date.parse(startAt)) : 0
  const hubName = recording.hub?.name ?? ''
  const isAway = !recording.isHubReachable
  const isEmpty = runs.length === 0
  const [wantsH264, setWantsH264] = useState(() => h264For(recording) !== 'none')
  const isMade = wantsH264 && recording.h264 === 'ready'
  const isUnplayable = wantsH264 && recording.h264 === 'away'
  const playlist = isEmpty || isUnplayable ? null : recording.playlistUrl + (isMade ? '&as=h264' : '')
  const { state, again } = useHls(video, playlist, startMs / 1000, tell.onProblem)
  const retry = () => {
    tell.onProblem()
    // A browser may promise a format for which its machine has no decoder.
    if (recording.h264 !== 'none') setWantsH264(true)
    again()
    // The button that was pressed goes.
    video.current?.focus()
  }
  const atMs = isEmpty ? Date.parse(recording.startedAt) : instantAt(runs, offsetMs)
  usePlayerKeys(video)
  useFrameLength(video)
  useStillWatch(video, false)
  useEffect(() => {
    if (video.current) video.current.playbackRate = Number(speed)
  }, [speed])
  const shown = ({ currentTarget: { currentTime, duration, readyState } }: { currentTarget: HTMLVideoElement }) => {
    // A player that makes way for another one says that it is at the beginning.
    if (readyState === HTMLMediaElement.HAVE_NOTHING) return
    setOffsetMs(currentTime * 1000)
    tell.onShown(new Date(instantAt(runs, currentTime * 1000)).toISOString())
    if (duration - currentTime < NEAR_END_S) onNearEnd()
  }
  const seekTo = (instantMs: number) => {
    if (video.current) video.current.currentTime = offsetAt(runs, instantMs) / 1000
  }
  return (
    <section className={css.player} aria-label={recording.cameraName}>
      <div className={css.stage}>
        <video
          ref={video}
          className={css.video}
          poster={recording.snapshotUrl ?? undefined}
          aria-label={t('image-of', { camera: recording.cameraName })}
          tabIndex={-1}
          playsInline
          muted
          autoPlay
          onClick={() => toggle(video.current)}
          onTimeUpdate={shown}
          onLoadedData={(event) => (event.currentTarget.playbackRate = Number(speed))}
          onSeeking={(event) => setOffsetMs(event.currentTarget.currentTime * 1000)}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={onEnd}
        />
        <PeopleMark people={recording.people} isCorner />
        {isAway && isEmpty ? (
          <HubAway hub={hubName} onRetry={tell.onProblem} />
        ) : (
          <Veil state={isUnplayable ? 'unplayable' : state} onRetry={retry} />
        )}
      </div>
      {isMade && <p className={css.note}>{t('h264-made')}</p>}
      {isAway && !isEmpty && (
        <Alert severity="warning" className={css.away}>
          {t('hub-away-partly', { hub: hubName })}
        </Alert>
      )}
      <RecordingTimeline recording={recording} atMs={atMs} onSeek={seekTo} />
      {!isEmpty && <Controls video={video} isPlaying={isPlaying} atMs={atMs} speed={speed} onSpeed={onSpeed} />}
    </section>
  )
}

function Veil({ state, onRetry }: { state: HlsState | 'unplayable'; onRetry: () => void }) {
  const { t } = useTranslation('recording')
  if (state === 'unplayable') {
    return (
      <VideoVeil role="alert" onRetry={onRetry}>
        {t('h264-away')}
      </VideoVeil>
    )
  }
  if (state === 'failed') return <VideoFailed onRetry={onRetry} />
  return state === 'slow' && <VideoVeil role="status">{t('slow')}</VideoVeil>
}

function HubAway({ hub, onRetry }: { hub: string; onRetry: () => void }) {
  const { t } = useTranslation('recording')
  return (
    <VideoVeil role="alert" onRetry={onRetry}>
      {t('hub-away', { hub })}
    </VideoVeil>
  )
}

type ControlsProps = Pick<Props, 'speed' | 'onSpeed'> & {
  video: RefObject<HTMLVideoElement | null>
  isPlaying: boolean
  atMs: number
}

function Controls({ video, isPlaying, atMs, speed, onSpeed }: ControlsProps) {
  const { t } = useTranslation('recording')
  const time = useTime()
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
        onChange={onSpeed}
      />
    </div>
  )
}
