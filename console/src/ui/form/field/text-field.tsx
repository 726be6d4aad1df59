/** A text field of a react-hook-form form: its label, its help, and its error under it after blur. */
import type { TextFieldProps } from '@mui/material'
import { TextField as MuiTextField } from '@mui/material'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { useFieldError } from './field-error.ts'

/** What every field of a form takes: the form's control, and the name of its value. */
export type FieldOf<T extends FieldValues, O = T> = { control: Control<T, unknown, O>; name: FieldPath<T> }

type Props<T extends FieldValues, O> = Omit<TextFieldProps, 'name'> & FieldOf<T, O>

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
