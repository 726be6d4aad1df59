/** units/list: the wards and floors of the connected site. UNIT-01. The worked example of a list page. */
import type { Unit } from '@mimamori/contract/unit.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access.ts'
import { call } from '#lib/api.ts'
import { useIsOutside, useUser } from '#lib/session.ts'
import { useList } from '#lib/use-list.ts'
import { LinkButton } from '#ui/link-button.tsx'
import type { ListColumn } from '#ui/list-column.ts'
import { NotConnected } from '#ui/not-connected.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RecordTable } from '#ui/record-table.tsx'
import { useUnitPage } from './unit-queries.ts'

const route = getRouteApi('/app/units/list')

export function UnitListPage() {
  const { t } = useTranslation('unit')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList({ search, order: { column: 'name', ascending: true } })
  const filter = useMemo(() => ({ name: search.text }), [search.text])
  const units = useUnitPage(filter, list.page)
  const columns = useUnitColumns()
  const mayCreate = mayCall(useUser().role, 'unit.create')
  const create = (
    <LinkButton to="/app/units/new" variant="contained" color="primary" startIcon={<Plus size={18} />}>
      {t('new')}
    </LinkButton>
  )

  if (useIsOutside()) return <NotConnected />
  return (
    <>
      <PageHeader
        title={t('title')}
        count={units.data && t('count', { count: units.data.totalCount })}
        actions={mayCreate && create}
      />
      <RecordTable
        name="units"
        label={t('title')}
        list={list}
        query={units}
        columns={columns}
        keyOf={(unit) => unit.id}
        nameOf={(unit) => unit.name}
        onOpen={(unit) => navigate({ to: '/app/units/edit/$unitId', params: { unitId: unit.id } })}
        searchLabel={t('search')}
        none={{ title: t('none'), help: t('none-help'), action: mayCreate && create }}
        exported={(page) => call('unit.search', { query: { ...list.page, ...page }, body: filter })}
      />
    </>
  )
}

function useUnitColumns(): ListColumn<Unit>[] {
  const { t } = useTranslation('unit')
  return useMemo(() => {
    const reminders = (unit: Unit) => (unit.overridesReminderSubscribers ? t('reminders-own') : t('reminders-cameras'))
    return [
      {
        id: 'name',
        header: t('name'),
        isSortable: true,
        cell: (unit) => (
          <Link to="/app/units/edit/$unitId" params={{ unitId: unit.id }}>
            {unit.name}
          </Link>
        ),
        csv: (unit) => unit.name,
      },
      { id: 'cameras', header: t('cameras'), align: 'end', cell: cameraCount, csv: cameraCount },
      { id: 'reminders', header: t('reminders'), cell: reminders, csv: reminders },
      { id: 'id', header: 'ID', isOptional: true, cell: (unit) => unit.id, csv: (unit) => unit.id },
    ]
  }, [t])
}

const cameraCount = (unit: Unit) => unit.cameraCount
