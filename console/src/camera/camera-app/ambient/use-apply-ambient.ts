/** Removes a learned region or lets it be learned again, with one undo; goes on when the region's line is gone. */
import type { AmbientChange, LearnedKind } from '@mimamori/contract/camera/ambient/ambient-facts.ts'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { useChangeAmbient } from './ambient-queries.ts'

type Change = Omit<AmbientChange, 'of'>

export function useApplyAmbient(cameraId: string, kind: LearnedKind) {
  const { t } = useTranslation('camera-app')
  const { t: reason } = useTranslation('hub-answer')
  const { mutate, isPending, variables } = useChangeAmbient(cameraId)
  const apply = ({ action, cells }: Change, isUndo = false) => {
    const other = action === 'remove' ? 'restore' : 'remove'
    const onClick = () => apply({ action: other, cells }, true)
    mutate(
      { of: kind, action, cells },
      {
        onError: (error) => notifyError(errorTextNow(error)),
        onSuccess: ({ error }) => {
          if (error) notifyError(t('ambient-failed', { reason: reason(error.code, { ...error.params }) }))
          else if (isUndo) notifySuccess(t('ambient-undone'))
          else
            notifySuccess(t(`${kind === 'motion' ? 'ambient' : 'arrivals'}-said-${action}`), {
              label: t('ambient-undo'),
              onClick,
            })
        },
      },
    )
  }
  return { apply: (change: Change) => apply(change), pendingCells: isPending ? variables.cells : null }
}
