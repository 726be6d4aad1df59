/** Asks before something that cannot be undone; what is dear must be named by typing its name. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  open: boolean
  title: string
  text: string
  /** The same verb as on the button that opened it. */
  verb: string
  onConfirm: () => void
  onClose: () => void
  /** Must be typed exactly before the verb works: for cameras, users and sites. */
  nameToType?: string
}

export function ConfirmDialog({ open, title, text, verb, onConfirm, onClose, nameToType }: Props) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState('')
  const isAllowed = nameToType === undefined || typed.trim() === nameToType
  return (
    <Dialog
      open={open}
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      slotProps={{ transition: { onExited: () => setTyped('') } }}
    >
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <p>{text}</p>
        {nameToType !== undefined && (
          <TextField
            autoFocus
            fullWidth
            margin="normal"
            label={t('type-to-confirm', { name: nameToType })}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant="contained" color="error" disabled={!isAllowed} onClick={onConfirm}>
          {verb}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
