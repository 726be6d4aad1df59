/** One step with one field: a password or a code. */
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { PasswordField } from '#ui/form/field/password-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { CardForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'

type Props<I extends FieldValues, R> = {
  schema: z.ZodType<I, I>
  values: I & DefaultValues<I>
  field: FieldPath<I>
  label: string
  /** The present password instead of a code. */
  isPassword?: boolean
  verb: string
  /** Names the form; two-step sign-in if left out. */
  title?: string
  helperText?: string
  /** Null: the next step says it. */
  saved: string | null
  save: (draft: I) => Promise<R>
  onSaved: (result: R) => void
  onCancel: () => void
}

export function StepForm<I extends FieldValues, R>(props: Props<I, R>) {
  const {
    schema,
    values,
    field,
    label,
    isPassword = false,
    verb,
    saved,
    save,
    onSaved,
    onCancel,
    title,
    helperText,
  } = props
  const { t } = useTranslation('second-factor')
  const state = useRecordForm({ schema, values, saved, save, onSaved })
  const shown = { control: state.form.control, name: field, label, required: true, autoFocus: true } as const
  return (
    <CardForm label={title ?? t('title')} {...{ state, verb, onCancel }}>
      {isPassword ? (
        <PasswordField {...shown} autoComplete="current-password" />
      ) : (
        <TextField {...shown} helperText={helperText} autoComplete={title ? 'off' : 'one-time-code'} />
      )}
    </CardForm>
  )
}
