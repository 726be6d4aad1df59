/** Asks before a page with unsaved changes is left, by a link, by "back", or by closing the tab. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

type Props = {
  isDirty: boolean
  /** Asked at the moment of leaving; `isDirty` alone still holds right after saving. Left out: `isDirty` decides. */
  isGuarded?: () => boolean
  /** Another word for leaving. */
  leave?: string
}

export function LeaveGuard({ isDirty, isGuarded = () => isDirty, leave }: Props) {
  const { t } = useTranslation('form')
  const blocker = useBlocker({
    // Another tab of the same page is no leaving.
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
