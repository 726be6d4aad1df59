/** rooms: a tile for each room, in the order of need; over the whole screen at a station. Requirement ROOM-01. */
import { Button, Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { MonitorUp } from 'lucide-react'
import { memo, useCallback, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useFullScreen } from '#lib/browser/use-full-screen.ts'
import { useKeys } from '#lib/browser/use-keys.ts'
import { useIsOutside } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { FilterBar } from '#ui/list/filter/filter-bar.tsx'
import { SearchBox } from '#ui/list/filter/search-box.tsx'
import { RecordList } from '#ui/list/record-list.tsx'
import { placesOf } from './room-order.ts'
import { useRooms } from './room-queries.ts'
import { RoomStation } from './room-station.tsx'
import css from './room-tile.module.css'
import { RoomTiles } from './room-tiles.tsx'
import { useOrdered } from './use-ordered-rooms.ts'

/** What the page keeps in its address. `station`: over the whole screen, for a screen on the wall that nobody touches. */
export type RoomsSearch = { text?: string; station?: true }

const route = getRouteApi('/app/rooms')
const BLANKS = Array.from({ length: 12 }, (_, at) => at)

const SKELETON = (
  <div className={css.tiles}>
    {BLANKS.map((at) => (
      <Skeleton key={at} variant="rounded" height={176} />
    ))}
  </div>
)

export function RoomListPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const rooms = useRooms(useUnitIds())
  const { isFull, toggle: toggleScreen } = useFullScreen(search.station)
  const change = useCallback(
    (next: RoomsSearch) => void navigate({ to: '/app/rooms', search: next, replace: true }),
    [navigate],
  )
  const toggle = useCallback(() => {
    toggleScreen()
    const station = isFull ? undefined : true
    void navigate({ to: '/app/rooms', search: (now) => ({ ...now, station }), replace: true })
  }, [toggleScreen, isFull, navigate])
  useKeys({ f: toggle })
  if (useIsOutside()) return <NotConnected />
  if (isFull) return <RoomStation query={rooms} onLeave={toggle} />
  return <RoomBoard query={rooms} search={search} onChange={change} onStation={toggle} />
}

type BoardProps = {
  query: ReturnType<typeof useRooms>
  search: RoomsSearch
  onChange: (next: RoomsSearch) => void
  onStation: () => void
}

function RoomBoard({ query, search, onChange, onStation }: BoardProps) {
  const { t } = useTranslation('room')
  // Drawn between frames: somebody may be scrolling.
  const data = useDeferredValue(query.data)
  const { text = '' } = search
  const found = useOrdered(data, text)
  const shown = data && { records: found, totalCount: found.length, currentPage: 0 }
  const isCut = data !== undefined && data.totalCount > data.records.length
  return (
    <>
      <BoardHead
        total={data && (isCut ? data.totalCount : placesOf(data.records).length)}
        text={text}
        onChange={onChange}
        onStation={onStation}
      />
      {isCut && <Notice>{t('more', { shown: data.records.length, total: data.totalCount })}</Notice>}
      <RecordList
        query={{ ...query, data: shown }}
        skeleton={SKELETON}
        none={{ title: t('none'), help: t('none-help') }}
        onClearFilters={text ? () => onChange({}) : undefined}
      >
        {(records) => <RoomTiles rooms={records} aheadMs={data?.aheadMs ?? 0} isWhole={text !== ''} />}
      </RecordList>
    </>
  )
}

type HeadProps = Pick<BoardProps, 'onChange' | 'onStation'> & { total: number | undefined; text: string }

/** Apart from the rooms, which change several times a second. */
const BoardHead = memo(function BoardHead({ total, text, onChange, onStation }: HeadProps) {
  const { t } = useTranslation('room')
  return (
    <>
      <PageHeader
        title={t('title')}
        count={total === undefined ? undefined : t('count', { count: total })}
        actions={
          <>
            <LinkButton to="/app/coverage">{t('coverage')}</LinkButton>
            <Button variant="outlined" startIcon={<MonitorUp />} onClick={onStation}>
              {t('station')}
            </Button>
          </>
        }
      />
      <FilterBar search={<SearchBox label={t('search')} text={text} onChange={(next) => onChange({ text: next })} />}>
        {null}
      </FilterBar>
    </>
  )
})
