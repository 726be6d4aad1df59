/** A new or present password in a react-hook-form form, shown on request. Empty is nothing, not an empty password. */
import { IconButton, InputAdornment, TextField as MuiTextField } from '@mui/material'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FieldOf } from './text-field.tsx'
import { useFieldError } from './text-field.tsx'

type Props<T extends FieldValues, O> = FieldOf<T, O> & {
  label: string
  autoComplete: 'new-password' | 'current-password' | 'one-time-code'
  /** Digits alone: phones show their number pad. */
  isNumeric?: boolean
  helperText?: string
  required?: boolean
  autoFocus?: boolean
}

export function PasswordField<T extends FieldValues, O>(props: Props<T, O>) {
  const { control, name, label, helperText, isNumeric = false, ...rest } = props
  const { t } = useTranslation('form')
  const { field, fieldState } = useController({ control, name })
  const error = useFieldError(fieldState.error?.message)
  const [isShown, setShown] = useState(false)
  const verb = t(isShown ? 'hide-password' : 'show-password')
  return (
    <MuiTextField
      fullWidth
      {...rest}
      label={label}
      type={isShown ? 'text' : 'password'}
      name={field.name}
      value={field.value ?? ''}
      inputRef={field.ref}
      error={error !== null}
      helperText={error ?? helperText}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.target.value || (rest.required ? '' : undefined))}
      slotProps={{
        htmlInput: { inputMode: isNumeric ? 'numeric' : undefined },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton size="small" aria-label={verb} title={verb} onClick={() => setShown(!isShown)}>
                {isShown ? <EyeOff size={18} /> : <Eye size={18} />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
