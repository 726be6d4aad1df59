/** cameras/live/{cameraId}: one camera, its live view and its facts. The image itself comes as `live`. LIVE-01. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { ApiError } from '#lib/service/api.ts'
import { useUser } from '#lib/session/session.ts'
import { joinSentences } from '#lib/text/sentences.ts'
import { useLiveOff } from '#shared/use-live-off.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingMatches } from '#ui/feedback/illustrations.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DetailLayout } from '#ui/layout/detail-layout.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { LoadFailed } from '#ui/list/record-list.tsx'
import { FramedImage } from '#ui/player/framed-image.tsx'
import { BackToCameras } from '../../shared/back-to.tsx'
import { CameraBedNotice } from './camera-bed-notice.tsx'
import { CameraFacts } from './camera-facts.tsx'
import { useCamera } from './camera-queries.ts'
import { CameraStatus, useStatusReason } from './camera-status.tsx'
import { CameraSync } from './camera-sync.tsx'
import { CameraViewNotice } from './camera-view-notice.tsx'

const route = getRouteApi('/app/cameras/live/$cameraId')

type Props = {
  /** Draws the live view; the app puts the live feature here. */
  Live: ComponentType<{ cameraId: string; cameraName: string; posterUrl: string | null; posterAt?: string | null }>
  /** Says whether the camera was tested by walking before it. */
  Tested: ComponentType<{ cameraId: string }>
}

export function CameraLivePage({ Live, Tested }: Props) {
  const { t } = useTranslation('camera')
  const { cameraId } = route.useParams()
  const { data, error, refetch } = useCamera(cameraId)
  if (data) return <Found key={cameraId} camera={data} Live={Live} Tested={Tested} />
  if (!error) return <Skeleton variant="rounded" sx={{ aspectRatio: '16 / 9', height: 'auto', maxWidth: 960 }} />
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status)
  return isMissing ? (
    <EmptyState
      role="alert"
      image={<NothingMatches />}
      title={t('not-found')}
      action={<LinkButton to="/app/cameras/list">{t('back')}</LinkButton>}
    />
  ) : (
    <LoadFailed error={error} onRetry={refetch} />
  )
}

function Found({ camera, Live, Tested }: Props & { camera: CameraDetail }) {
  const { t } = useTranslation('camera')
  const { role } = useUser()
  const off = useLiveOff(camera.liveOff)
  return (
    <>
      <PageHeader
        lead={<BackToCameras />}
        title={camera.name}
        badge={<CameraStatus status={camera.status} />}
        subtitle={[camera.location, camera.unitName].filter(Boolean).join(' · ')}
        actions={<Ways camera={camera} />}
      />
      <CameraViewNotice camera={camera} />
      <CameraBedNotice camera={camera} />
      {camera.apps.some(({ isMeasured }) => isMeasured) && <Notice>{t('measures-falls')}</Notice>}
      <DetailLayout
        main={
          camera.isLiveAvailable && mayCall(role, 'live.open') ? (
            <Live
              cameraId={camera.id}
              cameraName={camera.name}
              posterUrl={camera.latestFrame?.fileUrl ?? null}
              posterAt={camera.latestFrame?.takenAt}
            />
          ) : off !== null && mayCall(role, 'live.open') ? (
            <Notice>{off}</Notice>
          ) : (
            <LatestFrame camera={camera} />
          )
        }
        aside={
          <>
            <Card title={t('facts')}>
              <CameraFacts camera={camera} />
            </Card>
            {mayCall(role, 'camera.edit') && (
              <Card title={t('sync')}>
                <CameraSync camera={camera} />
              </Card>
            )}
            <Tested cameraId={camera.id} />
          </>
        }
      />
    </>
  )
}

/** Links from here; users without the right to change cameras have fewer. */
function Ways({ camera: { id, isLiveAvailable } }: { camera: CameraDetail }) {
  const { t } = useTranslation('camera')
  const { role } = useUser()
  const params = { cameraId: id }
  return (
    <>
      <LinkButton to="/app/alerts/list" search={params}>
        {t('its-alerts')}
      </LinkButton>
      <LinkButton to="/app/cameras/apps/$cameraId" params={params}>
        {t('to-apps')}
      </LinkButton>
      {mayCall(role, 'measurement.why') && (
        <LinkButton to="/app/why" search={params}>
          {t('to-why')}
        </LinkButton>
      )}
      {isLiveAvailable && mayCall(role, 'event.open') && (
        <LinkButton to="/app/virtualCheckIn/room/$cameraId" params={params}>
          {t('to-check-in')}
        </LinkButton>
      )}
      {mayCall(role, 'camera.edit') && (
        <>
          <LinkButton to="/app/cameras/edit/$cameraId/regions" params={params}>
            {t('to-regions')}
          </LinkButton>
          <LinkButton to="/app/cameras/edit/$cameraId" params={params} variant="contained" color="primary">
            {t('edit')}
          </LinkButton>
        </>
      )}
    </>
  )
}

/** Says first why nothing moves here. */
function LatestFrame({ camera }: { camera: CameraDetail }) {
  const { t } = useTranslation('camera')
  const { t: word } = useTranslation('word')
  return (
    <div>
      <Notice>
        <WhyNotLive camera={camera} />
      </Notice>
      <Card title={t('latest-frame')} flush>
        <FramedImage
          src={camera.latestFrame?.fileUrl ?? null}
          alt={t('frame-of', { name: camera.name })}
          missing={word('no-image')}
          corner={camera.latestFrame && <RelativeTime at={camera.latestFrame.takenAt} />}
          isOld={camera.status !== 'Online'}
          eager
        />
      </Card>
    </div>
  )
}

function WhyNotLive({ camera }: { camera: CameraDetail }) {
  const { t } = useTranslation('camera')
  const reason = useStatusReason(camera)
  const { role } = useUser()
  if (!mayCall(role, 'live.open')) return t('not-live-for-you')
  if (camera.status === 'Online') return t('not-live-here')
  return joinSentences([t(`not-live-${camera.status}`), reason])
}
