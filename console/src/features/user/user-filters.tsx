/** The chips above the list of users. SET-04. */
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session.ts'
import { ChoiceChip } from '#ui/choice-chip.tsx'
import { FilterChip } from '#ui/filter-bar.tsx'
import { PlainSelect } from '#ui/plain-select.tsx'
import { grantableRoles, reachesSites } from './user-access.ts'
import { useChoices, useSites } from './user-queries.ts'
import type { UserSearch } from './user-search.ts'

type Props = { search: UserSearch; onChange: (change: Partial<UserSearch>) => void }

export function UserFilters({ search, onChange }: Props) {
  const { t } = useTranslation('user')
  const me = useUser()
  const hasSites = reachesSites(me)
  // Of several sites at once the units would be a jumble.
  const choices = useChoices(hasSites ? (search.tenantId ?? null) : undefined).data
  const options = (list: { id: string; name: string }[] | undefined) =>
    (list ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      {hasSites && <SiteSelect search={search} onChange={onChange} />}
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

/** Another site has other units and shifts. */
function SiteSelect({ search, onChange }: Props) {
  const { t } = useTranslation('user')
  const sites = useSites().data?.records ?? []
  return (
    <PlainSelect
      label={t('site')}
      value={search.tenantId ?? ''}
      options={[{ value: '', label: t('all-sites') }, ...sites.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(id) => onChange({ tenantId: id || undefined, units: undefined, shifts: undefined })}
    />
  )
}
