/**
 * Rooms in full screen at a station: without interaction, always awake, dark at night. ROOM-01, NIGHT-02.
 *
 * Size: ISO 9241-303 asks for characters of at least 16 minutes of arc, 1/215 of the distance: capitals of 18.6 mm for 4 m.
 * On a 24-inch screen of 1920 x 1080 (0.277 mm a pixel) these are 67.3 px, and 92.6 px of Inter, whose capitals are 0.727
 * em. What an alarm is, its room and who goes have that size (`--read` in the style sheet); with more than LARGE_MAX rooms
 * that need somebody, the least urgent ones stand small.
 */
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { IconButton } from '@mui/material'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { CloudOff, HandHeart, Minimize2 } from 'lucide-react'
import { type CSSProperties, memo, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useWakeLock } from '#lib/browser/use-wake-lock.ts'
import { toMinute } from '#lib/time/minute-of-day.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { useLostSince } from '#ui/feedback/connection-banner.tsx'
import { LoadFailed } from '#ui/list/record-list.tsx'
import { Elapsed } from './elapsed.tsx'
import { type Need, needOf, type Place } from './room-order.ts'
import type { useRooms } from './room-queries.ts'
import { RoomSign, useStateWord } from './room-state.tsx'
import css from './room-station.module.css'
import { alarmText } from './room-tile.tsx'
import { OnDuty } from './rooms-strip.tsx'
import { useIsNight, useOrdered } from './use-ordered-rooms.ts'

/** More tiles are not readable; rooms that need attention come first. */
const SHOWN_MAX = 40
const LARGE_MAX = 4
const LARGE: readonly Need[] = ['alarm', 'floor', 'answered']
/** Aspect ratios: of a tile, of a screen on the wall, of a tablet in portrait. */
const SHAPE = 1.25
const SCREEN = 1.6
const TABLET = 0.65
const columnsFor = (count: number, screen: number) => Math.max(1, Math.ceil(Math.sqrt((count * screen) / SHAPE)))
const largeColumns = (count: number) => Math.min(2, count)

type Props = { query: ReturnType<typeof useRooms>; onLeave: () => void }

export function RoomStation({ query, onLeave }: Props) {
  const { t } = useTranslation('room')
  const { error, refetch } = query
  const data = useDeferredValue(query.data)
  const time = useTime()
  const isNight = useIsNight()
  const rooms = useOrdered(data).map((room) => ({ room, need: needOf(room, isNight), aheadMs: data?.aheadMs ?? 0 }))
  const lostAt = useLostSince()
  useWakeLock()
  const large = rooms.filter(({ need }) => LARGE.includes(need)).slice(0, LARGE_MAX)
  const small = rooms.filter((one) => !large.includes(one)).slice(0, SHOWN_MAX - large.length)
  return (
    <section
      className={css.station}
      data-dark-page={isNight || undefined}
      data-station-page
      data-lost={lostAt !== null || undefined}
      aria-label={t('title')}
    >
      <header className={css.head} data-holds-actions>
        <h1 className={css.title}>{t('title')}</h1>
        <OnDuty />
        <span className={css.clock}>{toMinute(time.clock(useNow()))}</span>
        <IconButton onClick={onLeave} aria-label={t('station-end')}>
          <Minimize2 />
        </IconButton>
      </header>
      {lostAt && (
        <p role="alert" className={css.lost}>
          <CloudOff aria-hidden /> {t('station-lost', { time: toMinute(time.clock(lostAt)) })}
        </p>
      )}
      {data === undefined && error && <LoadFailed error={error} onRetry={refetch} />}
      {large.length > 0 && (
        <ul
          className={css.large}
          style={{ '--columns': largeColumns(large.length) } as CSSProperties}
          data-count={large.length}
        >
          {large.map((one) => (
            <LargeTile key={one.room.room} {...one} />
          ))}
        </ul>
      )}
      <SmallTiles rooms={small} isBelow={large.length > 0} />
      <Rest needs={rooms.slice(large.length + small.length).map(({ need }) => need)} />
    </section>
  )
}

type TileProps = { room: Place; need: Need; aheadMs: number }

/** `isBelow`: below rooms that need somebody; else they fill the screen. */
function SmallTiles({ rooms, isBelow }: { rooms: readonly TileProps[]; isBelow: boolean }) {
  if (rooms.length === 0) return null
  const columns = { '--columns': columnsFor(rooms.length, SCREEN), '--columns-tall': columnsFor(rooms.length, TABLET) }
  return (
    <ul className={isBelow ? css.small : css.tiles} style={columns as CSSProperties}>
      {rooms.map((one) => (
        <StationTile key={one.room.room} {...one} />
      ))}
    </ul>
  )
}

function Rest({ needs }: { needs: readonly Need[] }) {
  const { t } = useTranslation('room')
  if (needs.length === 0) return null
  const needing = needs.filter((need) => need !== 'calm').length
  return (
    <p className={css.rest}>
      {needing > 0 ? t('station-more-need', { count: needing }) : t('station-more', { count: needs.length })}
    </p>
  )
}

/** Which room, what happened, and who goes, in that order. */
const LargeTile = memo(function LargeTile({ room, need, aheadMs }: TileProps) {
  const word = useStateWord()
  const { t } = useTranslation('room')
  const { t: wordOf } = useTranslation('word')
  const { cameraId, location, now } = room
  const alarm = need === 'floor' ? null : room.alarm
  const name = alarm?.userName
  return (
    <li className={css.alarm} data-need={need} data-state={now.state}>
      <span className={css.line}>
        <Link to="/app/rooms/$cameraId" params={{ cameraId }} className={css.where}>
          {location}
        </Link>
        <span className={css.time}>
          <Elapsed since={alarm?.occurredAt ?? now.since} aheadMs={aheadMs} />
        </span>
      </span>
      <strong className={css.what}>{alarm ? nameOfKind(alarm, wordOf) : word(now)}</strong>
      <span className={css.who}>{alarm && name ? goerText(alarm, name, t) : t('station-nobody')}</span>
    </li>
  )
})

function goerText({ state }: NonNullable<Place['alarm']>, name: string, t: TFunction<'room'>): string {
  return t(state === 'arrived' ? 'station-there' : 'station-goes', { name })
}

/** Width in Latin letters; Japanese characters count as wider. The minimum prevents oversized short names. */
const widthOf = (name: string): number =>
  Math.max(
    5,
    [...name].reduce((sum, one) => sum + (one > '\u2e7f' ? 1.7 : 1), 0),
  )

const StationTile = memo(function StationTile({ room, need, aheadMs }: TileProps) {
  const word = useStateWord()
  const { t } = useTranslation('room')
  const { t: wordOf } = useTranslation('word')
  const { cameraId, location, now, visit } = room
  // An alarm is more important than the resident's state.
  const alarm = need === 'alarm' || need === 'answered' ? room.alarm : null
  const kind = alarm && nameOfKind(alarm, wordOf)
  const lookIn = need === 'watch' ? room.lookIn : null
  const style = { '--name-width': widthOf(location) } as CSSProperties
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
      <span className={css.word} title={alarm && kind ? alarmText(alarm, kind, t) : undefined}>
        {alarm && (alarm.userName ? goerText(alarm, alarm.userName, t) : kind)}
        {!alarm && (lookIn ? wordOf('app-look-in') : word(now))}
      </span>
      <span className={css.since}>
        <Elapsed since={(alarm ?? lookIn)?.occurredAt ?? now.since} aheadMs={aheadMs} />
      </span>
    </li>
  )
})
