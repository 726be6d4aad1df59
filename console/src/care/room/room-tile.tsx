/** One room: its name large, what its resident does since when, the last alarm, today's check-in, the last two hours. ROOM-01. */

import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { ROOM_TILE_HOURS } from '@mimamori/contract/care/room-state.ts'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Eye, HandHeart, Moon } from 'lucide-react'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNear } from '#lib/browser/use-near.ts'
import { toMinute } from '#lib/time/minute-of-day.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import { Elapsed } from './elapsed.tsx'
import { elapsedText, type Need, type Place } from './room-order.ts'
import { RoomSign, stateWord } from './room-state.tsx'
import css from './room-tile.module.css'
import { RoomTimeline } from './room-timeline.tsx'

type Props = {
  room: Place
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
      {isNear && room.cameras.length > 1 && <TileCameras room={room} />}
    </li>
  )
})

/** The cameras of a room that has several, each with what it sees. */
function TileCameras({ room: { cameras } }: Pick<Props, 'room'>) {
  const { t } = useTranslation('room')
  return (
    <ul className={css.cameras} aria-label={t('cameras')}>
      {cameras.map(({ cameraId, cameraName, now }) => (
        <li key={cameraId}>
          <Link to="/app/rooms/$cameraId" params={{ cameraId }} className={css.camera}>
            <span className={css.cameraName}>{cameraName}</span> <span>{stateWord(now, t)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A calm room in one line; what happens in it while a hand is over the list shows here, too. */
export const SmallTile = memo(function SmallTile({ room, need, aheadMs }: Pick<Props, 'room' | 'need' | 'aheadMs'>) {
  const { t } = useTranslation('room')
  const { cameraId, location, residents, now } = room
  return (
    <li className={css.tile} data-small data-need={need} data-state={now.state}>
      <Link to="/app/rooms/$cameraId" params={{ cameraId }} className={css.name}>
        {location}
      </Link>
      {residents.length > 0 && <span className={css.resident}>{residents.map(residentTitle).join('・')}</span>}
      <span className={css.now}>
        <RoomSign state={now.state} size={18} />
        <span className={css.word}>{stateWord(now, t)}</span>
      </span>
      <span className={css.fact}>
        <Elapsed since={now.since} aheadMs={aheadMs} />
      </span>
      {room.measuresFalls && <span className={css.fact}>{t('measures-falls')}</span>}
    </li>
  )
})

function TileBody({ room, aheadMs, walkBy }: Pick<Props, 'room' | 'aheadMs' | 'walkBy'>) {
  const { t } = useTranslation('room')
  const { t: wordOf } = useTranslation('word')
  const time = useTime()
  const now = useNow()
  const { visit, alarm, lookIn, timeline } = room
  const clock = (at: string) => toMinute(time.clock(at))
  const activity = alarm && nameOfKind(alarm, wordOf)
  const toMs = now.getTime() + aheadMs
  const label = t('timeline-2h', {
    states: timeline.map(({ state }) => stateWord({ state, reason: null }, t)).join(', '),
  })
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
            {alarmText(alarm, activity!, t)}
            {room.alarmCount > 1 && ` ${t('alarm-more', { count: room.alarmCount - 1 })}`}
          </span>
          <Elapsed since={alarm.occurredAt} aheadMs={aheadMs} />
        </p>
      )}
      {room.measuresFalls && <p className={css.fact}>{t('measures-falls')}</p>}
      {lookIn && (
        <p className={css.visit}>
          <Eye size={16} aria-hidden /> {t('look-in')} <Elapsed since={lookIn.occurredAt} aheadMs={aheadMs} />
        </p>
      )}
      <TileFacts room={room} t={t} clock={clock} />
      <RoomTimeline timeline={timeline} fromMs={toMs - ROOM_TILE_HOURS * 3_600_000} toMs={toMs} label={label} />
    </>
  )
}

/** `Fall: nobody is going yet`, `Fall: Yuki Sato is there`. */
export function alarmText(
  { state, userName }: NonNullable<Place['alarm']>,
  activity: string,
  t: TFunction<'room'>,
): string {
  if ((state === 'claimed' || state === 'arrived') && userName)
    return t(`alarm-${state}-by`, { activity, name: userName })
  return t(`alarm-${state}`, { activity })
}

type FactsProps = { room: Place; t: TFunction<'room'>; clock: (at: string) => string }

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
