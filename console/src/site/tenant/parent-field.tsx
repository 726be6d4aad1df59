/** The organisation above a site; none makes an organisation. */

import type { tenantDraft } from '@mimamori/contract/site/tenant.ts'
import { MenuItem, TextField as MuiTextField } from '@mui/material'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ControlOf } from '#ui/form/field/text-field.tsx'
import { useFieldError } from '#ui/form/field/text-field.tsx'
import { useOrganisations } from './tenant-queries.ts'

type Props = { control: ControlOf<typeof tenantDraft>; isNew: boolean; isSite: boolean }

/** A site stays a site: it moves to another organisation, and an organisation moves nowhere. */
export function ParentField({ control, isNew, isSite }: Props) {
  const { t } = useTranslation('tenant')
  const { field, fieldState } = useController({ control, name: 'parentId' })
  const error = useFieldError(fieldState.error?.message)
  const organisations = useOrganisations(isNew || isSite).data?.records ?? []
  if (!isNew && !isSite) return null
  const chosen = field.value ?? ''
  const isKnown = chosen === '' || organisations.some(({ id }) => id === chosen)
  return (
    <MuiTextField
      select
      fullWidth
      label={t('organisation')}
      name={field.name}
      inputRef={field.ref}
      value={isKnown ? chosen : ''}
      error={error !== null}
      helperText={error ?? t(isNew ? 'parent-help' : 'parent-move-help')}
      slotProps={{ select: { displayEmpty: isNew }, inputLabel: { shrink: isNew || undefined } }}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.target.value || null)}
    >
      {isNew && <MenuItem value="">{t('new-organisation')}</MenuItem>}
      {organisations.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </MuiTextField>
  )
}
