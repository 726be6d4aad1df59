/** agents/list: the hubs of all sites, or of the own one, with state and load. HUB-01, HUB-02. */
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useList } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useUser } from '#lib/session/session.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { FilterChip } from '#ui/list/filter/filter-bar.tsx'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import { useAgentColumns } from './agent-columns.tsx'
import { useAgentPage } from './agent-queries.ts'
import { toAgentFilter } from './agent-search.ts'

const route = getRouteApi('/app/agents/list')
const STATES = ['online', 'offline', 'unfinished'] as const

export function AgentListPage() {
  const { t } = useTranslation('agent')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList({
    search,
    order: { column: 'name', ascending: true },
    descendingFirst: ['cameraCount', 'cpuShare', 'lastActiveAt', 'createdAt'],
  })
  const filter = useMemo(() => toAgentFilter(search), [search])
  const agents = useAgentPage(filter, list.page)
  const columns = useAgentColumns()
  return (
    <>
      <PageHeader
        title={t('title')}
        count={agents.data && t('count', { count: agents.data.totalCount })}
        actions={<NewButton />}
      />
      <RecordTable
        name="agents"
        label={t('title')}
        list={list}
        query={agents}
        columns={columns}
        keyOf={(agent) => agent.id}
        nameOf={(agent) => agent.name}
        onOpen={({ id }) => navigate({ to: '/app/agents/edit/$id', params: { id } })}
        searchLabel={t('search')}
        filters={STATES.map((state) => (
          <FilterChip
            key={state}
            label={t(state)}
            on={search.state === state}
            onClick={() => list.change({ state: search.state === state ? undefined : state })}
          />
        ))}
        none={{ title: t('none'), help: t('none-help'), action: <NewButton /> }}
        exported={(asked) => call('agent.search', { query: { ...list.page, ...asked }, body: filter })}
      />
    </>
  )
}

function NewButton() {
  const { t } = useTranslation('agent')
  if (!mayCall(useUser().role, 'agent.create')) return null
  return (
    <LinkButton to="/app/agents/new" variant="contained" startIcon={<Plus size={18} />}>
      {t('new')}
    </LinkButton>
  )
}
