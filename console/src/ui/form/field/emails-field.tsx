/** E-mail addresses of a react-hook-form form, typed or pasted one by one. */
import { Autocomplete, TextField as MuiTextField } from '@mui/material'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import type { FieldOf } from './text-field.tsx'
import { useFieldError } from './text-field.tsx'

type Props<T extends FieldValues, O> = FieldOf<T, O> & {
  label: string
  helperText: string
  /** Shown while the list is empty. */
  none?: string
}

export function EmailsField<T extends FieldValues, O>({ control, name, label, helperText, none }: Props<T, O>) {
  const { field, fieldState } = useController({ control, name })
  const error = useFieldError(firstError(fieldState.error))
  const [typed, setTyped] = useState('')
  const emails = (field.value ?? []) as string[]
  const add = (text: string) => {
    const more = text.split(/[\s,;、]+/).filter((email) => email !== '' && !emails.includes(email))
    if (more.length > 0) field.onChange([...emails, ...more])
    setTyped('')
  }
  return (
    <Autocomplete
      multiple
      freeSolo
      options={[]}
      value={emails}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, next, reason) => (reason === 'createOption' ? add(typed) : field.onChange(next))}
      onBlur={() => {
        add(typed)
        field.onBlur()
      }}
      renderInput={(input) => (
        <MuiTextField
          {...input}
          type="email"
          label={label}
          inputRef={field.ref}
          placeholder={emails.length === 0 ? none : undefined}
          error={error !== null}
          helperText={error ?? helperText}
        />
      )}
    />
  )
}

/** The error of the list, or of the first invalid address. */
function firstError(error: { message?: string } | undefined): string | undefined {
  if (!error) return undefined
  if (error.message) return error.message
  return Object.values(error as Record<string, { message?: string } | undefined>).find((one) => one?.message)?.message
}
