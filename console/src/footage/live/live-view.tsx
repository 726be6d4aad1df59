/** The live video of one camera: plays automatically, shows its age, never shows a frozen frame as live. LIVE-01, LIVE-02. */

import { Button, IconButton } from '@mui/material'
import { Images, Maximize } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTabVisible } from '#lib/browser/use-wake-lock.ts'
import { serviceNow } from '#lib/time/service-clock.ts'
import { duration } from '#lib/time/time.ts'
import { PeopleMark } from '#ui/player/people-mark.tsx'
import { LiveAge, LiveImage } from './live-image.tsx'
import css from './live-view.module.css'
import { useViewing, type Viewing } from './live-viewing.ts'
import { useLiveWords } from './live-words.ts'
import { useCountdown } from './use-countdown.ts'
import { type Live, useLive } from './use-live.ts'

type LiveViewProps = {
  cameraId: string
  cameraName: string
  /** Shown grayed until the first frame arrives. */
  posterUrl: string | null
  /** Capture time of the poster, ISO. */
  posterAt?: string | null
  /** The viewing of its wall; default: a viewing of its own. */
  viewing?: Viewing
  /** The first frame of a viewing is on the screen: called once for each, also after "continue". */
  onFirstImage?: (at: Date) => void
  /** Receives the phase: only in `playing` the video is current. */
  onPhase?: (phase: Live['state']['phase']) => void
  /** Whether it is visible: called at first, and whenever the tab is hidden or shown. */
  onVisibleChange?: (isVisible: boolean) => void
}

export function LiveView(props: LiveViewProps) {
  const { cameraId, cameraName, posterUrl, posterAt = null, viewing, onFirstImage, onPhase, onVisibleChange } = props
  const { t } = useTranslation('live')
  const frame = useRef<HTMLDivElement>(null)
  const own = useViewing()
  const watched = viewing ?? own
  const isVisible = useTabVisible()
  const live = useLive(cameraId, watched, { isActive: isVisible })
  const tellShown = useReportOnce(watched.id, onFirstImage)
  useEffect(() => onVisibleChange?.(isVisible), [isVisible, onVisibleChange])
  const { phase } = live.state
  useEffect(() => onPhase?.(phase), [phase, onPhase])
  const isOver = phase === 'ended'

  return (
    <div className={css.frame} ref={frame} data-phase={live.state.phase}>
      <LiveImage live={live} label={t('label', { name: cameraName })} posterUrl={posterUrl} onShown={tellShown} />
      <div className={css.facts}>
        <LiveAge live={live} posterAt={posterAt} />
        <PeopleMark people={live.people} />
        {!isOver && <EndsIn viewing={watched} />}
      </div>
      {phase === 'playing' && live.playedAs !== 'stream' && (
        <p className={css.snapshots}>
          <Images size={16} aria-hidden /> {t(live.playedAs)}
        </p>
      )}
      <Message live={live} onGoOn={watched.goOn} />
      {!isOver && document.fullscreenEnabled && (
        <IconButton
          className={css.full}
          aria-label={t('full-screen')}
          title={t('full-screen')}
          onClick={() => void frame.current?.requestFullscreen()}
        >
          <Maximize size={20} />
        </IconButton>
      )}
    </div>
  )
}

/** Reports once for each viewing. */
function useReportOnce(viewingId: string, tell: ((at: Date) => void) | undefined): () => void {
  const reported = useRef<string | null>(null)
  return () => {
    if (reported.current === viewingId) return
    reported.current = viewingId
    tell?.(serviceNow())
  }
}

/** The remaining time, in the last minute. */
export function EndsIn({ viewing }: { viewing: Viewing }) {
  const { t } = useTranslation('live')
  const leftMs = useCountdown(viewing.endsAtMs)
  if (leftMs === null || leftMs === 0) return null
  return (
    <span className={css.left} role="timer">
      {t('ends-in', { time: duration(leftMs) })}
    </span>
  )
}

function Message({ live, onGoOn }: { live: Live; onGoOn: () => void }) {
  const { t } = useTranslation('live')
  const { state } = live
  const words = useLiveWords(live)
  if (words === null) return null
  const key = state.phase === 'ended' ? state.key : null
  return (
    <div className={css.message} role="status" data-over={key !== null || undefined}>
      <span>{words}</span>
      {key === 'live-time-over' && (
        <Button variant="contained" onClick={onGoOn}>
          {t('go-on')}
        </Button>
      )}
      {key === 'live-off' && (
        <Button variant="contained" onClick={onGoOn}>
          {t('again')}
        </Button>
      )}
    </div>
  )
}
