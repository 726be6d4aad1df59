/** A choice of one in a react-hook-form form. */
import { MenuItem } from '@mui/material'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { TextField } from './text-field.tsx'

type Props<T extends FieldValues> = {
  control: Control<T>
  name: FieldPath<T>
  label: string
  options: readonly { value: string; label: string }[]
  helperText?: string
}

export function SelectField<T extends FieldValues>({ options, ...field }: Props<T>) {
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
