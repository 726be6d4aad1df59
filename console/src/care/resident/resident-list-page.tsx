/** residents: who lives in which room, with care notes and consents. RESIDENT-01. */

import type { Resident } from '@mimamori/contract/care/resident.ts'
import { RESIDENT_STATES } from '@mimamori/contract/care/resident-lists.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FileUp, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import type { ListSearch } from '#lib/list/list-search.ts'
import { type List, useList } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import type { ListColumn } from '#ui/list/list-column.ts'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import css from './resident.module.css'
import { Denials } from './resident-consents.tsx'
import { type ResidentFilter, useResidentPage } from './resident-queries.ts'

/** What the list keeps in its address. `state` left out: those that live here. */
export type ResidentSearch = ListSearch<'name' | 'room'> & { state?: 'left' | 'removed' }

const route = getRouteApi('/app/residents')

export function ResidentListPage() {
  const { t } = useTranslation('resident')
  if (isOverSites(useUser())) {
    return (
      <>
        <PageHeader title={t('title')} />
        <Notice>{t('connect-help')}</Notice>
      </>
    )
  }
  return <Residents />
}

function Residents() {
  const { t } = useTranslation('resident')
  const search: ResidentSearch = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList({ search, order: { column: 'name', ascending: true } })
  const unitIds = useUnitIds()
  const state: ResidentFilter['state'] = search.state ?? 'present'
  const filter = useMemo(() => ({ text: search.text, unitIds, state }), [search.text, unitIds, state])
  const residents = useResidentPage(filter, list.page)
  const none = state === 'present' ? 'none' : (`none-${state}` as const)
  const isAdmin = mayCall(useUser().role, 'resident.create')
  return (
    <>
      <PageHeader
        title={t('title')}
        count={residents.data && t('count', { count: residents.data.totalCount })}
        actions={isAdmin && <Actions />}
      />
      <RecordTable
        name="residents"
        label={t('title')}
        list={list}
        query={residents}
        columns={useColumns()}
        keyOf={(resident) => resident.id}
        nameOf={residentTitle}
        onOpen={({ id }) => navigate({ to: '/app/residents/$residentId', params: { residentId: id } })}
        searchLabel={t('search')}
        filters={<States list={list} isAdmin={isAdmin} />}
        none={{ title: t(none), help: t(`${none}-help`), action: isAdmin && state === 'present' && <Actions /> }}
        exported={
          isAdmin ? (page) => call('resident.search', { query: { ...list.page, ...page }, body: filter }) : undefined
        }
      />
    </>
  )
}

function Actions() {
  const { t } = useTranslation('resident')
  return (
    <>
      <LinkButton to="/app/residents/import" variant="outlined" startIcon={<FileUp size={18} />}>
        {t('import')}
      </LinkButton>
      <LinkButton to="/app/residents/new" variant="contained" color="primary" startIcon={<Plus size={18} />}>
        {t('new')}
      </LinkButton>
    </>
  )
}

type StatesProps = { list: List<ResidentSearch>; isAdmin: boolean }

function States({ list, isAdmin }: StatesProps) {
  const { t } = useTranslation('resident')
  const states = RESIDENT_STATES.filter((state) => isAdmin || state !== 'removed')
  return (
    <Segmented
      label={t('state')}
      value={list.search.state ?? 'present'}
      options={states.map((value) => ({ value, label: t(`state-${value}`) }))}
      onChange={(next) => list.change({ state: next === 'present' ? undefined : next })}
    />
  )
}

function useColumns(): ListColumn<Resident>[] {
  const { t } = useTranslation('resident')
  const time = useTime()
  const isNameAlone = !mayCall(useUser().role, 'resident.note')
  return useMemo(() => {
    const roomOf = ({ stay }: Resident) =>
      stay ? [stay.location, stay.bed > 1 ? t('bed-n', { bed: stay.bed }) : null].filter(Boolean).join(' · ') : '—'
    const unitOf = ({ stay }: Resident) => stay?.unitName ?? '—'
    const sinceOf = ({ stay }: Resident) => (stay ? time.date(stay.from) : '—')
    const refusedOf = ({ refused }: Resident) => (refused ?? []).map((kind) => t(`refused-${kind}`)).join(', ')
    const care: ListColumn<Resident>[] = [
      {
        id: 'care-note',
        header: t('care-note'),
        cell: ({ careNote }) => <span className={css.clamped}>{careNote || '—'}</span>,
        csv: ({ careNote }) => careNote,
      },
      {
        id: 'refused',
        header: t('refused'),
        cell: ({ refused }) => <Denials refused={refused ?? []} />,
        csv: refusedOf,
      },
    ]
    return [
      {
        id: 'name',
        header: t('name'),
        isSortable: true,
        cell: (resident) => (
          <Link to="/app/residents/$residentId" params={{ residentId: resident.id }}>
            {residentTitle(resident)}
          </Link>
        ),
        csv: residentTitle,
      },
      { id: 'room', header: t('room'), isSortable: true, cell: roomOf, csv: roomOf },
      { id: 'unit', header: t('unit'), cell: unitOf, csv: unitOf },
      { id: 'since', header: t('since'), cell: sinceOf, csv: sinceOf },
      ...(isNameAlone ? [] : care),
    ]
  }, [t, time, isNameAlone])
}
