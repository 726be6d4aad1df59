/** One of many in a react-hook-form form (such as a site), found by typing; the value is its id. */
import { Autocomplete, TextField as MuiTextField } from '@mui/material'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FieldOf } from './text-field.tsx'
import { useFieldError } from './text-field.tsx'
import { type Finder, type PickOption, useFound } from './use-found.ts'

type Props<T extends FieldValues, O> = FieldOf<T, O> &
  Finder & {
    label: string
    /** Name of the initial id; null: no initial id. */
    known?: PickOption | null
    helperText?: string
    required?: boolean
    disabled?: boolean
  }

export function FindField<T extends FieldValues, O>(props: Props<T, O>) {
  const { control, name, label, known = null, helperText, required, disabled, ...finder } = props
  const { t } = useTranslation('form')
  const { field, fieldState } = useController({ control, name })
  const error = useFieldError(fieldState.error?.message)
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<PickOption | null>(null)
  const chosen = [picked, known].find((option) => option?.id === field.value) ?? null
  // The selected name is not a search text: the list then shows the other options.
  const { options, isFetching } = useFound(finder, text === chosen?.label ? '' : text)
  return (
    <Autocomplete
      // The service has already filtered the options.
      filterOptions={(found) => found}
      disabled={disabled}
      options={options}
      loading={isFetching}
      loadingText={t('loading', { ns: 'ui' })}
      noOptionsText={t('nothing-found')}
      value={chosen}
      inputValue={text}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      onInputChange={(_, next) => setText(next)}
      onChange={(_, next) => {
        setPicked(next)
        field.onChange(next?.id)
      }}
      onBlur={field.onBlur}
      renderInput={(input) => (
        <MuiTextField
          {...input}
          label={label}
          required={required}
          inputRef={field.ref}
          error={error !== null}
          helperText={error ?? helperText}
        />
      )}
    />
  )
}
