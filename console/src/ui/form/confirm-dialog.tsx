/** Asks before an action that cannot be undone; for valuable objects the name must be typed. */
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'

type Props = {
  open: boolean
  title: string
  text: string
  /** The same verb as on the button that opened it. */
  verb: string
  /** The dialog is busy while it runs, and shows its error; the caller closes it after success. */
  onConfirm: () => unknown
  onClose: () => void
  /** Must be typed exactly before the verb is enabled: for cameras, users and sites. */
  nameToType?: string | undefined
  /** It can be undone: not shown as dangerous. */
  isHarmless?: boolean
  /** More fields, for example a reason. */
  children?: ReactNode
}

export function ConfirmDialog(props: Props) {
  const { open } = props
  const { title, text, verb, onConfirm, onClose, nameToType, isHarmless = false, children } = useAsked(props)
  const { t } = useTranslation('ui')
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isAllowed = nameToType === undefined || typed.trim() === nameToType.trim()
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!open || !isAllowed || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await onConfirm()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const forget = () => {
    setTyped('')
    setProblem(null)
  }
  return (
    <Dialog
      open={open}
      onClose={isBusy ? undefined : onClose}
      maxWidth="xs"
      fullWidth
      slotProps={{ transition: { onExited: forget } }}
    >
      <form noValidate onSubmit={confirm}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>
          <p>{text}</p>
          {children}
          {nameToType !== undefined && (
            <TextField
              autoFocus
              fullWidth
              margin="normal"
              autoComplete="off"
              label={t('type-to-confirm', { name: nameToType })}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          {problem && (
            <Alert severity="error" role="alert" sx={{ mt: 2 }}>
              {problem}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button variant="text" disabled={isBusy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={isHarmless ? 'primary' : 'error'}
            disabled={!isAllowed}
            loading={isBusy}
          >
            {verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The current question, or the last one: the text must not change while the dialog closes. */
function useAsked(props: Props): Props {
  const [asked, setAsked] = useState(props)
  if (props.open && asked !== props) setAsked(props)
  return props.open ? props : asked
}
