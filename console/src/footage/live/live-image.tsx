/** The image itself and its age: the same in the single view and on a wall. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import css from './live-image.module.css'
import { isLiveNow, useAge } from './live-words.ts'
import type { Live } from './use-live.ts'

type Props = {
  live: Live
  /** Says whose image it is. */
  label: string
  /** What is shown, greyed, until the first image comes. */
  posterUrl: string | null
  /** The first image of a source is on the screen. */
  onShown?: () => void
}

/** Fills its parent. */
export function LiveImage({ live, label, posterUrl, onShown }: Props) {
  const { state, video, canvas, playedAs } = live
  const isDrawn = playedAs !== 'stream'
  const isPlayingDrawn = isDrawn && state.phase === 'playing'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas has no event for its first image
  useEffect(() => {
    if (isPlayingDrawn) onShown?.()
  }, [isPlayingDrawn])
  const isOff = state.phase === 'ended' && (state.key === 'live-off' || state.key === 'live-disabled')
  return (
    <div className={css.image} data-phase={state.phase} data-off={isOff || undefined}>
      <video
        ref={video}
        className={css.moving}
        poster={posterUrl ?? undefined}
        aria-label={label}
        muted
        playsInline
        disablePictureInPicture
        onLoadedData={onShown}
      />
      <canvas ref={canvas} className={css.moving} hidden={!isDrawn} role="img" aria-label={label} />
    </div>
  )
}

type AgeProps = {
  live: Live
  /** When the poster was taken. */
  posterAt: string | null
}

/** `Live 02:13:04` with the time of the image; without the word, and with its age, as soon as it is not. */
export function LiveAge({ live: { state, capturedAtMs, seenAtMs }, posterAt }: AgeProps) {
  const { t } = useTranslation('live')
  const time = useTime()
  const isLive = isLiveNow(state)
  const posterAtMs = posterAt === null ? null : Date.parse(posterAt)
  const age = useAge(isLive ? null : (seenAtMs ?? posterAtMs))
  const atMs = capturedAtMs ?? posterAtMs
  if (atMs === null) return null
  const at = <time dateTime={new Date(atMs).toISOString()}>{time.clock(new Date(atMs))}</time>
  return isLive ? (
    <span className={css.stamp} data-live>
      <span className={css.dot} aria-hidden />
      {t('live')} {at}
    </span>
  ) : (
    <span className={css.stamp}>
      {at} · {age}
    </span>
  )
}
