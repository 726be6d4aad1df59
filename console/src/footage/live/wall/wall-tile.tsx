/** One camera on the wall: where it is, what it does, how old its image is, and what waits for somebody there. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import { Link } from '@tanstack/react-router'
import { HandHeart } from 'lucide-react'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTabVisible } from '#lib/browser/use-wake-lock.ts'
import { toMinute } from '#lib/time/minute-of-day.ts'
import { useTime } from '#lib/time/use-time.ts'
import { useRunningVisits } from '#shared/running-visits.ts'
import { useRunningWalks } from '#shared/running-walks.ts'
import { useLiveOff } from '#shared/use-live-off.ts'
import { PeopleMark } from '#ui/player/people-mark.tsx'
import { LiveAge, LiveImage } from '../live-image.tsx'
import type { Viewing } from '../live-viewing.ts'
import { useLiveWords } from '../live-words.ts'
import { useLive } from '../use-live.ts'
import { useInView } from './use-shown.ts'
import type { Calm } from './wall-calm.ts'
import { WallMark } from './wall-mark.tsx'
import css from './wall-tile.module.css'

type Props = {
  camera: CameraRecord
  alert: Alert | undefined
  calm: Calm | undefined
  viewing: Viewing
  /** One of several: the camera's small stream is enough. */
  isSmall: boolean
}

export const WallTile = memo(function WallTile({ camera, alert, calm, viewing, isSmall }: Props) {
  const { t } = useTranslation('live')
  const { t: word } = useTranslation('word')
  const { t: wall } = useTranslation('wall')
  const tile = useRef<HTMLElement>(null)
  const isOnline = camera.status === 'Online'
  const isSeen = [useInView(tile), useTabVisible()].every(Boolean)
  const live = useLive(camera.id, viewing, {
    isActive: isOnline && camera.isLiveAvailable && isSeen,
    small: isSmall,
  })
  const why = useLiveWords(live)
  const closed = isOnline ? wall('withheld') : word(`status-${camera.status}`)
  const off = useLiveOff(camera.liveOff)
  const words = off ?? (isOnline && camera.isLiveAvailable ? why : closed)
  const place = [camera.location, camera.name].filter((name, at, all) => name && all.indexOf(name) === at)

  return (
    <article
      ref={tile}
      className={css.tile}
      aria-label={place.join(' · ')}
      data-severity={alert?.severity}
      data-calm={calm}
    >
      <LiveImage
        live={live}
        label={t('label', { name: place[0]! })}
        posterUrl={off === null ? (camera.latestFrame?.fileUrl ?? null) : null}
      />
      <Link
        to="/app/cameras/wall"
        search={(now) => ({ ...now, camera: camera.id })}
        className={css.open}
        data-tile={camera.id}
        aria-label={wall('step-in', { name: place.join(' · ') })}
      />
      {words && (
        <p className={css.words} role="status">
          {words}
        </p>
      )}
      <div className={css.foot}>
        <span className={css.place}>
          <strong>{place[0]}</strong>
          {place[1] && <span className={css.name}>{place[1]}</span>}
        </span>
        <PeopleMark people={live.people} />
        {off === null && <LiveAge live={live} posterAt={camera.latestFrame?.takenAt ?? null} />}
      </div>
      {alert && <WallMark alert={alert} calm={calm} />}
      <VisitMark cameraId={camera.id} />
      <WalkMark cameraId={camera.id} />
    </article>
  )
})

/** Somebody is with the resident: alarms of chosen apps pause there. ALARM-08. */
function VisitMark({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation('wall')
  const time = useTime()
  const visit = useRunningVisits().get(cameraId)
  if (!visit) return null
  return (
    <p className={css.visit}>
      <HandHeart size={14} aria-hidden />
      {t('visit', { name: visit.userName, time: toMinute(time.clock(visit.endsAt)) })}
    </p>
  )
}

/** Somebody tests the camera by walking before it; alarms stay on. REAL-11. */
function WalkMark({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation('wall')
  const test = useRunningWalks().get(cameraId)
  return test ? <p className={css.visit}>{t('walk', { name: test.testerName })}</p> : null
}
