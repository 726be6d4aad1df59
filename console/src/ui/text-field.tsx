/** A text field of a react-hook-form form: its label, its help, and its fault under it after blur. */
import type { TextFieldProps } from '@mui/material'
import { TextField as MuiTextField } from '@mui/material'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { useFieldFault } from './field-fault.ts'

type Props<T extends FieldValues> = Omit<TextFieldProps, 'name'> & { control: Control<T>; name: FieldPath<T> }

export function TextField<T extends FieldValues>({ control, name, helperText, ...rest }: Props<T>) {
  const { field, fieldState } = useController({ control, name })
  const fault = useFieldFault(fieldState.error?.message)
  const { ref, ...value } = field
  return (
    <MuiTextField
      fullWidth
      {...rest}
      {...value}
      inputRef={ref}
      error={fault !== null}
      helperText={fault ?? helperText}
    />
  )
}
