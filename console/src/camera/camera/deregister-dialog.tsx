/** Asks before cameras are deregistered: for the name of one, for the count of several. CAM-05. */
import { useTranslation } from 'react-i18next'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { useDeregister } from './form/camera-changes.ts'

type Named = { id: string; name: string }
type Props = { open: boolean; cameras: readonly Named[]; onClose: () => void; onDone: () => void }

const NAMES_MAX = 5

export function DeregisterDialog({ open, cameras, onClose, onDone }: Props) {
  const { t } = useTranslation('camera')
  const deregister = useDeregister()
  const count = cameras.length
  const [first] = cameras
  const isOne = count === 1 && first !== undefined
  const more = count > NAMES_MAX ? [t('and-more', { count: count - NAMES_MAX })] : []
  const names = [...cameras.slice(0, NAMES_MAX).map(({ name }) => name), ...more].join(', ')
  const confirm = async () => {
    const { done, error } = await deregister(cameras.map(({ id }) => id))
    if (done === 0 && error) throw error
    if (error) notifyError(t('deregister-some', { done, count }))
    else notifySuccess(t('deregister-done', { count }))
    onClose()
    onDone()
  }
  return (
    <ConfirmDialog
      open={open}
      title={isOne ? t('deregister-title', { name: first.name }) : t('deregister-title-many', { count })}
      text={isOne ? t('deregister-text') : t('deregister-text-many', { names })}
      verb={t('deregister')}
      nameToType={isOne ? first.name : String(count)}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
