/** E-mail addresses that are told, typed one by one. CAM-04. */
import { Autocomplete, TextField as MuiTextField } from '@mui/material'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useFieldFault } from '#ui/field-fault.ts'
import type { CameraControl } from './camera-form-values.ts'

type Props = {
  control: CameraControl
  label: string
  helperText: string
  /** Said while there is none. */
  none: string
}

export function EmailsField({ control, label, helperText, none }: Props) {
  const { field, fieldState } = useController({ control, name: 'subscribers.emails' })
  const fault = useFieldFault(firstFault(fieldState.error))
  const [typed, setTyped] = useState('')
  const emails = field.value ?? []
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
          error={fault !== null}
          helperText={fault ?? helperText}
        />
      )}
    />
  )
}

/** The fault of the list, or of the first address that has one. */
function firstFault(error: { message?: string } | undefined): string | undefined {
  if (!error) return undefined
  if (error.message) return error.message
  return Object.values(error as Record<string, { message?: string } | undefined>).find((one) => one?.message)?.message
}
