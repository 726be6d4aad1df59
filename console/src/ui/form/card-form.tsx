/** A small form inside a card: its fields, why the service refused, and two buttons. */
import { Alert, Button } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './card-form.module.css'
import type { RecordFormState } from './use-record-form.ts'

type Props = {
  /** Names the form for screen readers. */
  label: string
  state: Pick<RecordFormState, 'submit' | 'failure' | 'isSaving'>
  verb: string
  onCancel: () => void
  children: ReactNode
}

/** `state`: what `useRecordForm` returned; the form is sent by Enter and by the button `verb`. */
export function CardForm({ label, state, verb, onCancel, children }: Props) {
  const { t } = useTranslation('ui')
  const { failure: refused } = state
  return (
    <form
      className={css.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void state.submit()
      }}
    >
      {children}
      {refused && (
        <Alert severity="error" role="alert">
          {refused.text}
        </Alert>
      )}
      <div className={css.buttons}>
        <Button variant="text" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={state.isSaving}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
