/** One room: its name large, what its resident does since when, the last alarm, today's check-in, the last two hours. ROOM-01. */

import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import type { Room } from '@mimamori/contract/care/room.ts'
import { ROOM_TILE_HOURS } from '@mimamori/contract/care/room-state.ts'
import { Link } from '@tanstack/react-router'
import { Eye, HandHeart, Moon } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { useRunningWalks } from '#shared/running-walks.ts'
import { toMinute } from '#shared/to-minute.ts'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import { Elapsed } from './elapsed.tsx'
import { RoomLane } from './room-lane.tsx'
import { elapsedText, type Need } from './room-order.ts'
import { RoomSign, useStateWord } from './room-state.tsx'
import css from './room-tile.module.css'

type Props = { room: Room; need: Need; aheadMs: number; hasSite: boolean }

/** Drawn anew when its room or its need changes; the running time draws itself. */
export const RoomTile = memo(function RoomTile({ room, need, aheadMs, hasSite }: Props) {
  const word = useStateWord()
  const { cameraId, location, residents, unitName, tenantName, now } = room
  const place = [unitName, hasSite ? tenantName : null].filter(Boolean).join(' · ')
  return (
    <li className={css.tile} data-need={need} data-state={now.state}>
      <div className={css.head}>
        <Link to="/app/rooms/$cameraId" params={{ cameraId }} className={css.name}>
          {location}
        </Link>
        {place && <span className={css.place}>{place}</span>}
      </div>
      {residents.length > 0 && <p className={css.resident}>{residents.map(residentTitle).join('・')}</p>}
      <p className={css.now}>
        <RoomSign state={now.state} />
        <span className={css.word}>{word(now)}</span>
        <span className={css.since}>
          <Elapsed since={now.since} aheadMs={aheadMs} />
        </span>
      </p>
      {room.visit && <TileVisit visit={room.visit} />}
      <TileWalk cameraId={room.cameraId} />
      <TileAlarm alarm={room.alarm} aheadMs={aheadMs} />
      <TileFacts room={room} />
      <TileLane room={room} aheadMs={aheadMs} />
    </li>
  )
})

function TileVisit({ visit: { userName, endsAt } }: { visit: NonNullable<Room['visit']> }) {
  const { t } = useTranslation('room')
  const time = useTime()
  return (
    <p className={css.visit}>
      <HandHeart size={16} aria-hidden /> {t('visit', { name: userName, time: toMinute(time.clock(endsAt)) })}
    </p>
  )
}

function TileAlarm({ alarm, aheadMs }: { alarm: Room['alarm']; aheadMs: number }) {
  const { t } = useTranslation('room')
  const { t: wordOf } = useTranslation('word')
  const time = useTime()
  const now = useNow()
  if (!alarm) return <p className={css.fact}>{t('no-alarm')}</p>
  const activity = wordOf(`app-${alarm.activity}`)
  if (alarm.state === 'resolved') {
    return <p className={css.fact}>{t('last-alarm', { activity, time: time.relative(alarm.occurredAt, now) })}</p>
  }
  return (
    <p className={css.alarm} data-state={alarm.state}>
      <SeverityShape severity={alarm.severity} />
      <span>{t(`alarm-${alarm.state}`, { activity })}</span>
      <Elapsed since={alarm.occurredAt} aheadMs={aheadMs} />
    </p>
  )
}

function TileFacts({ room: { checkIn, inBedMinutes } }: { room: Room }) {
  const { t } = useTranslation('room')
  const time = useTime()
  if (!checkIn && !inBedMinutes) return null
  return (
    <p className={css.facts}>
      {inBedMinutes !== null && inBedMinutes > 0 && (
        <span className={css.fact}>
          <Moon size={14} aria-hidden /> {t('in-bed-tonight', { time: elapsedText(inBedMinutes * 60_000, t) })}
        </span>
      )}
      {checkIn && (
        <span className={css.fact}>
          <Eye size={14} aria-hidden />{' '}
          {t('checked-in', { name: checkIn.userName, time: toMinute(time.clock(checkIn.eventTime)) })}
        </span>
      )}
    </p>
  )
}

function TileLane({ room: { lane }, aheadMs }: { room: Room; aheadMs: number }) {
  const { t } = useTranslation('room')
  const word = useStateWord()
  const toMs = useNow().getTime() + aheadMs
  const label = t('lane-2h', { states: lane.map(({ state }) => word({ state, reason: null })).join(', ') })
  return <RoomLane lane={lane} fromMs={toMs - ROOM_TILE_HOURS * 3_600_000} toMs={toMs} label={label} />
}

/** Somebody tests the camera by walking before it; alarms stay on. REAL-11. */
function TileWalk({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation('room')
  const test = useRunningWalks().get(cameraId)
  return test ? <p className={css.visit}>{t('walk', { name: test.testerName })}</p> : null
}
