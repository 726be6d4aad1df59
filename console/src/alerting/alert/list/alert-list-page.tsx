/** alerts/list: the alerts, newest first. The address contains filters, order, view and page. ALERT-02, ALERT-10. */

import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type RefObject, Suspense, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isNarrowed } from '#lib/list/list-search.ts'
import { type List, useList } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useIsOutside, useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { BlankCards, CardGrid } from '#ui/list/card-grid.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import { NewPill } from '#ui/list/new-pill.tsx'
import type { RowChoice } from '#ui/list/table/data-table.tsx'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import { mayMark } from '../alert-deeds.ts'
import { useAlertPage, useUnseenCount } from '../alert-queries.ts'
import { type Chosen, useAlertKeys } from '../use-alert-keys.ts'
import { AlertCard, AlertCardSkeleton } from './alert-card.tsx'
import { useAlertColumns } from './alert-columns.tsx'
import { useSavedFilters } from './alert-filter-queries.ts'
import { AlertFilters, AlertOrder, firstSort } from './alert-filters.tsx'
import { AlertListHeader } from './alert-list-header.tsx'
import { type AlertSearch, EMPTY, type FilterProps, fromContent, ofList, SORTS, toFilter } from './alert-search.ts'
import { useDefaultFilter } from './use-default-filter.ts'
import { useHeldList } from './use-held-list.ts'
import { useNewAlerts } from './use-new-alerts.ts'

const AlertBulkActions = lazyPart(async () => ({
  default: (await import('./alert-bulk-actions.tsx')).AlertBulkActions,
}))
const route = getRouteApi('/app/alerts/list')

export function AlertListPage() {
  const { t } = useTranslation('alert')
  const { t: alarm } = useTranslation('alarm')
  const search: AlertSearch = route.useSearch()
  const navigate = route.useNavigate()
  const cache = useQueryClient()
  const { role } = useUser()
  const records = useRef<HTMLDivElement>(null)
  const list = useAlertList(search)
  const isDebounced = useDefaultFilter(search, list)
  const { page } = list
  const isByTime = list.order.column === 'occurredAt'
  const refresh = () => cache.invalidateQueries({ queryKey: ['alert'] }, { throwOnError: true })
  const isOnTop = page.pageNumber === 0 && !list.order.ascending
  const fresh = useNewAlerts({ list: records, search, isOnTop, refresh })
  const hold = useHeldList(isOnTop && isByTime && !search.shiftIds && fresh.count > 0)
  const filter = { ...useFilter(search), ...hold.bound }

  const alerts = useAlertPage(filter, page, isDebounced)
  const unseen = useUnseenCount(filter, isDebounced)
  const columns = useAlertColumns(search)
  const chosen = useAlertKeys(alerts.data?.records ?? NONE)
  hold.at(alerts.isPlaceholderData ? undefined : alerts.data?.records[0])

  const showNew = () => {
    fresh.show()
    if (!isOnTop) list.change({ turned: undefined, sort: undefined } as Partial<AlertSearch>)
  }
  const open = ({ id }: Alert) =>
    navigate({ to: '/app/alerts/detail/$alertId', params: { alertId: id }, search: ofList(search) })

  if (useIsOutside()) return <NotConnected />
  return (
    <>
      <AlertListHeader
        filter={filter}
        total={alerts.data?.totalCount}
        unseen={unseen.data}
        isBusy={alerts.isFetching}
        isLate={search.late === true && search.tab === 'needs'}
        onRefresh={fresh.show}
      />
      <div ref={records}>
        <Tabs search={search} onChange={list.change} />
        <RecordTable
          name="alerts"
          label={t('title')}
          list={list}
          query={alerts}
          columns={columns}
          keyOf={(alert) => alert.id}
          nameOf={(alert) => alert.location}
          onOpen={open}
          searchLabel={t('search')}
          filters={<AlertFilters search={search} onChange={list.change} />}
          order={<AlertOrder search={search} onChange={list.change} />}
          notice={
            fresh.count > 0 && (
              <NewPill
                label={fresh.count === 1 ? t('new-one') : t('new-many', { count: fresh.count })}
                onClick={showNew}
              />
            )
          }
          none={
            search.late
              ? { title: alarm('late-none') }
              : search.tab
                ? { title: alarm(`no-${search.tab}`) }
                : { title: t('none'), help: t('none-help') }
          }
          grid={{
            draw: (shown, choice) => <Cards alerts={shown} choice={choice} search={search} />,
            skeleton: <Skeleton />,
          }}
          {...(mayMark(role) && {
            actions: (alerts: Alert[], done: () => void) => <Actions chosen={{ alerts, done }} keys={chosen} />,
          })}
          exported={(asked) => call('alert.search', { query: { ...page, ...asked }, body: filter })}
        />
      </div>
    </>
  )
}

const NONE: Alert[] = []
const TABS = ['needs', 'answering', 'all'] as const

/** Tabs: alarms that need an answer, alarms that are claimed, all alerts. ALARM-05. */
function Tabs({ search, onChange }: FilterProps) {
  const { t } = useTranslation('alarm')
  return (
    <div style={{ marginBlockEnd: 12 }}>
      <Segmented
        label={t('tabs')}
        value={search.tab ?? 'all'}
        options={TABS.map((value) => ({ value, label: t(`tab-${value}`) }))}
        onChange={(tab) =>
          onChange({ tab: tab === 'all' ? undefined : tab, sort: undefined, turned: undefined } as Partial<AlertSearch>)
        }
      />
    </div>
  )
}

/** The action bar; while it is visible, keys act on its selection. */
function Actions({ chosen, keys }: { chosen: Chosen; keys: RefObject<Chosen | null> }) {
  useEffect(() => {
    keys.current = chosen
    return () => {
      keys.current = null
    }
  })
  return (
    <Suspense>
      <AlertBulkActions chosen={chosen.alerts} onDone={chosen.done} />
    </Suspense>
  )
}

/** Cleared filters stay cleared: the default filter is not applied again. */
function useAlertList(search: AlertSearch): List<AlertSearch> {
  // What needs an answer begins with the most urgent.
  const all = useList({ search, order: { column: firstSort(search), ascending: false }, descendingFirst: SORTS })
  // Late alarms are a list of their own, which has its own words when it is empty.
  const { late: _, ...narrowing } = search
  const list = { ...all, isNarrowed: isNarrowed(narrowing) }
  const isPlainless = useSavedFilters().data?.some(({ isDefault }) => isDefault)
  if (!isPlainless) return list
  return { ...list, clear: () => list.change({ ...fromContent(EMPTY), plain: true }) }
}

type CardsProps = { alerts: Alert[]; choice: RowChoice<Alert> | undefined; search: AlertSearch }

function Cards({ alerts, choice, search }: CardsProps) {
  return (
    <CardGrid>
      {alerts.map((alert, at) => (
        <AlertCard key={alert.id} alert={alert} eager={at < 8} choice={choice} search={search} />
      ))}
    </CardGrid>
  )
}

function Skeleton() {
  return (
    <BlankCards>
      <AlertCardSkeleton />
    </BlankCards>
  )
}

function useFilter(search: AlertSearch) {
  const unitIds = useUnitIds()
  // Without a time range the query does not depend on the current time, so keep its cache key stable.
  const now = useNow()
  const minute = search.range ? Math.floor(now.getTime() / 60_000) : 0
  const { timeZone } = useTime().style
  return useMemo(
    () => toFilter(search, unitIds ?? [], { now: new Date(minute * 60_000), timeZone }),
    [search, unitIds, minute, timeZone],
  )
}
