/** virtualCheckIn/rooms: the rooms that can be looked into now, each with its latest image. LIVE-03. */
import type { CheckInRoom } from '@mimamori/contract/care/event.ts'
import { Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useList } from '#lib/list/use-list.ts'
import { useIsOutside } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { BackLink } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { StatusDot } from '#ui/layout/status-dot.tsx'
import { BlankCards, CardGrid } from '#ui/list/card-grid.tsx'
import { FilterBar } from '#ui/list/filter/filter-bar.tsx'
import { SearchBox } from '#ui/list/filter/search-box.tsx'
import { OpenCard, OpenCardTitle } from '#ui/list/open-card.tsx'
import { Pager } from '#ui/list/pager.tsx'
import { RecordList } from '#ui/list/record-list.tsx'
import { FramedImage } from '#ui/player/framed-image.tsx'
import css from './event.module.css'
import { useRoomPage } from './event-queries.ts'

const route = getRouteApi('/app/virtualCheckIn/rooms')
const DOT = { Online: 'online', Offline: 'offline', Inactive: 'inactive', Disabled: 'disabled' } as const

const BLANK = (
  <BlankCards>
    <Skeleton variant="rounded" height={260} />
  </BlankCards>
)

export function EventRoomsPage() {
  const { t } = useTranslation('event')
  const search = route.useSearch()
  const unitIds = useUnitIds()
  const list = useList({ search, order: { column: 'name', ascending: true } })
  const rooms = useRoomPage({ unitIds, text: search.text }, list.page)
  if (useIsOutside()) return <NotConnected />
  const count = rooms.data?.totalCount
  const back = t('back-to-list')
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/virtualCheckIn" label={back} />}
        title={t('rooms')}
        count={count === undefined ? undefined : t('rooms-count', { count })}
      />
      <FilterBar
        search={
          <SearchBox label={t('rooms-search')} text={search.text ?? ''} onChange={(text) => list.change({ text })} />
        }
      >
        {null}
      </FilterBar>
      <RecordList
        query={rooms}
        skeleton={BLANK}
        none={{ title: t('rooms-none'), help: t('rooms-none-help') }}
        onClearFilters={list.isNarrowed ? list.clear : undefined}
        footer={(totalCount) => <Pager {...list} {...list.page} totalCount={totalCount} />}
      >
        {(records) => (
          <CardGrid>
            {records.map((room) => (
              <RoomCard key={room.cameraId} room={room} />
            ))}
          </CardGrid>
        )}
      </RecordList>
    </>
  )
}

function RoomCard({ room }: { room: CheckInRoom }) {
  const { t } = useTranslation('event')
  const { t: word } = useTranslation('word')
  const time = useTime()
  const now = useNow()
  const { cameraId, location, unitName, lastCheckIn, watchedBy, status } = room
  const last = lastCheckIn && { time: time.relative(lastCheckIn.eventTime, now), name: lastCheckIn.userName }
  return (
    <OpenCard image={<FramedImage src={room.imageUrl} alt="" missing={word('no-image')} isOld={status !== 'Online'} />}>
      <OpenCardTitle
        to="/app/virtualCheckIn/room/$cameraId"
        params={{ cameraId }}
        aria-label={t('look-in', { room: location })}
      >
        {location}
      </OpenCardTitle>
      <span className={css.small}>{[unitName, room.cameraName].filter(Boolean).join(' · ')}</span>
      <span className={css.small}>{last ? t('last-check-in', last) : t('no-check-in')}</span>
      {watchedBy.length > 0 && (
        <span className={css.watched}>
          <Eye size={14} aria-hidden /> {t('watched-by', { names: watchedBy.join(', ') })}
        </span>
      )}
      {status !== 'Online' && <StatusDot status={DOT[status]} word={word(`status-${status}`)} />}
    </OpenCard>
  )
}
