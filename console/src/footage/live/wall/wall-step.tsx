/** One image of the wall, large: stepped into, with the way back and on to the camera and its alert. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { useLiveOff } from '#shared/use-live-off.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { LiveView } from '../live-view.tsx'
import type { Viewing } from '../live-viewing.ts'
import type { Calm } from './wall-calm.ts'
import { WallMark } from './wall-mark.tsx'
import type { WallSearch } from './wall-search.ts'
import css from './wall-step.module.css'

type Props = {
  camera: CameraRecord
  alert: Alert | undefined
  calm: Calm | undefined
  viewing: Viewing
  search: WallSearch
}

export function WallStep({ camera, alert, calm, viewing, search }: Props) {
  const { t } = useTranslation('wall')
  const { role } = useUser()
  const off = useLiveOff(camera.liveOff)
  return (
    <section className={css.step} aria-label={camera.name}>
      <div className={css.head}>
        <LinkButton
          to="/app/cameras/wall"
          search={{ ...search, camera: undefined }}
          startIcon={<ArrowLeft size={18} />}
          autoFocus
        >
          {t('to-wall')}
        </LinkButton>
        <h2 className={css.title}>{[camera.location, camera.name].filter(Boolean).join(' · ')}</h2>
        {alert && <WallMark alert={alert} calm={calm} />}
        {mayCall(role, 'event.open') && (
          <LinkButton to="/app/virtualCheckIn/room/$cameraId" params={{ cameraId: camera.id }}>
            {t('to-check-in')}
          </LinkButton>
        )}
        <LinkButton to="/app/cameras/live/$cameraId" params={{ cameraId: camera.id }}>
          {t('to-camera')}
        </LinkButton>
      </div>
      <div className={css.image}>
        {off === null ? (
          <LiveView
            key={camera.id}
            cameraId={camera.id}
            cameraName={camera.name}
            posterUrl={camera.latestFrame?.fileUrl ?? null}
            posterAt={camera.latestFrame?.takenAt}
            viewing={viewing}
          />
        ) : (
          <Notice>{off}</Notice>
        )}
      </div>
    </section>
  )
}
