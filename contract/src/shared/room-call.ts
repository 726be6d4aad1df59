/**
 * The call of a room: its unresolved alarms, answered together. No zod here, so that browsers can load it. Requirement
 * NIGHT-01; domain.md "Call of a room".
 */
import type { Activity } from './apps.ts'
import { groupBy } from './group-by.ts'

/** The alarm that leads, with the others of its room, in the order of alarms. */
export type RoomCall<T> = T & { others: readonly T[] }

/**
 * One call for each room, in the order of their leading alarms. `alarms`: unresolved, in any order; those with the same
 * `room` are one call. `compare`: the order of alarms, for example compareAlarms.
 */
export function callsOf<T extends { room: string }>(
  alarms: readonly T[],
  compare: (a: T, b: T) => number,
): RoomCall<T>[] {
  const rooms = groupBy(alarms.toSorted(compare), ({ room }) => room)
  return [...rooms.values()].map(([lead, ...others]) => ({ ...lead!, others }))
}

/** How many of the alarms are of each kind: the kind of the first alarm first. */
export function kindsOf<K extends string = Activity>(kinds: readonly K[]): { kind: K; count: number }[] {
  return [...groupBy(kinds, (kind) => kind)].map(([kind, alike]) => ({ kind, count: alike.length }))
}
