/** In which order rooms need somebody, and which of them stand out. Pure. ROOM-01. */

import type { Room } from '@mimamori/contract/care/room.ts'
import type { RoomState } from '@mimamori/contract/care/room-state.ts'
import { compareAlarms } from '@mimamori/contract/shared/alarm-order.ts'
import { DAY_MINUTES } from '@mimamori/contract/shared/duration.ts'
import { groupBy } from '@mimamori/contract/shared/group-by.ts'
import { comparePlain } from '@mimamori/contract/shared/intl-format.ts'
import { isFound, plain } from '@mimamori/contract/shared/plain.ts'
import type { TFunction } from 'i18next'

/** A room as one tile: its cameras together. NIGHT-01. */
export type Place = Room & { cameras: readonly Room[] }

/** What a camera that sees more knows about a room, before one that sees less; the floor before all, unknown after all. */
const SEEN: readonly RoomState[] = ['with-staff', 'up', 'sitting-up', 'in-bed', 'present', 'away']
const seenRank = (state: RoomState) =>
  state === 'on-floor' ? -1 : state === 'unknown' ? SEEN.length : SEEN.indexOf(state)
const places = new WeakMap<Room, Place>()

/** One place for each room, where its first camera stands. The same cameras make the same object, so its tile stays drawn. */
export function placesOf(rooms: readonly Room[]): Place[] {
  return [...groupBy(rooms, ({ room }) => room).values()].map((cameras) => {
    const before = places.get(cameras[0]!)
    if (before?.cameras.length === cameras.length && before.cameras.every((one, at) => one === cameras[at]))
      return before
    const place = together(cameras)
    places.set(cameras[0]!, place)
    return place
  })
}

/** The camera that tells most leads; the worst alarm of all is the room's. */
function together(cameras: readonly Room[]): Place {
  const [lead, ...rest] = cameras.toSorted((a, b) => seenRank(a.now.state) - seenRank(b.now.state))
  if (rest.length === 0) return { ...lead!, cameras }
  const alarms = cameras.flatMap(({ alarm }) => alarm ?? []).toSorted(byRoomAlarm)
  const checkIns = cameras.flatMap(({ checkIn }) => checkIn ?? [])
  const lookIns = cameras.flatMap(({ lookIn }) => lookIn ?? [])
  const minutes = cameras.flatMap(({ inBedMinutes }) => inBedMinutes ?? [])
  return {
    ...lead!,
    cameras,
    alarm: alarms[0] ?? null,
    alarmCount: cameras.reduce((sum, one) => sum + one.alarmCount, 0),
    residents: [...new Map(cameras.flatMap(({ residents }) => residents.map((one) => [one.id, one]))).values()],
    checkIn: newest(checkIns, ({ eventTime }) => eventTime),
    lookIn: newest(lookIns, ({ occurredAt }) => occurredAt),
    measuresFalls: cameras.some(({ measuresFalls }) => measuresFalls),
    visit: cameras.find(({ visit }) => visit)?.visit ?? null,
    inBedMinutes: minutes.length > 0 ? Math.max(...minutes) : null,
  }
}

const newest = <T>(all: readonly T[], timeOf: (one: T) => string): T | null =>
  all.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))[0] ?? null

/** `alarm`: nobody goes yet; `watch`: somebody should look; `calm`: nothing to do. */
export type Need = 'alarm' | 'answered' | 'floor' | 'watch' | 'unknown' | 'calm'

type Facts = Pick<Room, 'now' | 'alarm' | 'lookIn' | 'location' | 'cameraId'>

export function needOf({ now, alarm, lookIn }: Pick<Facts, 'now' | 'alarm' | 'lookIn'>, isNight: boolean): Need {
  if (alarm?.state === 'open') return 'alarm'
  if (now.state === 'on-floor') return 'floor'
  if (alarm && alarm.state !== 'resolved') return 'answered'
  if (lookIn && now.state !== 'with-staff') return 'watch'
  if (isNight && (now.state === 'up' || now.state === 'sitting-up')) return 'watch'
  return now.state === 'unknown' ? 'unknown' : 'calm'
}

const CALM: readonly RoomState[] = ['with-staff', 'up', 'sitting-up', 'present', 'away', 'in-bed']

const ANSWERED = 3

type RoomAlarm = NonNullable<Room['alarm']>

const byRoomAlarm = (a: RoomAlarm, b: RoomAlarm) => compareAlarms({ ...a, id: a.alertId }, { ...b, id: b.alertId })

function byAlarm({ alarm: a }: Facts, { alarm: b }: Facts): number {
  return !a || !b || a.state === 'resolved' || b.state === 'resolved' ? 0 : byRoomAlarm(a, b)
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
export function placesByName(rooms: readonly Pick<Facts, 'location'>[]): number[] {
  const names = rooms.map(({ location }) => plain(location))
  return rooms.map((_, place) => place).sort((a, b) => comparePlain(names[a]!, names[b]!))
}

/** Rooms with alarms in the order of alarms; others of the same need as they come, by their names: tiles stay where they are. */
export function byNeed<T extends Facts>(rooms: readonly T[], isNight: boolean): T[] {
  const ranked = rooms.map((room) => ({ room, rank: rank(room, isNight) }))
  ranked.sort((a, b) => a.rank - b.rank || (a.rank <= ANSWERED ? byAlarm(a.room, b.room) : 0))
  return ranked.map(({ room }) => room)
}

type Searched = Pick<Place, 'location' | 'unitName' | 'tenantName' | 'residents'> & {
  cameras: readonly Pick<Room, 'cameraName'>[]
}

/** By room, resident, camera, unit or site. */
export function matching<T extends Searched>(rooms: readonly T[], text: string): T[] {
  return rooms.filter(({ location, unitName, tenantName, cameras, residents }) =>
    [location, unitName, tenantName, ...cameras.map(({ cameraName }) => cameraName), ...residents.map(nameOf)].some(
      (one) => one && isFound(one, text),
    ),
  )
}

const nameOf = ({ name }: Room['residents'][number]) => name

const NIGHT = { from: 21, to: 6 }
/** By the user's clock: a resident that is up then may need somebody. */
export const isNightAt = (hour: number): boolean => hour >= NIGHT.from || hour < NIGHT.to

/** `6 min`, `1 h 42 min`, from a day on `3 days`: never with a colon, which the bar of alarms has before seconds. */
export function elapsedText(milliseconds: number, t: TFunction<'room'>): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  if (minutes < 60) return t('elapsed-minutes', { minutes })
  if (minutes >= DAY_MINUTES) return t('elapsed-days', { count: Math.floor(minutes / DAY_MINUTES) })
  return t('elapsed-hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
