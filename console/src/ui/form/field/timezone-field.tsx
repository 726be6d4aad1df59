/** A time zone in a react-hook-form form: every IANA zone of this browser, found by typing, with its present offset. */
import { DEFAULT_LOCALE } from '@mimamori/contract/languages/locales.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { Autocomplete, TextField as MuiTextField } from '@mui/material'
import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FieldOf } from './text-field.tsx'
import { useFieldError } from './text-field.tsx'

type Props<T extends FieldValues, O> = FieldOf<T, O> & {
  label: string
  helperText?: string
  required?: boolean
  disabled?: boolean
}

export function TimezoneField<T extends FieldValues, O>({ control, name, label, helperText, ...rest }: Props<T, O>) {
  const { t } = useTranslation('form')
  const { field, fieldState } = useController({ control, name })
  const error = useFieldError(fieldState.error?.message)
  const zone = (field.value ?? '') as string
  const zones = useMemo(
    () => [...new Set([zone, 'Asia/Tokyo', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean),
    [zone],
  )
  return (
    <Autocomplete
      size="small"
      options={zones}
      value={zone || null}
      disabled={rest.disabled}
      noOptionsText={t('nothing-found')}
      onChange={(_, next) => field.onChange(next ?? '')}
      onBlur={field.onBlur}
      renderOption={({ key, ...item }, option) => (
        <li key={key} {...item}>
          {option}
          <small style={{ color: 'var(--soft)', marginInlineStart: 8 }}>{offsetOf(option)}</small>
        </li>
      )}
      renderInput={(input) => (
        <MuiTextField
          {...input}
          label={label}
          required={rest.required}
          inputRef={field.ref}
          error={error !== null}
          helperText={error ?? helperText}
        />
      )}
    />
  )
}

/** `GMT+9`; empty for a zone that this browser does not know. */
function offsetOf(zone: string): string {
  try {
    const parts = dateFormat(DEFAULT_LOCALE, { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    return ''
  }
}
