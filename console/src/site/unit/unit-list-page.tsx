/** units/list: the wards and floors of the site, or of all sites for those who work on several. UNIT-01. The worked example of a list page. */
import type { Unit } from '@mimamori/contract/site/unit.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useList } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { isOverSites, useIsOutside, useUser } from '#lib/session/session.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import type { ListColumn } from '#ui/list/list-column.ts'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import { useUnitPage } from './unit-queries.ts'

const route = getRouteApi('/app/units/list')

export function UnitListPage() {
  const { t } = useTranslation('unit')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList({ search, order: { column: 'name', ascending: true } })
  const user = useUser()
  const isOutside = useIsOutside()
  const filter = useMemo(() => ({ name: search.text, ofAllSites: isOutside }), [search.text, isOutside])
  const units = useUnitPage(filter, list.page)
  const columns = useUnitColumns(isOutside, isOutside || isOverSites(user))
  const mayCreate = mayCall(user.role, 'unit.create')
  const create = (
    <LinkButton to="/app/units/new" variant="contained" color="primary" startIcon={<Plus size={18} />}>
      {t('new')}
    </LinkButton>
  )

  return (
    <>
      <PageHeader
        title={t('title')}
        count={units.data && t('count', { count: units.data.totalCount })}
        subtitle={isOutside && t('outside-help')}
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
        onOpen={(unit) =>
          isOutside
            ? navigate({ to: '/app/tenants/edit/$id', params: { id: unit.tenantId } })
            : navigate({ to: '/app/units/edit/$unitId', params: { unitId: unit.id } })
        }
        searchLabel={t('search')}
        none={{ title: t('none'), help: t('none-help'), action: mayCreate && create }}
        exported={(page) => call('unit.search', { query: { ...list.page, ...page }, body: filter })}
      />
    </>
  )
}

/** `isOutside`: a unit is opened within its site alone, so the way to it is the site's page. */
function useUnitColumns(isOutside: boolean, showsSite: boolean): ListColumn<Unit>[] {
  const { t } = useTranslation('unit')
  return useMemo(() => {
    const reminders = (unit: Unit) => (unit.overridesReminderSubscribers ? t('reminders-own') : t('reminders-cameras'))
    return [
      {
        id: 'name',
        header: t('name'),
        isSortable: true,
        cell: (unit) => (isOutside ? unit.name : <UnitLink unit={unit} />),
        csv: (unit) => unit.name,
      },
      ...(showsSite ? [siteColumn(t('site'))] : []),
      { id: 'cameras', header: t('cameras'), align: 'end', cell: cameraCount, csv: cameraCount },
      { id: 'reminders', header: t('reminders'), cell: reminders, csv: reminders },
      { id: 'id', header: 'ID', isOptional: true, cell: (unit) => unit.id, csv: (unit) => unit.id },
    ]
  }, [t, isOutside, showsSite])
}

function siteColumn(header: string): ListColumn<Unit> {
  const cell = ({ tenantId, tenantName }: Unit) => (
    <Link to="/app/tenants/edit/$id" params={{ id: tenantId }}>
      {tenantName}
    </Link>
  )
  return { id: 'site', header, cell, csv: ({ tenantName }) => tenantName }
}

function UnitLink({ unit }: { unit: Unit }) {
  return (
    <Link to="/app/units/edit/$unitId" params={{ unitId: unit.id }}>
      {unit.name}
    </Link>
  )
}

const cameraCount = (unit: Unit) => unit.cameraCount
