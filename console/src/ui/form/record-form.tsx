/** The frame of every form: one column of sections, the save bar, Ctrl or Cmd with S, and the question before leaving. */
import { Alert, Button } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from './leave-guard.tsx'
import css from './record-form.module.css'
import { SaveBar } from './save-bar.tsx'
import type { RecordFormState } from './use-record-form.ts'

type Props<I extends FieldValues, O> = {
  /** What it is about, for assistive technology. */
  label: string
  state: RecordFormState<I, O>
  /** The verb of the save button of a new record; `Save` if left out. */
  verb?: string
  /** Wider than 720 px: for an editor inside. */
  isWide?: boolean
  children: ReactNode
}

/** Its children are `FormSection`s, or `FormTabs` of them; the save bar comes by itself when something changed, and for a new record at once. */
export function RecordForm<I extends FieldValues, O>({ label, state, verb, isWide, children }: Props<I, O>) {
  const { t } = useTranslation('form')
  const element = useRef<HTMLFormElement>(null)
  useSaveKey(() => state.isDirty && element.current?.requestSubmit())
  useEffect(() => {
    if (state.failedAttempts > 0) showFirstError(element.current)
  }, [state.failedAttempts])
  return (
    <form
      ref={element}
      className={css.form}
      data-wide={isWide || undefined}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A form inside a dialog of this form has its own save.
        event.stopPropagation()
        void state.submit()
      }}
    >
      {children}
      {state.error && (
        <Alert
          severity="error"
          role="alert"
          action={state.error.onReload && <Button onClick={state.error.onReload}>{t('reload')}</Button>}
        >
          {state.error.text}
        </Alert>
      )}
      <SaveBar
        isDirty={state.isDirty}
        isSaving={state.isSaving}
        onDiscard={state.discard}
        errors={{ count: state.errorCount, onShow: () => showFirstError(element.current) }}
        verb={verb}
      />
      <LeaveGuard isDirty={state.isDirty} isGuarded={state.isGuarded} />
    </form>
  )
}

type SectionProps = { title: string; help?: string; children: ReactNode }

/** Fields that belong together, under a heading and one line of help. */
export function FormSection({ title, help, children }: SectionProps) {
  return (
    <section className={css.section}>
      <div>
        <h2 className={css.title}>{title}</h2>
        {help && <p className={css.help}>{help}</p>}
      </div>
      {children}
    </section>
  )
}

/** Short fields side by side; under each other on a phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}

function useSaveKey(save: () => void) {
  const newest = useRef(save)
  useEffect(() => {
    newest.current = save
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      newest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Opens the tab that the first error is on, and leads there. */
function showFirstError(form: HTMLFormElement | null) {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (!first) return
  const panel = first.closest('[role="tabpanel"][hidden]')
  if (panel) form?.querySelector<HTMLElement>(`[aria-controls="${panel.id}"]`)?.click()
  // The panel is shown by the next frame.
  requestAnimationFrame(() => {
    first.focus()
    first.scrollIntoView({ block: 'center' })
  })
}

/** A small form inside a card: its fields, why the service refused, and two buttons. */
type CardProps = {
  /** Names the form for screen readers. */
  label: string
  state: Pick<RecordFormState, 'submit' | 'error' | 'isSaving'>
  verb: string
  onCancel: () => void
  children: ReactNode
}

/** `state`: what `useRecordForm` returned; the form is sent by Enter and by the button `verb`. */
export function CardForm({ label, state, verb, onCancel, children }: CardProps) {
  const { t } = useTranslation('ui')
  const { error: refused } = state
  return (
    <form
      className={css.cardForm}
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
      <div className={css.cardButtons}>
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
