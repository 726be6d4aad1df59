/** A number in a react-hook-form form, with its unit. Empty is null; accepts full-width digits. */
import { InputAdornment, TextField as MuiTextField } from '@mui/material'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import type { FieldOf } from './text-field.tsx'
import { useFieldError } from './text-field.tsx'

type Props<T extends FieldValues, O> = FieldOf<T, O> & {
  label: string
  /** `minutes`, `%`: after the number. */
  unit?: string
  helperText?: string
  required?: boolean
  disabled?: boolean
}

export function NumberField<T extends FieldValues, O>({ control, name, unit, helperText, ...rest }: Props<T, O>) {
  const { field, fieldState } = useController({ control, name })
  const error = useFieldError(fieldState.error?.message)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <MuiTextField
      fullWidth
      {...rest}
      name={field.name}
      inputRef={field.ref}
      // Show the text as typed, for example `1.` before `1.5`.
      value={typed ?? textOf(field.value)}
      error={error !== null}
      helperText={error ?? helperText}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: { endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment> },
      }}
      onChange={(event) => {
        setTyped(event.target.value)
        field.onChange(numberOf(event.target.value))
      }}
      onBlur={() => {
        if (!Number.isNaN(field.value)) setTyped(null)
        field.onBlur()
      }}
    />
  )
}

function textOf(value: unknown): string {
  return typeof value === 'number' && !Number.isNaN(value) ? String(value) : ''
}

/** NaN if it is not a number, which no rule of the contract accepts. */
function numberOf(text: string): number | null {
  const plain = text.normalize('NFKC').trim()
  return plain === '' ? null : Number(plain)
}
