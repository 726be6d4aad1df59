/** users/list: who may sign in, as what, and when they last did. USER-01, USER-04. */
import { getRouteApi } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useUser } from '#lib/session/session.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import { reachesSites } from './user-access.ts'
import { UserBulkActions } from './user-bulk-actions.tsx'
import { useUserColumns } from './user-columns.tsx'
import { UserFilters } from './user-filters.tsx'
import { useUserPage } from './user-queries.ts'
import { toUserFilter } from './user-search.ts'

const route = getRouteApi('/app/users/list')

export function UserListPage() {
  const { t } = useTranslation('user')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList({ search, order: { column: 'name', ascending: true }, descendingFirst: ['role', 'lastSignIn'] })
  const filter = useMemo(() => toUserFilter(search), [search])
  const users = useUserPage(filter, list.page)
  const columns = useUserColumns(reachesSites(useUser()))
  return (
    <>
      <PageHeader
        title={t('title')}
        count={users.data && t('count', { count: users.data.totalCount })}
        actions={<NewButton tenantId={search.tenantId} />}
      />
      <RecordTable
        name="users"
        label={t('title')}
        list={list}
        query={users}
        columns={columns}
        keyOf={(user) => user.id}
        nameOf={(user) => user.displayName}
        onOpen={({ id }) => navigate({ to: '/app/users/edit/$id', params: { id } })}
        searchLabel={t('search')}
        filters={<UserFilters search={search} onChange={list.change} />}
        none={{ title: t('none'), help: t('none-help'), action: <NewButton tenantId={search.tenantId} /> }}
        actions={(chosen, done) => <UserBulkActions chosen={chosen} onDone={done} />}
        exported={(asked) => call('user.search', { query: { ...list.page, ...asked }, body: filter })}
      />
    </>
  )
}

function NewButton({ tenantId }: { tenantId: string | undefined }) {
  const { t } = useTranslation('user')
  return (
    <LinkButton
      to="/app/users/new"
      search={tenantId ? { tenantId } : {}}
      variant="contained"
      startIcon={<UserPlus size={18} />}
    >
      {t('new')}
    </LinkButton>
  )
}
