/** The filter chips above the list of users. SET-04. */
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { findTenants } from '#shared/find-tenants.ts'
import { ChoiceChip } from '#ui/list/filter/choice-chip.tsx'
import { FilterChip } from '#ui/list/filter/filter-bar.tsx'
import { PickChip } from '#ui/list/filter/pick-chip.tsx'
import { grantableRoles, reachesSites } from './user-access.ts'
import { useChoices, useTenantName } from './user-queries.ts'
import type { UserSearch } from './user-search.ts'

type Props = { search: UserSearch; onChange: (change: Partial<UserSearch>) => void }

export function UserFilters({ search, onChange }: Props) {
  const { t } = useTranslation('user')
  const me = useUser()
  const hasSites = reachesSites(me)
  // Units of several sites at once would be confusing.
  const choices = useChoices(hasSites ? (search.tenantId ?? null) : undefined).data
  const options = (list: { id: string; name: string }[] | undefined) =>
    (list ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      {hasSites && <SiteChip search={search} onChange={onChange} />}
      <ChoiceChip
        label={t('role')}
        options={grantableRoles(me).map((role) => ({ value: role, label: t(`role-${role}`) }))}
        chosen={search.roles}
        onChange={(roles) => onChange({ roles })}
      />
      {choices && choices.units.length > 0 && (
        <ChoiceChip
          label={t('units')}
          options={options(choices.units)}
          chosen={search.units}
          onChange={(units) => onChange({ units })}
        />
      )}
      {choices && choices.shifts.length > 0 && (
        <ChoiceChip
          label={t('shifts')}
          options={options(choices.shifts)}
          chosen={search.shifts}
          onChange={(shifts) => onChange({ shifts })}
        />
      )}
      <FilterChip
        label={t('shared-only')}
        on={search.type === 'SHARED'}
        onClick={() => onChange({ type: search.type === 'SHARED' ? undefined : 'SHARED' })}
      />
      <FilterChip
        label={t('disabled')}
        on={search.disabled === true}
        onClick={() => onChange({ disabled: search.disabled ? undefined : true })}
      />
    </>
  )
}

/** One organization or site of hundreds. Changing it changes the available units and shifts. */
function SiteChip({ search, onChange }: Props) {
  const { t } = useTranslation('user')
  const { tenantId } = search
  const named = useTenantName(tenantId)
  return (
    <PickChip
      label={t('site')}
      queryKey={['user', 'sites', 'all']}
      find={findTenants(undefined)}
      chosen={tenantId ? [tenantId] : undefined}
      named={named ? [named] : []}
      onChange={(ids) => onChange({ tenantId: ids?.at(-1), units: undefined, shifts: undefined })}
    />
  )
}
