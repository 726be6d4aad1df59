/** virtualCheckIn: due check-ins, and the past ones of the rooms in the user's scope, newest first. LIVE-03. */
import type { CheckIn } from '@mimamori/contract/care/event.ts'
import { Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useList } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useIsOutside, useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { BlankCards, CardGrid } from '#ui/list/card-grid.tsx'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import { EventCard } from './event-card.tsx'
import { useEventColumns } from './event-columns.tsx'
import { EventFilters } from './event-filters.tsx'
import { useCheckInPage } from './event-queries.ts'
import { type EventSearch, toFilter } from './event-search.ts'

const route = getRouteApi('/app/virtualCheckIn')
const MINUTE_MS = 60_000

const BLANK = (
  <BlankCards>
    <Skeleton variant="rounded" height={140} />
  </BlankCards>
)

/** `due` is rendered above the list; the app passes the planned check-ins. */
export function EventListPage({ due }: { due: ReactNode }) {
  const { t } = useTranslation('event')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const time = useTime()
  const list = useList({ search, order: { column: 'eventTime', ascending: false } })
  const filter = useFilter(search)
  const checkIns = useCheckInPage(filter, list.page)
  const columns = useEventColumns()

  if (useIsOutside()) return <NotConnected />
  const count = checkIns.data?.totalCount
  return (
    <>
      <PageHeader
        title={t('title')}
        count={count === undefined ? undefined : t('count', { count })}
        actions={<Ways />}
      />
      {due}
      <RecordTable
        name="check-ins"
        label={t('title')}
        list={list}
        query={checkIns}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ location, eventTime }) => `${location}, ${time.dateTime(eventTime)}`}
        onOpen={({ id }) => navigate({ to: '/app/virtualCheckIn/detail/$eventId', params: { eventId: id } })}
        searchLabel={t('search')}
        filters={<EventFilters search={search} onChange={list.change} />}
        none={{ title: t('none'), help: t('none-help') }}
        grid={{ draw: (shown) => <Cards checkIns={shown} />, skeleton: BLANK }}
        exported={(page) => call('event.search', { query: { ...list.page, ...page }, body: filter })}
      />
    </>
  )
}

function Cards({ checkIns }: { checkIns: CheckIn[] }) {
  return (
    <CardGrid>
      {checkIns.map((checkIn) => (
        <EventCard key={checkIn.id} checkIn={checkIn} />
      ))}
    </CardGrid>
  )
}

function Ways() {
  const { t } = useTranslation('event')
  const { role } = useUser()
  return (
    <>
      <LinkButton to="/app/booking" startIcon={<CalendarDays size={18} />}>
        {t('calendar')}
      </LinkButton>
      {mayCall(role, 'event.open') && (
        <LinkButton to="/app/virtualCheckIn/rooms" variant="contained" color="primary">
          {t('start')}
        </LinkButton>
      )}
    </>
  )
}

function useFilter(search: EventSearch) {
  const unitIds = useUnitIds()
  // Without a time range the query does not depend on the current time, so keep its cache key stable.
  const now = useNow()
  const minute = search.range ? Math.floor(now.getTime() / MINUTE_MS) : 0
  const { timeZone } = useTime().style
  return useMemo(
    () => toFilter(search, unitIds ?? [], { now: new Date(minute * MINUTE_MS), timeZone }),
    [search, unitIds, minute, timeZone],
  )
}
