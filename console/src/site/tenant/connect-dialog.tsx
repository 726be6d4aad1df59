/** Asks why before connecting to a site: the reason stands in its audit log, where its administrators read it. AUTH-13, SITE-03. */
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { connectSite } from './tenant-queries.ts'

type Props = { site: { id: string; name: string }; onClose: () => void }

const LONGEST = 300

export default function ConnectDialog({ site, onClose }: Props) {
  const { t } = useTranslation('tenant')
  const { t: ui } = useTranslation('ui')
  const errorText = useErrorText()
  const [reason, setReason] = useState('')
  const [isTouched, setTouched] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isMissing = reason.trim() === ''
  const connect = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTouched(true)
    if (isMissing || isBusy) return
    setBusy(true)
    try {
      await connectSite(site.id, reason.trim())
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="connect-title">
      <form noValidate onSubmit={connect}>
        <DialogTitle id="connect-title">{t('connect-title', { site: site.name })}</DialogTitle>
        <DialogContent>
          <p>{t('connect-text')}</p>
          <TextField
            autoFocus
            required
            fullWidth
            multiline
            minRows={2}
            margin="normal"
            label={t('reason')}
            value={reason}
            error={isTouched && isMissing}
            helperText={isTouched && isMissing ? t('reason-required') : t('reason-help')}
            slotProps={{ htmlInput: { maxLength: LONGEST } }}
            onBlur={() => setTouched(reason !== '')}
            onChange={(event) => setReason(event.target.value)}
          />
          {problem && <Alert severity="error">{problem}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {t('connect')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
