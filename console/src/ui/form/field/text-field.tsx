/** A text field of a react-hook-form form: its label, its help, and its error under it after blur. */

import type { TextFieldProps } from '@mui/material'
import { TextField as MuiTextField } from '@mui/material'
import i18next from 'i18next'
import { type Control, type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'

/** What every field of a form takes: the form's control, and the name of its value. */
export type FieldOf<T extends FieldValues, O = T> = { control: Control<T, unknown, O>; name: FieldPath<T> }

/** A form by its schema. */
export type FormOf<S extends z.ZodType<unknown, FieldValues>> = UseFormReturn<z.input<S>, unknown, z.output<S>>
/** The control of that form. */
export type ControlOf<S extends z.ZodType<unknown, FieldValues>> = FormOf<S>['control']

type Props<T extends FieldValues, O> = Omit<TextFieldProps, 'name'> & FieldOf<T, O>

/** An error stands in place of `helperText`. */
export function TextField<T extends FieldValues, O>({ control, name, helperText, ...rest }: Props<T, O>) {
  const { field, fieldState } = useController({ control, name })
  const error = useFieldError(fieldState.error?.message)
  const { ref, ...value } = field
  return (
    <MuiTextField
      fullWidth
      {...rest}
      {...value}
      value={value.value ?? ''}
      inputRef={ref}
      error={error !== null}
      helperText={error ?? helperText}
    />
  )
}

/** Null without an error; an error without its own text gets the general one for an invalid value. */
export function useFieldError(error: string | undefined): string | null {
  const { t } = useTranslation('error')
  if (!error) return null
  const [, key = '', limit] = /^(\S+)(?: (.*))?$/.exec(error) ?? []
  return i18next.exists(key) ? String(i18next.t(key as never, { limit } as never)) : t('invalid-value')
}
