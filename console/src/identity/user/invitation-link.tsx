/** The link of an invitation where no e-mail is sent: shown once, to hand over or to scan. AUTH-14. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { ScanCode } from '#ui/form/scan-code.tsx'
import { SecretOnce } from '#ui/form/secret-once.tsx'
import css from './user.module.css'

type Props = { name: string; link: string; onClose: () => void }

export function InvitationLink({ name, link, onClose }: Props) {
  const { t } = useTranslation('user')
  return (
    <Dialog open onClose={(_, reason) => reason !== 'backdropClick' && onClose()} fullWidth>
      <DialogTitle>{t('invitation-link-title', { name })}</DialogTitle>
      <DialogContent className={css.invitation}>
        <p>{t('invitation-link-help')}</p>
        <SecretOnce label={t('invitation-link')} secret={link} />
        <ScanCode text={link} label={t('invitation-code')} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('close', { ns: 'ui' })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
