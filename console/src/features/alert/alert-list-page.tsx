/** alerts/list: what happened, newest first. The address holds filters, order, view and page. ALERT-02, ALERT-10. */
import type { Alert } from '@mimamori/contract/alert.ts'
import { useMediaQuery } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageSize } from '#lib/page-size.ts'
import { useIsOutside } from '#lib/session.ts'
import { useUnitIds } from '#lib/unit-filter.ts'
import { useNow } from '#lib/use-time.ts'
import { CardGrid, CardPlace } from '#ui/card-grid.tsx'
import { NewPill } from '#ui/new-pill.tsx'
import { NotConnected } from '#ui/not-connected.tsx'
import { Pager } from '#ui/pager.tsx'
import { RecordList } from '#ui/record-list.tsx'
import { AlertCard, AlertCardSkeleton } from './alert-card.tsx'
import { AlertFilters } from './alert-filters.tsx'
import { AlertListHeader } from './alert-list-header.tsx'
import { useAlertPage, useUnseenCount } from './alert-queries.ts'
import { type AlertSearch, isFiltered, toFilter } from './alert-search.ts'
import { AlertTable } from './alert-table.tsx'
import { useNewAlerts } from './use-new-alerts.ts'

const route = getRouteApi('/app/alerts/list')

export function AlertListPage() {
  const { t } = useTranslation('alert')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [pageSize, setPageSize] = usePageSize()
  const cache = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  // A table of six columns says nothing on a phone.
  const isNarrow = useMediaQuery('(max-width: 599px)')
  const filter = useFilter(search)
  const pageNumber = (search.page ?? 1) - 1

  const alerts = useAlertPage(filter, { pageNumber, pageSize, sortAscending: search.sort === 'oldest' })
  const unseen = useUnseenCount(filter)
  const refresh = useCallback(() => cache.invalidateQueries({ queryKey: ['alert'] }), [cache])
  const fresh = useNewAlerts({
    list,
    belongs: useCallback(
      (event) =>
        (!search.cameraId || search.cameraId === event.cameraId) &&
        (!search.severities || search.severities.includes(event.severity)) &&
        (!search.appCodes || search.appCodes.includes(event.appCode)) &&
        !search.archived,
      [search],
    ),
    isOnTop: pageNumber === 0 && search.sort !== 'oldest',
    refresh,
  })

  const isOutside = useIsOutside()

  const change = (next: Partial<AlertSearch>) =>
    navigate({ search: (now: AlertSearch) => ({ ...now, page: undefined, ...next }), replace: true })
  const open = (alert: Alert) => navigate({ to: '/app/alerts/detail/$alertId', params: { alertId: alert.id } })
  const showNew = () => {
    fresh.show()
    if (pageNumber > 0 || search.sort) change({ sort: undefined })
  }

  if (isOutside) return <NotConnected />
  return (
    <>
      <AlertListHeader
        total={alerts.data?.totalCount}
        unseen={unseen.data}
        isBusy={alerts.isFetching}
        onRefresh={refresh}
      />
      <AlertFilters search={search} onChange={change} />
      {fresh.count > 0 && (
        <NewPill label={fresh.count === 1 ? t('new-one') : t('new-many', { count: fresh.count })} onClick={showNew} />
      )}
      <div ref={list}>
        <RecordList
          query={alerts}
          skeleton={<Skeleton />}
          none={{ title: t('none'), help: t('none-help') }}
          onClearFilters={isFiltered(search) ? () => navigate({ search: keepView(search) }) : undefined}
          footer={(totalCount) => (
            <Pager
              pageNumber={pageNumber}
              pageSize={pageSize}
              totalCount={totalCount}
              onPage={(to) =>
                navigate({ search: (now: AlertSearch) => ({ ...now, page: to > 0 ? to + 1 : undefined }) })
              }
              onPageSize={(size) => {
                setPageSize(size)
                change({})
              }}
            />
          )}
        >
          {(records) =>
            search.view === 'list' && !isNarrow ? (
              <AlertTable alerts={records} onOpen={open} />
            ) : (
              <Cards alerts={records} />
            )
          }
        </RecordList>
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

function keepView({ view, sort }: AlertSearch): AlertSearch {
  return { ...(view && { view }), ...(sort && { sort }) }
}
