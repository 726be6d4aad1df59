/** One room: its name large, what its resident does since when, the last alarm, today's check-in, the last two hours. ROOM-01. */

import { shownActivity } from '@mimamori/contract/alerting/possible-fall.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import type { Room } from '@mimamori/contract/care/room.ts'
import { ROOM_TILE_HOURS } from '@mimamori/contract/care/room-state.ts'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Eye, HandHeart, Moon } from 'lucide-react'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNear } from '#lib/browser/use-near.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { toMinute } from '#shared/to-minute.ts'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import { Elapsed } from './elapsed.tsx'
import { RoomLane } from './room-lane.tsx'
import { elapsedText, type Need } from './room-order.ts'
import { RoomSign, stateWord } from './room-state.tsx'
import css from './room-tile.module.css'

type Props = {
  room: Room
  need: Need
  aheadMs: number
  hasSite: boolean
  /** Somebody tests the camera by walking before it; alarms stay on. REAL-11. */
  walkBy: string | undefined
}

/**
 * Drawn anew when its room or its need changes; the running time draws itself. Far from the window only name and state are
 * drawn: of 200 tiles some 40 do work.
 */
export const RoomTile = memo(function RoomTile({ room, need, aheadMs, hasSite, walkBy }: Props) {
  const { t } = useTranslation('room')
  const tile = useRef<HTMLLIElement>(null)
  const { isNear, heightPx } = useNear(tile)
  const { cameraId, location, residents, unitName, tenantName, now } = room
  const place = [unitName, hasSite ? tenantName : null].filter(Boolean).join(' · ')
  const style = isNear || heightPx === null ? undefined : { minBlockSize: heightPx }
  return (
    <li ref={tile} className={css.tile} style={style} data-need={need} data-state={now.state}>
      <div className={css.head}>
        <Link to="/app/rooms/$cameraId" params={{ cameraId }} className={css.name}>
          {location}
        </Link>
        {place && <span className={css.place}>{place}</span>}
      </div>
      {residents.length > 0 && <p className={css.resident}>{residents.map(residentTitle).join('・')}</p>}
      <p className={css.now}>
        <RoomSign state={now.state} />
        <span className={css.word}>{stateWord(now, t)}</span>
        <span className={css.since}>{isNear && <Elapsed since={now.since} aheadMs={aheadMs} />}</span>
      </p>
      {isNear && <TileBody room={room} aheadMs={aheadMs} walkBy={walkBy} />}
    </li>
  )
})

function TileBody({ room, aheadMs, walkBy }: Pick<Props, 'room' | 'aheadMs' | 'walkBy'>) {
  const { t } = useTranslation('room')
  const { t: wordOf } = useTranslation('word')
  const time = useTime()
  const now = useNow()
  const { visit, alarm, lane } = room
  const clock = (at: string) => toMinute(time.clock(at))
  const activity = alarm && wordOf(`app-${shownActivity(alarm)}`)
  const toMs = now.getTime() + aheadMs
  const label = t('lane-2h', { states: lane.map(({ state }) => stateWord({ state, reason: null }, t)).join(', ') })
  return (
    <>
      {visit && (
        <p className={css.visit}>
          <HandHeart size={16} aria-hidden /> {t('visit', { name: visit.userName, time: clock(visit.endsAt) })}
        </p>
      )}
      {walkBy !== undefined && <p className={css.visit}>{t('walk', { name: walkBy })}</p>}
      {!alarm && <p className={css.fact}>{t('no-alarm')}</p>}
      {alarm?.state === 'resolved' && (
        <p className={css.fact}>
          {t('last-alarm', { activity: activity!, time: time.relative(alarm.occurredAt, now) })}
        </p>
      )}
      {alarm && alarm.state !== 'resolved' && (
        <p className={css.alarm} data-state={alarm.state}>
          <SeverityShape severity={alarm.severity} />
          <span>
            {t(`alarm-${alarm.state}`, { activity: activity! })}
            {room.alarmCount > 1 && ` ${t('alarm-more', { count: room.alarmCount - 1 })}`}
          </span>
          <Elapsed since={alarm.occurredAt} aheadMs={aheadMs} />
        </p>
      )}
      <TileFacts room={room} t={t} clock={clock} />
      <RoomLane lane={lane} fromMs={toMs - ROOM_TILE_HOURS * 3_600_000} toMs={toMs} label={label} />
    </>
  )
}

type FactsProps = { room: Room; t: TFunction<'room'>; clock: (at: string) => string }

function TileFacts({ room: { checkIn, inBedMinutes }, t, clock }: FactsProps) {
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
          <Eye size={14} aria-hidden /> {t('checked-in', { name: checkIn.userName, time: clock(checkIn.eventTime) })}
        </span>
      )}
    </p>
  )
}
