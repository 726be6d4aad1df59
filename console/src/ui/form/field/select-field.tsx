/** A choice of one in a react-hook-form form. */
import { MenuItem } from '@mui/material'
import type { FieldValues } from 'react-hook-form'
import { type FieldOf, TextField } from './text-field.tsx'

type Props<T extends FieldValues, O> = FieldOf<T, O> & {
  label: string
  options: readonly { value: string; label: string }[]
  helperText?: string
  required?: boolean
  disabled?: boolean
}

export function SelectField<T extends FieldValues, O>({ options, ...field }: Props<T, O>) {
  return (
    <TextField {...field} select>
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
