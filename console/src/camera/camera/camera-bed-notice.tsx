/** Says on a camera's pages that detections which are on wait for a bed, and leads to where it is drawn. CAM-08. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { Notice } from '#ui/feedback/notice.tsx'

/** Nothing while none waits. */
export function CameraBedNotice({ camera: { id, apps } }: { camera: Pick<CameraDetail, 'id' | 'apps'> }) {
  const { t } = useTranslation('camera')
  const { t: word } = useTranslation('word')
  const navigate = useNavigate()
  const mayDraw = mayCall(useUser().role, 'camera.edit')
  const waiting = apps.filter(({ awaitsBed }) => awaitsBed).map(({ appCode }) => word(`app-${appCode}`))
  if (waiting.length === 0) return null
  const draw = () =>
    navigate({ to: '/app/cameras/edit/$cameraId/regions', params: { cameraId: id }, search: { layer: 'beds' } })
  return (
    <Notice {...(mayDraw && { action: { label: t('draw-bed'), onClick: draw } })}>
      {t('awaits-bed', { apps: waiting.join(t('between-apps')) })}
    </Notice>
  )
}
