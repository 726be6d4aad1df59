/** New recovery codes, shown once. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { SecretOnce } from '#ui/form/secret-once.tsx'
import css from './second-factor.module.css'

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('second-factor')
  return (
    <Dialog open onClose={(_, reason) => reason !== 'backdropClick' && onClose()} fullWidth maxWidth="xs">
      <DialogTitle>{t('recovery-title')}</DialogTitle>
      <DialogContent className={css.lines}>
        <p className={css.quiet}>{t('recovery-text')}</p>
        <SecretOnce label={t('recovery-title')} secret={codes.join('\n')} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('stored')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
