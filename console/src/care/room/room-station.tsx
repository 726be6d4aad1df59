/** Rooms in full screen at a station: readable from three meters, dimmed at night, always awake, without interaction. ROOM-01. */
import { shownActivity } from '@mimamori/contract/alerting/possible-fall.ts'
import type { Room } from '@mimamori/contract/care/room.ts'
import { IconButton } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { HandHeart, Minimize2 } from 'lucide-react'
import { type CSSProperties, memo, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useWakeLock } from '#lib/browser/use-wake-lock.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { toMinute } from '#shared/to-minute.ts'
import { LoadFailed } from '#ui/list/record-list.tsx'
import { Elapsed } from './elapsed.tsx'
import { type Need, needOf } from './room-order.ts'
import type { useRooms } from './room-queries.ts'
import { RoomSign, useStateWord } from './room-state.tsx'
import css from './room-station.module.css'
import { useIsNight, useOrdered } from './use-ordered-rooms.ts'

/** More tiles are not readable from three meters; rooms that need attention come first. */
const SHOWN_MAX = 40
/** Aspect ratios: of a tile, of a screen on the wall, of a tablet in portrait. */
const SHAPE = 1.25
const SCREEN = 1.6
const TABLET = 0.65
const columnsFor = (count: number, screen: number) => Math.max(1, Math.ceil(Math.sqrt((count * screen) / SHAPE)))

type Props = { query: ReturnType<typeof useRooms>; onLeave: () => void }

export function RoomStation({ query, onLeave }: Props) {
  const { t } = useTranslation('room')
  const { error, refetch } = query
  const data = useDeferredValue(query.data)
  const time = useTime()
  const isNight = useIsNight()
  const rooms = useOrdered(data)
  useWakeLock()
  const shown = rooms.slice(0, SHOWN_MAX)
  const rest = rooms.slice(SHOWN_MAX)
  const needing = rest.filter((room) => needOf(room, isNight) !== 'calm').length
  const columns = { '--columns': columnsFor(shown.length, SCREEN), '--columns-tall': columnsFor(shown.length, TABLET) }
  return (
    <section className={css.station} data-dark-page={isNight || undefined} aria-label={t('title')}>
      <header className={css.head} data-holds-actions>
        <h1 className={css.title}>{t('title')}</h1>
        <span className={css.clock}>{toMinute(time.clock(useNow()))}</span>
        <IconButton onClick={onLeave} aria-label={t('station-end')}>
          <Minimize2 />
        </IconButton>
      </header>
      {data === undefined && error && <LoadFailed error={error} onRetry={refetch} />}
      <ul className={css.tiles} style={columns as CSSProperties}>
        {shown.map((room) => (
          <StationTile key={room.cameraId} room={room} need={needOf(room, isNight)} aheadMs={data?.aheadMs ?? 0} />
        ))}
      </ul>
      {rest.length > 0 && (
        <p className={css.rest}>
          {needing > 0 ? t('station-more-need', { count: needing }) : t('station-more', { count: rest.length })}
        </p>
      )}
    </section>
  )
}

/** Width in Latin letters; Japanese characters count as wider. The minimum prevents oversized short names. */
const widthOf = (name: string): number =>
  Math.max(
    5,
    [...name].reduce((sum, one) => sum + (one > '\u2e7f' ? 1.7 : 1), 0),
  )

const StationTile = memo(function StationTile({ room, need, aheadMs }: { room: Room; need: Need; aheadMs: number }) {
  const word = useStateWord()
  const { t } = useTranslation('room')
  const { t: wordOf } = useTranslation('word')
  const { cameraId, location, now, visit } = room
  // An alarm is more important than the resident's state.
  const alarm = need === 'alarm' || need === 'answered' ? room.alarm : null
  const style = { '--letters': widthOf(location) } as CSSProperties
  return (
    <li className={css.tile} data-need={need} data-state={now.state} style={style}>
      <Link to="/app/rooms/$cameraId" params={{ cameraId }} className={css.name}>
        {location}
      </Link>
      <span className={css.sign}>
        {visit ? (
          <HandHeart size={40} role="img" aria-label={t('visit-short', { name: visit.userName })} />
        ) : (
          <RoomSign state={now.state} size={40} />
        )}
      </span>
      <span className={css.word}>
        {alarm ? t(`alarm-${alarm.state}`, { activity: wordOf(`app-${shownActivity(alarm)}`) }) : word(now)}
      </span>
      <span className={css.since}>
        <Elapsed since={alarm?.occurredAt ?? now.since} aheadMs={aheadMs} />
      </span>
    </li>
  )
})
