/** tenants/list: organizations and their sites, with what is installed and how much of the license is used. SITE-01, SITE-03. */
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useUser } from '#lib/session/session.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { FilterChip } from '#ui/list/filter/filter-bar.tsx'
import { PlainSelect } from '#ui/list/filter/plain-select.tsx'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import { useTenantColumns } from './tenant-columns.tsx'
import { useOrganisations, useTenantPage } from './tenant-queries.ts'
import { type TenantSearch, toTenantFilter } from './tenant-search.ts'

const route = getRouteApi('/app/tenants/list')

export function TenantListPage() {
  const { t } = useTranslation('tenant')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList({
    search,
    order: { column: 'name', ascending: true },
    descendingFirst: ['cameraCount', 'hubCount', 'userCount', 'createdAt'],
  })
  const filter = useMemo(() => toTenantFilter(search), [search])
  const tenants = useTenantPage(filter, list.page)
  const columns = useTenantColumns()
  return (
    <>
      <PageHeader
        title={t('title')}
        count={tenants.data && t('count', { count: tenants.data.totalCount })}
        actions={<NewButton />}
      />
      <RecordTable
        name="sites"
        label={t('title')}
        list={list}
        query={tenants}
        columns={columns}
        keyOf={(tenant) => tenant.id}
        nameOf={(tenant) => tenant.name}
        onOpen={({ id }) => navigate({ to: '/app/tenants/edit/$id', params: { id } })}
        searchLabel={t('search')}
        filters={<Filters search={search} onChange={list.change} />}
        none={{ title: t('none'), help: t('none-help'), action: <NewButton /> }}
        exported={(asked) => call('tenant.search', { query: { ...list.page, ...asked }, body: filter })}
      />
    </>
  )
}

/** A connected session works on its one site only. */
function NewButton() {
  const { t } = useTranslation('tenant')
  const { impersonatedTenant } = useUser()
  if (impersonatedTenant) return null
  return (
    <LinkButton to="/app/tenants/new" variant="contained" startIcon={<Plus size={18} />}>
      {t('new')}
    </LinkButton>
  )
}

type FiltersProps = { search: TenantSearch; onChange: (change: Partial<TenantSearch>) => void }

function Filters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation('tenant')
  const { role } = useUser()
  const organisations = useOrganisations(role === 'SUPER_ADMIN').data?.records ?? []
  const chip = (label: string, is: boolean, change: Partial<TenantSearch>) => (
    <FilterChip label={label} on={is} onClick={() => onChange(change)} />
  )
  return (
    <>
      {organisations.length > 1 && (
        <PlainSelect
          label={t('organisation')}
          value={search.parentId ?? ''}
          options={[
            { value: '', label: t('all-organisations') },
            ...organisations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => onChange({ parentId: id || undefined })}
        />
      )}
      {chip(t('only-sites'), search.kind === 'site', { kind: search.kind === 'site' ? undefined : 'site' })}
      {chip(t('only-organisations'), search.kind === 'organisation', {
        kind: search.kind === 'organisation' ? undefined : 'organisation',
      })}
      {chip(t('cameras-missing'), search.offline === true, { offline: search.offline ? undefined : true })}
      {chip(t('disabled'), search.disabled === true, { disabled: search.disabled ? undefined : true })}
    </>
  )
}
