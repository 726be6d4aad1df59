/** The live picture of one camera: plays by itself, says how old it is, never shows a frozen picture as live. LIVE-01, LIVE-02. */
import { Button, IconButton } from '@mui/material'
import { Maximize } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { duration } from '#lib/time.ts'
import { useNow, useTime } from '#lib/use-time.ts'
import css from './live-view.module.css'
import { type Live, useLive } from './use-live.ts'

type Props = { cameraId: string; cameraName: string; posterUrl: string | null }

export function LiveView({ cameraId, cameraName, posterUrl }: Props) {
  const { t } = useTranslation('live')
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const live = useLive(cameraId, video)
  const { phase } = live.state
  const isOver = phase === 'ended'

  return (
    <div className={css.frame} ref={frame} data-phase={phase}>
      <video
        ref={video}
        className={css.video}
        poster={posterUrl ?? undefined}
        aria-label={t('label', { name: cameraName })}
        muted
        playsInline
      />
      <div className={css.facts}>
        <Age live={live} />
        <EndsIn live={live} />
      </div>
      <Message live={live} />
      {!isOver && (
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

/** `Live 02:13:04` with the time of the picture; without the word as soon as it is not. */
function Age({ live: { state, capturedAtMs } }: { live: Live }) {
  const { t } = useTranslation('live')
  const time = useTime()
  if (capturedAtMs === null) return null
  const isLive = state.phase === 'playing'
  return (
    <span className={css.age} data-live={isLive || undefined}>
      {isLive && <span className={css.dot} aria-hidden />}
      {isLive && t('live')} <time>{time.clock(new Date(capturedAtMs))}</time>
    </span>
  )
}

function EndsIn({ live: { endsAtMs, state } }: { live: Live }) {
  const { t } = useTranslation('live')
  const now = useNow()
  if (endsAtMs === null || state.phase === 'ended') return null
  return <span className={css.age}>{t('ends-in', { time: duration(endsAtMs - now.getTime()) })}</span>
}

function Message({ live }: { live: Live }) {
  const { t } = useTranslation('live')
  const time = useTime()
  const { state, capturedAtMs } = live
  if (state.phase === 'playing') return null
  return (
    <div className={css.message} role="status" data-over={state.phase === 'ended' || undefined}>
      {state.phase === 'ended' && (
        <>
          <span>{t(`ended-${state.key}`)}</span>
          {state.key === 'live-time-over' && (
            <Button variant="contained" onClick={live.goOn}>
              {t('go-on')}
            </Button>
          )}
        </>
      )}
      {state.phase === 'stalled' && (
        <span>
          {capturedAtMs === null ? t('stalled-blank') : t('stalled', { time: time.clock(new Date(capturedAtMs)) })}
        </span>
      )}
      {(state.phase === 'opening' || state.phase === 'waiting') && <span>{t(state.phase)}</span>}
    </div>
  )
}
