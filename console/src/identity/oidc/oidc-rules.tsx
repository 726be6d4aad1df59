/** The table of groups: what role, site and unit each of them gives. REACH-42. */
import { OIDC_ROLES, type oidcForm } from '@mimamori/contract/identity/oidc.ts'
import { Button, IconButton } from '@mui/material'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useController, useFieldArray, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { findTenants } from '#shared/find-tenants.ts'
import { FindField } from '#ui/form/field/find-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { type ControlOf, type FormOf, TextField } from '#ui/form/field/text-field.tsx'
import css from './oidc.module.css'
import { useSiteName } from './oidc-queries.ts'

type Control = ControlOf<typeof oidcForm>
const EMPTY = { group: '', role: 'USER', siteId: null, unit: '' } as const

export function OidcRules({ form: { control } }: { form: FormOf<typeof oidcForm> }) {
  const { t } = useTranslation('oidc')
  const { fields, append, remove } = useFieldArray({ control, name: 'rules' })
  return (
    <>
      <ul className={css.rules} aria-label={t('rules')}>
        {fields.map(({ id }, at) => (
          <Rule key={id} control={control} at={at} onRemove={() => remove(at)} />
        ))}
      </ul>
      <div>
        <Button onClick={() => append(EMPTY)}>{t('add')}</Button>
      </div>
    </>
  )
}

function Rule({ control, at, onRemove }: { control: Control; at: number; onRemove: () => void }) {
  const { t } = useTranslation(['oidc', 'user'])
  const { group, role } = useWatch({ control, name: `rules.${at}` })
  const isOfSite = role !== 'ORG_ADMIN'
  return (
    <li className={css.rule}>
      <TextField control={control} name={`rules.${at}.group`} label={t('group')} required />
      <SelectField
        control={control}
        name={`rules.${at}.role`}
        label={t('role')}
        required
        options={OIDC_ROLES.map((value) => ({ value, label: t(`user.role-${value}`) }))}
      />
      <SitePick control={control} at={at} isOfSite={isOfSite} />
      <TextField
        control={control}
        name={`rules.${at}.unit`}
        label={t('unit')}
        helperText={t('unit-help')}
        disabled={!isOfSite}
      />
      <IconButton aria-label={t('remove', { group })} title={t('remove', { group })} onClick={onRemove}>
        <X size={18} />
      </IconButton>
    </li>
  )
}

/** An organization admin belongs to no site. */
function SitePick({ control, at, isOfSite }: { control: Control; at: number; isOfSite: boolean }) {
  const { t } = useTranslation('oidc')
  const name = `rules.${at}.siteId` as const
  const { value, onChange } = useController({ control, name }).field
  const known = useSiteName(value ?? null)
  useEffect(() => {
    if (value === undefined || (value !== null && !isOfSite)) onChange(null)
  }, [value, isOfSite, onChange])
  return (
    <FindField
      control={control}
      name={name}
      label={t('site')}
      known={known}
      disabled={!isOfSite}
      helperText={isOfSite ? undefined : t('organization')}
      queryKey={['oidc', 'sites']}
      find={findTenants('site')}
    />
  )
}
