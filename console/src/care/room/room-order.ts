/** In which order rooms need somebody, and which of them stand out. Pure. ROOM-01. */

import type { Room } from '@mimamori/contract/care/room.ts'
import type { RoomState } from '@mimamori/contract/care/room-state.ts'
import { compareAlarms } from '@mimamori/contract/shared/alarm-order.ts'
import { nameOrder } from '@mimamori/contract/shared/intl-format.ts'
import type { TFunction } from 'i18next'

/** `alarm`: nobody goes yet; `watch`: somebody should look; `calm`: nothing to do. */
export type Need = 'alarm' | 'answered' | 'floor' | 'watch' | 'unknown' | 'calm'

type Facts = Pick<Room, 'now' | 'alarm' | 'location' | 'cameraId'>

export function needOf({ now, alarm }: Pick<Facts, 'now' | 'alarm'>, isNight: boolean): Need {
  if (alarm?.state === 'open') return 'alarm'
  if (now.state === 'on-floor') return 'floor'
  if (alarm && alarm.state !== 'resolved') return 'answered'
  if (isNight && (now.state === 'up' || now.state === 'sitting-up')) return 'watch'
  return now.state === 'unknown' ? 'unknown' : 'calm'
}

const CALM: readonly RoomState[] = ['with-staff', 'up', 'sitting-up', 'present', 'away', 'in-bed']

const ANSWERED = 3

function byAlarm({ alarm: a }: Facts, { alarm: b }: Facts): number {
  if (!a || !b || a.state === 'resolved' || b.state === 'resolved') return 0
  return compareAlarms({ ...a, id: a.alertId }, { ...b, id: b.alertId })
}

function rank(room: Facts, isNight: boolean): number {
  switch (needOf(room, isNight)) {
    case 'alarm':
      return room.now.state === 'on-floor' ? 0 : 1
    case 'floor':
      return 2
    case 'answered':
      return ANSWERED
    case 'watch':
      return 4
    case 'unknown':
      return 5
    default:
      return 6 + CALM.indexOf(room.now.state)
  }
}

/** Where in `rooms` stands the first by its name, the second, and so on. */
export function placesByName(rooms: readonly Pick<Facts, 'location'>[], language: string): number[] {
  const { compare } = nameOrder(language, { numeric: true })
  return rooms.map((_, place) => place).sort((a, b) => compare(rooms[a]!.location, rooms[b]!.location))
}

/** Rooms with alarms in the order of alarms; others of the same need as they come, by their names: tiles stay where they are. */
export function byNeed<T extends Facts>(rooms: readonly T[], isNight: boolean): T[] {
  const ranked = rooms.map((room) => ({ room, rank: rank(room, isNight) }))
  ranked.sort((a, b) => a.rank - b.rank || (a.rank <= ANSWERED ? byAlarm(a.room, b.room) : 0))
  return ranked.map(({ room }) => room)
}

type Searched = Pick<Room, 'location' | 'cameraName' | 'unitName' | 'tenantName' | 'residents'>

/** By room, resident, camera, unit or site. */
export function matching<T extends Searched>(rooms: readonly T[], text: string): T[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return [...rooms]
  return rooms.filter((room) =>
    [room.location, room.cameraName, room.unitName, room.tenantName, ...room.residents.map(({ name }) => name)].some(
      (one) => one?.toLowerCase().includes(wanted),
    ),
  )
}

const NIGHT = { from: 21, to: 6 }
/** By the user's clock: a resident that is up then may need somebody. */
export const isNightAt = (hour: number): boolean => hour >= NIGHT.from || hour < NIGHT.to

const DAY_MINUTES = 1_440

/** `6 min`, `1 h 42 min`, from a day on `3 days`: never with a colon, which the bar of alarms has before seconds. */
export function elapsedText(milliseconds: number, t: TFunction<'room'>): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  if (minutes < 60) return t('elapsed-minutes', { minutes })
  if (minutes >= DAY_MINUTES) return t('elapsed-days', { count: Math.floor(minutes / DAY_MINUTES) })
  return t('elapsed-hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
