/** Asks before the user leaves a page with unsaved changes, by a link, by "back", or by closing the tab. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

type Props = {
  isDirty: boolean
  /** Evaluated when the user leaves, because `isDirty` is still true right after saving. Default: `isDirty` decides. */
  isGuarded?: () => boolean
  /** Another label for leaving. */
  leave?: string
}

export function LeaveGuard({ isDirty, isGuarded = () => isDirty, leave }: Props) {
  const { t } = useTranslation('form')
  const blocker = useBlocker({
    // Switching tabs on the same page does not count as leaving it.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isGuarded(),
    enableBeforeUnload: isGuarded,
    disabled: !isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog open onClose={blocker.reset} maxWidth="xs" fullWidth>
      <DialogTitle>{t('leave-title')}</DialogTitle>
      <DialogContent>{t('leave-text')}</DialogContent>
      <DialogActions>
        <Button variant="text" color="error" onClick={blocker.proceed}>
          {leave ?? t('leave')}
        </Button>
        <Button variant="contained" color="primary" autoFocus onClick={blocker.reset}>
          {t('stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
