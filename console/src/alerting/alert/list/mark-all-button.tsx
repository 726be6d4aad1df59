/** Marks what the list shows as read: says how many beforehand, and can be undone from the toast. ALERT-04. */

import type { AlertFilter } from '@mimamori/contract/alerting/alert.ts'
import { numberText } from '@mimamori/contract/shared/intl-format.ts'
import { Button } from '@mui/material'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#lib/service/patient-load.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { useMarkAllRead, useUndoMarkAll } from '../alert-queries.ts'

const ConfirmDialog = lazyPart(async () => ({ default: (await import('#ui/form/confirm-dialog.tsx')).ConfirmDialog }))

/** `unseen`: how many of the filter's alerts are unread; undefined until the first answer. */
type Props = { filter: AlertFilter; unseen: number | undefined }

export function MarkAllButton({ filter, unseen = 0 }: Props) {
  const { t, i18n } = useTranslation('alert')
  const { t: ui } = useTranslation('ui')
  const [isAsking, setAsking] = useState(false)
  const markAll = useMarkAllRead()
  const undo = useUndoMarkAll()
  const number = (value: number) => numberText(value, i18n.language)

  const takeBack = (undoId: string) =>
    undo.mutateAsync(undoId).then(
      () => notifySuccess(t('mark-all-undone')),
      (error: unknown) => notifyError(errorTextNow(error)),
    )
  const confirm = async () => {
    const { changed, undoId } = await markAll.mutateAsync(filter)
    setAsking(false)
    const action = undoId ? { label: ui('undo'), onClick: () => void takeBack(undoId) } : undefined
    notifySuccess(t('mark-all-done', { count: changed, number: number(changed) }), action)
  }
  return (
    <>
      <Button
        color="inherit"
        startIcon={<CheckCheck size={18} />}
        disabled={unseen === 0}
        onClick={() => setAsking(true)}
      >
        {t('mark-all-read')}
      </Button>
      {isAsking && (
        <LazyOverlay onFailed={() => setAsking(false)}>
          <ConfirmDialog
            open
            isHarmless
            title={t('mark-all-title', { count: unseen, number: number(unseen) })}
            text={t('mark-all-text')}
            verb={t('mark-all-read')}
            onConfirm={confirm}
            onClose={() => setAsking(false)}
          />
        </LazyOverlay>
      )}
    </>
  )
}
