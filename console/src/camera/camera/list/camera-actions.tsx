/** What can be done with the cameras that were chosen, at once and with Undo where it can be undone. CAM-05. */

import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import { STATUS_ACTIONS, type StatusAction } from '@mimamori/contract/camera/camera-lists.ts'
import { Button } from '@mui/material'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '#lib/browser/i18n.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { DeregisterDialog } from '../deregister-dialog.tsx'
import { useCameraStatus } from '../form/camera-changes.ts'

const ChangeDialog = lazyPart(async () => {
  const [dialog] = await Promise.all([import('./change-dialog.tsx'), loadTexts('camera-change')])
  return dialog
})

type Props = { cameras: CameraRecord[]; onDone: () => void }

const OPPOSITE = { enable: 'disable', disable: 'enable', activate: 'deactivate', deactivate: 'activate' } as const

export function CameraActions({ cameras, onDone }: Props) {
  const { t } = useTranslation('camera')
  const { t: ui } = useTranslation('ui')
  const { mutate, isPending, variables } = useCameraStatus()
  const [isAsking, setAsking] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const ids = cameras.map(({ id }) => id)
  const run = (action: StatusAction) => {
    const changed = cameras.filter((camera) => isChangedBy(camera, action)).map(({ id }) => id)
    const undo = () => mutate({ ids: changed, action: OPPOSITE[action] })
    mutate(
      { ids, action },
      {
        onSuccess: () => {
          const text = t(`${action}-done`, { count: ids.length })
          notifySuccess(text, changed.length > 0 ? { label: ui('undo'), onClick: undo } : undefined)
          onDone()
        },
        onError: (error) => notifyError(errorTextNow(error)),
      },
    )
  }
  return (
    <>
      {STATUS_ACTIONS.map((action) => (
        <Button
          key={action}
          disabled={isPending}
          loading={isPending && variables.action === action}
          onClick={() => run(action)}
        >
          {t(action)}
        </Button>
      ))}
      <Button onClick={() => setChanging(true)}>{t('change')}</Button>
      <Button color="error" onClick={() => setAsking(true)}>
        {t('deregister')}
      </Button>
      {isChanging && (
        <Suspense>
          <ChangeDialog cameras={cameras} onClose={() => setChanging(false)} onDone={onDone} />
        </Suspense>
      )}
      <DeregisterDialog open={isAsking} cameras={cameras} onClose={() => setAsking(false)} onDone={onDone} />
    </>
  )
}

/** Undo turns back only what this action turned. */
function isChangedBy({ status }: CameraRecord, action: StatusAction): boolean {
  if (action === 'enable') return status === 'Disabled'
  if (action === 'disable') return status !== 'Disabled'
  return action === 'activate' ? status === 'Inactive' : status !== 'Inactive'
}
