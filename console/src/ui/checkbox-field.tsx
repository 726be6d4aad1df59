/** Yes or no in a react-hook-form form. */
import { Checkbox, FormControlLabel } from '@mui/material'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'

type Props<T extends FieldValues> = { control: Control<T>; name: FieldPath<T>; label: string }

export function CheckboxField<T extends FieldValues>({ control, name, label }: Props<T>) {
  const { field } = useController({ control, name })
  const { ref, value, ...rest } = field
  const box = <Checkbox {...rest} checked={Boolean(value)} slotProps={{ input: { ref } }} />
  return <FormControlLabel label={label} control={box} />
}
