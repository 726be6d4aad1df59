/** Asks before the user leaves the region page with unsaved changes: discard, or save and leave. CAM-08. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  isDirty: boolean
  /** Whether it was saved. */
  onConfirm: () => Promise<boolean>
}

export function RegionLeaveGuard({ isDirty, onConfirm }: Props) {
  const { t } = useTranslation('region')
  const [isSaving, setSaving] = useState(false)
  const blocker = useBlocker({
    // Switching layers on the same page does not count as leaving it.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const confirm = async () => {
    setSaving(true)
    const isSaved = await onConfirm()
    setSaving(false)
    if (isSaved) blocker.proceed()
    else blocker.reset()
  }
  return (
    <Dialog open onClose={blocker.reset} maxWidth="xs" fullWidth>
      <DialogTitle>{t('leave-title')}</DialogTitle>
      <DialogContent>{t('leave-text')}</DialogContent>
      <DialogActions>
        <Button variant="text" color="error" disabled={isSaving} onClick={blocker.proceed}>
          {t('leave')}
        </Button>
        <Button variant="contained" color="primary" autoFocus loading={isSaving} onClick={() => void confirm()}>
          {t('confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
