/** Removes a learned region or lets it be learned again, with one undo; goes on when the region's line is gone. */
import type { AmbientChange } from '@mimamori/contract/camera/ambient/ambient-facts.ts'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { useChangeAmbient } from './ambient-queries.ts'

export function useApplyAmbient(cameraId: string) {
  const { t } = useTranslation('camera-app')
  const { t: reason } = useTranslation('hub-answer')
  const { mutate, isPending, variables } = useChangeAmbient(cameraId)
  const apply = ({ action, cells }: AmbientChange, isUndo = false) => {
    const other = action === 'remove' ? 'restore' : 'remove'
    const onClick = () => apply({ action: other, cells }, true)
    mutate(
      { action, cells },
      {
        onError: (error) => notifyError(errorTextNow(error)),
        onSuccess: ({ failure }) => {
          if (failure) notifyError(t('ambient-failed', { reason: reason(failure.code, { ...failure.params }) }))
          else if (isUndo) notifySuccess(t('ambient-undone'))
          else notifySuccess(t(`ambient-said-${action}`), { label: t('ambient-undo'), onClick })
        },
      },
    )
  }
  return { apply: (change: AmbientChange) => apply(change), pendingCells: isPending ? variables.cells : null }
}
