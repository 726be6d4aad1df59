/** A time of day in a react-hook-form form, saved as minutes since midnight. */
import { TextField as MuiTextField } from '@mui/material'
import type { FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { minuteOf, timeOf } from '#lib/time/minute-of-day.ts'
import type { FieldOf } from './text-field.tsx'
import { useFieldError } from './text-field.tsx'

type Props<T extends FieldValues, O> = FieldOf<T, O> & { label: string; helperText?: string; required?: boolean }

export function TimeField<T extends FieldValues, O>({ control, name, helperText, ...rest }: Props<T, O>) {
  const { field, fieldState } = useController({ control, name })
  const error = useFieldError(fieldState.error?.message)
  const { ref, value, onChange, ...bound } = field
  return (
    <MuiTextField
      fullWidth
      type="time"
      {...rest}
      {...bound}
      inputRef={ref}
      value={typeof value === 'number' ? timeOf(value) : ''}
      error={error !== null}
      helperText={error ?? helperText}
      slotProps={{ inputLabel: { shrink: true } }}
      onChange={(event) => onChange(minuteOf(event.target.value))}
    />
  )
}
