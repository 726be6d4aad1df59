/** The password of a camera's stream: typed, changed or removed, and never shown once it was saved. */
import { Button, IconButton, InputAdornment, TextField as MuiTextField } from '@mui/material'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldError } from '#ui/form/field/text-field.tsx'
import type { CameraControl } from '../camera-form-values.ts'
import css from './password-field.module.css'

type Props = { control: CameraControl; label: string; isSet: boolean }

/** The form's value says what happens: left out, it stays; null, it is removed; a text replaces it. */
export function PasswordField({ control, label, isSet }: Props) {
  const { t } = useTranslation('cameraForm')
  const { field } = useController({ control, name: 'password' })
  if (isSet && typeof field.value !== 'string') {
    const isRemoved = field.value === null
    return (
      <fieldset className={css.state}>
        <legend className={css.legend}>{label}</legend>
        <span className={css.words}>{t(isRemoved ? 'password-removed' : 'password-set')}</span>
        {isRemoved ? (
          <Button variant="text" onClick={() => field.onChange(undefined)}>
            {t('password-keep')}
          </Button>
        ) : (
          <span className={css.actions}>
            <Button variant="text" onClick={() => field.onChange('')}>
              {t('password-change')}
            </Button>
            <Button variant="text" color="error" onClick={() => field.onChange(null)}>
              {t('password-remove')}
            </Button>
          </span>
        )}
      </fieldset>
    )
  }
  return <Typed control={control} label={isSet ? t('password-new') : label} isSet={isSet} />
}

function Typed({ control, label, isSet }: Props) {
  const { t } = useTranslation('cameraForm')
  const { field, fieldState } = useController({ control, name: 'password' })
  const error = useFieldError(fieldState.error?.message)
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div>
      <MuiTextField
        fullWidth
        label={label}
        name={field.name}
        inputRef={field.ref}
        type={isShown ? 'text' : 'password'}
        value={field.value ?? ''}
        autoFocus={isSet}
        error={error !== null}
        helperText={error}
        slotProps={{
          htmlInput: { autoComplete: 'new-password' },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  edge="end"
                  aria-label={t(isShown ? 'password-hide' : 'password-show')}
                  onClick={() => setShown(!isShown)}
                >
                  <Icon size={18} />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={field.onBlur}
      />
      {isSet && (
        <Button variant="text" size="small" onClick={() => field.onChange(undefined)}>
          {t('password-keep')}
        </Button>
      )}
    </div>
  )
}
