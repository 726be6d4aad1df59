/** alerts/list: what happened, newest first. The address holds filters, order, view and page. ALERT-02, ALERT-10. */
import type { Alert } from '@mimamori/contract/alert.ts'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api.ts'
import { useIsOutside } from '#lib/session.ts'
import { useUnitIds } from '#lib/unit-filter.ts'
import { useList } from '#lib/use-list.ts'
import { useNow } from '#lib/use-time.ts'
import { CardGrid, CardPlace } from '#ui/card-grid.tsx'
import { NewPill } from '#ui/new-pill.tsx'
import { NotConnected } from '#ui/not-connected.tsx'
import { RecordTable } from '#ui/record-table.tsx'
import { AlertCard, AlertCardSkeleton } from './alert-card.tsx'
import { useAlertColumns } from './alert-columns.tsx'
import { AlertFilters, AlertOrder } from './alert-filters.tsx'
import { AlertListHeader } from './alert-list-header.tsx'
import { useAlertPage, useUnseenCount } from './alert-queries.ts'
import { type AlertSearch, toFilter } from './alert-search.ts'
import { useNewAlerts } from './use-new-alerts.ts'

const route = getRouteApi('/app/alerts/list')

export function AlertListPage() {
  const { t } = useTranslation('alert')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const cache = useQueryClient()
  const records = useRef<HTMLDivElement>(null)
  const list = useList({ search, order: { column: 'occurredAt', ascending: false } })
  const filter = useFilter(search)
  const { sortColumn: _byTime, ...page } = list.page

  const alerts = useAlertPage(filter, page)
  const unseen = useUnseenCount(filter)
  const columns = useAlertColumns()
  const refresh = useCallback(() => cache.invalidateQueries({ queryKey: ['alert'] }), [cache])
  const isOnTop = page.pageNumber === 0 && !list.order.ascending
  const fresh = useNewAlerts({ list: records, belongs: useBelongs(search), isOnTop, refresh })

  const showNew = () => {
    fresh.show()
    if (!isOnTop) list.change({ turned: undefined })
  }

  if (useIsOutside()) return <NotConnected />
  return (
    <>
      <AlertListHeader
        total={alerts.data?.totalCount}
        unseen={unseen.data}
        isBusy={alerts.isFetching}
        onRefresh={refresh}
      />
      <div ref={records}>
        <RecordTable
          name="alerts"
          label={t('title')}
          list={list}
          query={alerts}
          columns={columns}
          keyOf={(alert) => alert.id}
          nameOf={(alert) => alert.location}
          onOpen={(alert) => navigate({ to: '/app/alerts/detail/$alertId', params: { alertId: alert.id } })}
          filters={<AlertFilters search={search} onChange={list.change} />}
          order={<AlertOrder isTurned={list.order.ascending} onTurn={() => list.sortBy('occurredAt')} />}
          notice={
            fresh.count > 0 && (
              <NewPill
                label={fresh.count === 1 ? t('new-one') : t('new-many', { count: fresh.count })}
                onClick={showNew}
              />
            )
          }
          none={{ title: t('none'), help: t('none-help') }}
          grid={{ draw: (shown) => <Cards alerts={shown} />, skeleton: <Skeleton /> }}
          exported={(asked) => call('alert.search', { query: { ...page, ...asked }, body: filter })}
        />
      </div>
    </>
  )
}

function Cards({ alerts }: { alerts: Alert[] }) {
  return (
    <CardGrid>
      {alerts.map((alert, at) => (
        <CardPlace key={alert.id}>
          <AlertCard alert={alert} eager={at < 8} />
        </CardPlace>
      ))}
    </CardGrid>
  )
}

function Skeleton() {
  return (
    <CardGrid>
      {Array.from({ length: 8 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blank places have no identity
        <CardPlace key={at}>
          <AlertCardSkeleton />
        </CardPlace>
      ))}
    </CardGrid>
  )
}

function useFilter(search: AlertSearch) {
  const unitIds = useUnitIds()
  // Without a range the clock has no say, so the question must not change with it.
  const now = useNow()
  const minute = search.range ? Math.floor(now.getTime() / 60_000) : 0
  return useMemo(() => toFilter(search, unitIds ?? [], new Date(minute * 60_000)), [search, unitIds, minute])
}

/** Whether a new alert has its place in the list that is shown. */
function useBelongs(search: AlertSearch): Parameters<typeof useNewAlerts>[0]['belongs'] {
  return useCallback(
    (event) =>
      (!search.cameraId || search.cameraId === event.cameraId) &&
      (!search.severities || search.severities.includes(event.severity)) &&
      (!search.activities || search.activities.includes(event.activity)) &&
      !search.archived,
    [search],
  )
}
