/** A choice of one whose values are not only texts: nothing at all, a number. In a react-hook-form form. */
import { MenuItem, TextField as MuiTextField } from '@mui/material'
import type { FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import type { FieldOf } from '#ui/form/field/text-field.tsx'
import { useFieldError } from '#ui/form/field/text-field.tsx'

type Value = string | number | null | undefined
type Props<T extends FieldValues, O> = FieldOf<T, O> & {
  label: string
  options: readonly { value: Value; label: string }[]
  helperText?: string
  required?: boolean
  /** What else follows from a choice that a person makes. */
  onChosen?: (value: Value) => void
}

export function ChoiceField<T extends FieldValues, O>({
  control,
  name,
  options,
  helperText,
  onChosen,
  ...rest
}: Props<T, O>) {
  const { field, fieldState } = useController({ control, name })
  const error = useFieldError(fieldState.error?.message)
  const choose = (value: Value) => {
    field.onChange(value)
    onChosen?.(value)
  }
  const at = options.findIndex(({ value }) => value === field.value)
  return (
    <MuiTextField
      select
      fullWidth
      {...rest}
      name={field.name}
      inputRef={field.ref}
      value={at < 0 ? '' : at}
      error={error !== null}
      helperText={error ?? helperText}
      onBlur={field.onBlur}
      onChange={(event) => choose(options[Number(event.target.value)]?.value)}
    >
      {options.map((option, place) => (
        <MenuItem key={String(option.value)} value={place}>
          {option.label}
        </MenuItem>
      ))}
    </MuiTextField>
  )
}
