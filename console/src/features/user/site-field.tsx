/** The organisation or site that a new user belongs to, found by typing. */
import { Autocomplete, TextField as MuiTextField } from '@mui/material'
import { useEffect, useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSettled } from '#lib/use-settled.ts'
import { useFieldFault } from '#ui/field-fault.ts'
import type { UserFormApi } from './user-control.ts'
import { useSites, useTenantName } from './user-queries.ts'

const PAUSE_MS = 300

/** Must be chosen: the service could not tell which is meant. Another one has other units and shifts. */
export function SiteField({ form, kind }: { form: UserFormApi; kind: 'organisation' | 'site' }) {
  const { t } = useTranslation('user')
  const { field, fieldState } = useController({ control: form.control, name: 'tenantId' })
  const fault = useFieldFault(fieldState.error?.message)
  const [text, setText] = useState('')
  const settled = useSettled(text.trim(), PAUSE_MS)
  const found = useSites(kind === 'organisation' ? 'organisation' : 'site', settled, true)
  const options = (found.data?.records ?? []).map(({ id, name }) => ({ id, name }))
  const chosenId = field.value
  const chosen = useTenantName(chosenId)
  useForgetBindings(form, chosenId)
  return (
    <Autocomplete
      options={options}
      value={chosen}
      inputValue={text}
      filterOptions={(all) => all}
      loading={found.isFetching}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      noOptionsText={t('no-site-found')}
      onInputChange={(_, next) => setText(next)}
      onChange={(_, next) => field.onChange(next?.id)}
      onBlur={field.onBlur}
      renderInput={(input) => (
        <MuiTextField
          {...input}
          required
          label={t(kind === 'organisation' ? 'organisation' : 'site')}
          inputRef={field.ref}
          error={fault !== null}
          helperText={fault}
        />
      )}
    />
  )
}

/** What was chosen of the site before is nothing at the new one. */
function useForgetBindings(form: UserFormApi, tenantId: string | undefined) {
  const [known, setKnown] = useState(tenantId)
  useEffect(() => {
    if (known === tenantId) return
    setKnown(tenantId)
    form.setValue('unitIds', [])
    form.setValue('shiftIds', [])
  }, [form, known, tenantId])
}
