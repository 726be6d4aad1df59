/** A new service account: its name, what it may read, where, and for how long. REACH-50. */
import { type ServiceAccountDraft, serviceAccountDraft } from '@mimamori/contract/identity/service-account.ts'
import { SCOPES } from '@mimamori/contract/shared/roles.ts'
import type { TenantKind } from '@mimamori/contract/site/site-lists.ts'
import { Checkbox, FormControlLabel, FormHelperText } from '@mui/material'
import { type Control, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { findTenants } from '#shared/find-tenants.ts'
import { findUnits } from '#shared/named-choices.ts'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { PickField } from '#ui/form/field/pick-field.tsx'
import { TextField, useFieldError } from '#ui/form/field/text-field.tsx'
import { CardForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { useAccountDeeds } from './account-queries.ts'
import css from './service-account.module.css'

const EMPTY: ServiceAccountDraft = { name: '', scopes: [], siteIds: [], unitIds: [], days: 365 }

type Props = { kind: TenantKind; onCreated: (made: { name: string; token: string }) => void; onCancel: () => void }

export function AccountForm({ kind, onCreated, onCancel }: Props) {
  const { t } = useTranslation('service-account')
  const { create } = useAccountDeeds()
  const state = useRecordForm({
    schema: serviceAccountDraft,
    values: EMPTY,
    save: create,
    saved: null,
    onSaved: ({ account, token }) => onCreated({ name: account.name, token }),
  })
  const { control } = state.form
  return (
    <CardForm label={t('create')} state={state} verb={t('create')} onCancel={onCancel}>
      <TextField control={control} name="name" label={t('name')} helperText={t('name-help')} required autoFocus />
      <Scopes control={control} />
      {kind === 'site' ? (
        <PickField
          control={control}
          name="unitIds"
          label={t('units')}
          known={[]}
          queryKey={['service-account', 'units']}
          find={findUnits}
          none={t('units-none')}
        />
      ) : (
        <PickField
          control={control}
          name="siteIds"
          label={t('sites')}
          known={[]}
          queryKey={['service-account', 'sites']}
          find={findTenants('site')}
          none={t('sites-none')}
        />
      )}
      <NumberField
        control={control}
        name="days"
        label={t('days')}
        unit={t('days-unit')}
        helperText={t('days-help')}
        required
      />
    </CardForm>
  )
}

function Scopes({
  control,
}: {
  control: Control<ServiceAccountDraft, unknown, Required<Omit<ServiceAccountDraft, 'tenantId'>>>
}) {
  const { t } = useTranslation('service-account')
  const { field, fieldState } = useController({ control, name: 'scopes' })
  const error = useFieldError(fieldState.error?.message)
  return (
    <fieldset className={css.scopes} aria-label={t('scopes')}>
      {SCOPES.map((scope, at) => (
        <FormControlLabel
          key={scope}
          label={t(`scope-${scope}`)}
          control={
            <Checkbox
              checked={field.value.includes(scope)}
              onChange={(_, isOn) =>
                field.onChange(SCOPES.filter((one) => (one === scope ? isOn : field.value.includes(one))))
              }
              onBlur={field.onBlur}
              slotProps={{ input: at === 0 ? { ref: field.ref } : {} }}
            />
          }
        />
      ))}
      {error && <FormHelperText error>{error}</FormHelperText>}
    </fieldset>
  )
}
