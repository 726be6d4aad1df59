/** Says that a camera's view is not to be trusted, and lets administrators accept a new one. REAL-04. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { VIEW_ERRORS } from '@mimamori/contract/camera/camera-lists.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { joinSentences } from '#lib/text/sentences.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { useStatusReason } from './camera-status.tsx'
import { useAcceptView } from './form/camera-changes.ts'

/** Nothing while the view is right. */
export function CameraViewNotice({ camera }: { camera: CameraDetail }) {
  const { t } = useTranslation('camera')
  const { role } = useUser()
  const reason = useStatusReason(camera)
  const accept = useAcceptView(camera.id)
  const [isAsking, setAsking] = useState(false)
  const code = VIEW_ERRORS.find((error) => error === camera.statusReason?.code)
  if (!code) return null
  const mayAccept = code === 'view-changed' && mayCall(role, 'camera.acceptView')
  const confirm = async () => {
    await accept()
    notifySuccess(t('view-accepted'))
    setAsking(false)
  }
  return (
    <>
      <Notice {...(mayAccept && { action: { label: t('view-accept'), onClick: () => setAsking(true) } })}>
        {joinSentences([reason, camera.masks.length > 0 ? t('view-blurred') : null])}
      </Notice>
      <ConfirmDialog
        open={isAsking}
        title={t('view-accept-title')}
        text={t('view-accept-text')}
        verb={t('view-accept')}
        isHarmless
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
