/** accidents: reports to the municipality, with their state and what they still lack. REPORT-05. */
import type { Accident } from '@mimamori/contract/care/accident.ts'
import { ACCIDENT_KINDS, ACCIDENT_STATES } from '@mimamori/contract/care/care-lists.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { type List, useList } from '#lib/list/use-list.ts'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import type { ListColumn } from '#ui/list/list-column.ts'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import css from './accident.module.css'
import { useAccidentPage } from './accident-queries.ts'
import type { AccidentSearch } from './accident-search.ts'
import { StateMark } from './accident-state.tsx'

const route = getRouteApi('/app/accidents')

export function AccidentListPage() {
  const { t } = useTranslation('accident')
  if (!isOverSites(useUser())) return <Accidents />
  return (
    <>
      <PageHeader title={t('title')} />
      <Notice>{t('connect-help')}</Notice>
    </>
  )
}

function Accidents() {
  const { t } = useTranslation('accident')
  const { role } = useUser()
  const search: AccidentSearch = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList({ search, order: { column: 'occurredAt', ascending: false } })
  const unitIds = useUnitIds()
  const { text, state, kind } = search
  const filter = useMemo(
    () => ({ text, unitIds, ...(state && { states: [state] }), ...(kind && { kinds: [kind] }) }),
    [text, unitIds, state, kind],
  )
  const accidents = useAccidentPage(filter, list.page)
  const none = state || kind ? ('none-match' as const) : ('none' as const)
  return (
    <>
      <PageHeader
        title={t('title')}
        count={accidents.data && t('count', { count: accidents.data.totalCount })}
        actions={mayCall(role, 'evidence.get') && <LinkButton to="/app/accidents/evidence">{t('figures')}</LinkButton>}
      />
      <RecordTable
        name="accidents"
        label={t('title')}
        list={list}
        query={accidents}
        columns={useColumns()}
        keyOf={({ id }) => id}
        nameOf={({ personName }) => personName || t('nobody')}
        onOpen={({ id }) => navigate({ to: '/app/accidents/$accidentId', params: { accidentId: id } })}
        searchLabel={t('search')}
        filters={<States list={list} />}
        none={{
          title: t(none),
          help: t(`${none}-help`),
          action: !state && !kind && (
            <LinkButton to="/app/alerts/list" variant="outlined">
              {t('open-alerts')}
            </LinkButton>
          ),
        }}
      />
    </>
  )
}

function States({ list }: { list: List<AccidentSearch> }) {
  const { t } = useTranslation('accident')
  return (
    <>
      <Segmented
        label={t('kind')}
        value={list.search.kind ?? 'all'}
        options={(['all', ...ACCIDENT_KINDS] as const).map((value) => ({ value, label: t(`kind-${value}`) }))}
        onChange={(next) => list.change({ kind: next === 'all' ? undefined : next })}
      />
      <Segmented
        label={t('state')}
        value={list.search.state ?? 'all'}
        options={(['all', ...ACCIDENT_STATES] as const).map((value) => ({ value, label: t(`state-${value}`) }))}
        onChange={(next) => list.change({ state: next === 'all' ? undefined : next })}
      />
    </>
  )
}

function useColumns(): ListColumn<Accident>[] {
  const { t } = useTranslation('accident')
  const time = useTime()
  return useMemo(
    () => [
      {
        id: 'resident',
        header: t('resident'),
        cell: ({ id, personName }) => (
          <Link to="/app/accidents/$accidentId" params={{ accidentId: id }}>
            {personName || t('nobody')}
          </Link>
        ),
      },
      { id: 'kind', header: t('kind'), cell: ({ kind }) => t(`kind-${kind}`) },
      { id: 'state', header: t('state'), cell: ({ state }) => <StateMark state={state} /> },
      {
        id: 'occurredAt',
        header: t('when'),
        isSortable: true,
        cell: ({ occurredAt }) => (occurredAt ? time.dateTime(occurredAt) : '—'),
      },
      { id: 'room', header: t('room'), cell: ({ location }) => location || '—' },
      {
        id: 'missing',
        header: t('missing-count'),
        align: 'end',
        cell: ({ missingCount }) =>
          missingCount === 0 ? t('nothing-missing') : <span className={css.missingCount}>{missingCount}</span>,
      },
      {
        id: 'issue',
        header: t('issue'),
        cell: ({ kind, issue, isFinal }) =>
          kind === 'near-miss' ? '—' : isFinal ? t('field-isFinal') : t('issue-n', { issue }),
      },
      {
        id: 'edited',
        header: t('edited'),
        isOptional: true,
        cell: ({ editedByName, editedAt }) => t('edited-by', { name: editedByName, time: time.dateTime(editedAt) }),
      },
    ],
    [t, time],
  )
}
