/** The upgrade prompt: what the package brings, and whom to ask. Loaded when a Pro badge is pressed. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useTranslation } from 'react-i18next'

export default function ProDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="pro-title">
      <DialogTitle id="pro-title">{t('pro-title')}</DialogTitle>
      <DialogContent>
        <p>{t('pro-available')}</p>
        <p>{t('pro-help')}</p>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
