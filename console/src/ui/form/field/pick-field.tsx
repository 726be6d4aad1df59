/** Several of many in a react-hook-form form (users, units, tags), found by typing; the value is the list of their ids. */
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
    /** Names of the ids that the form begins with. */
    known: readonly PickOption[]
    helperText?: string
    /** Said instead of the help while none is chosen. */
    none?: string
    required?: boolean
    disabled?: boolean
  }

export function PickField<T extends FieldValues, O>(props: Props<T, O>) {
  const { control, name, label, known, helperText, none, required, disabled, ...finder } = props
  const { t } = useTranslation('form')
  const { field, fieldState } = useController({ control, name })
  const error = useFieldError(fieldState.error?.message)
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<readonly PickOption[]>([])
  const { options, isFetching } = useFound(finder, text)
  const ids = (field.value ?? []) as string[]
  const named = new Map([...known, ...picked].map((option) => [option.id, option]))
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      // The service has done the filtering.
      filterOptions={(found) => found}
      disabled={disabled}
      options={options}
      loading={isFetching}
      loadingText={t('loading', { ns: 'ui' })}
      noOptionsText={t('nothing-found')}
      value={ids.map((id) => named.get(id) ?? { id, label: id })}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      getOptionKey={(option) => option.id}
      inputValue={text}
      onInputChange={(_, next, reason) => setText(reason === 'selectOption' ? text : next)}
      onChange={(_, chosen) => {
        setPicked(chosen)
        field.onChange(chosen.map(({ id }) => id))
      }}
      onBlur={field.onBlur}
      renderOption={({ key, ...item }, option) => (
        <li key={key} {...item}>
          <span>
            {option.label}
            {option.hint && <small style={{ color: 'var(--soft)' }}> {option.hint}</small>}
          </span>
        </li>
      )}
      renderInput={(input) => (
        <MuiTextField
          {...input}
          label={label}
          required={required}
          inputRef={field.ref}
          placeholder={t('type-to-find')}
          error={error !== null}
          helperText={error ?? (ids.length === 0 ? none : undefined) ?? helperText}
        />
      )}
    />
  )
}
