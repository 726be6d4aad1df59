/** What somebody is at which place, and in which units and shifts. USER-03, SET-04. */

import type { User, userDraft } from '@mimamori/contract/identity/user.ts'
import { isFound } from '@mimamori/contract/shared/plain.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { DateField } from '#ui/form/field/date-field.tsx'
import { PickField } from '#ui/form/field/pick-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import type { ControlOf, FormOf } from '#ui/form/field/text-field.tsx'
import { FieldRow } from '#ui/form/record-form.tsx'
import { SiteField } from './site-field.tsx'
import { grantableRoles, placeOf, placeToName } from './user-access.ts'
import { useChoices } from './user-queries.ts'

export function WorkFields({ form, user }: { form: FormOf<typeof userDraft>; user: User | undefined }) {
  const { t } = useTranslation('user')
  const me = useUser()
  const { control } = form
  const role = useWatch({ control, name: 'role' })
  const tenantId = useWatch({ control, name: 'tenantId' })
  const roles = grantableRoles(me, user && placeOf(user.role))
  const place = user ? null : placeToName(me, role)
  return (
    <>
      <SelectField
        control={control}
        name="role"
        label={t('role')}
        required
        // Nobody changes what they are themselves.
        disabled={user?.id === me.id}
        helperText={role ? t(`role-help-${role}`) : undefined}
        options={roles.map((value) => ({ value, label: t(`role-${value}`) }))}
      />
      {place && <SiteField form={form} kind={place} />}
      {hasUnits(role) && (
        <Bindings control={control} tenantId={user?.tenantId ?? (place ? (tenantId ?? null) : undefined)} role={role} />
      )}
    </>
  )
}

/** Those who work in units; administrators have all of theirs. */
function hasUnits(role: Role | undefined): boolean {
  return role === 'USER' || role === 'RESTRICTED_USER' || role === 'ADMIN' || role === 'ANNOTATOR'
}

type BindingProps = { control: ControlOf<typeof userDraft>; tenantId: string | null | undefined; role: Role }

function Bindings({ control, tenantId, role }: BindingProps) {
  const { t } = useTranslation('user')
  const choices = useChoices(tenantId)
  const isBound = role === 'USER' || role === 'RESTRICTED_USER'
  const pick = (name: 'unitIds' | 'shiftIds', label: string, list: { id: string; name: string }[], help?: string) => {
    const options = list.map((each) => ({ id: each.id, label: each.name }))
    const find = async (text: string) => options.filter((each) => isFound(each.label, text))
    // The list is part of the key: another site offers others.
    const queryKey = ['user', 'pick', name, tenantId, choices.dataUpdatedAt]
    return (
      <PickField
        control={control}
        name={name}
        label={label}
        known={options}
        queryKey={queryKey}
        find={find}
        helperText={help}
      />
    )
  }
  if (!choices.data) return null
  const { units, shifts } = choices.data
  return (
    <FieldRow>
      {isBound && pick('unitIds', t('units'), units, t(role === 'USER' ? 'units-help' : 'units-help-restricted'))}
      {pick('shiftIds', t('shifts'), shifts)}
      <DateField control={control} name="awayUntil" label={t('away-until')} helperText={t('away-until-help')} />
    </FieldRow>
  )
}
