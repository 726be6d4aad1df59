/** A day in a react-hook-form form, saved as `2026-11-22`; null for none. */
import { TextField as MuiTextField } from '@mui/material'
import type { FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import type { FieldOf } from './text-field.tsx'
import { useFieldError } from './text-field.tsx'

type Props<T extends FieldValues, O> = FieldOf<T, O> & { label: string; helperText?: string; required?: boolean }

export function DateField<T extends FieldValues, O>({ control, name, helperText, ...rest }: Props<T, O>) {
  const { field, fieldState } = useController({ control, name })
  const error = useFieldError(fieldState.error?.message)
  const { ref, value, onChange, ...bound } = field
  return (
    <MuiTextField
      fullWidth
      type="date"
      {...rest}
      {...bound}
      inputRef={ref}
      value={value ?? ''}
      error={error !== null}
      helperText={error ?? helperText}
      slotProps={{ inputLabel: { shrink: true } }}
      onChange={(event) => onChange(event.target.value || null)}
    />
  )
}
