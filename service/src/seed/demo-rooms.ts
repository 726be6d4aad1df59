/**
 * The last day of the demo's residents, derived from the measurements of their cameras, so that room timelines are
 * filled at once.
 */

import { ROOM_TIMELINE_HOURS, type RoomState } from '@mimamori/contract/care/room-state.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { minuteOf } from '#shared/measured.ts'
import type { PastHour } from './demo-nights.ts'

const HOUR_MINUTES = 60
/** Seconds of a minute in bed; fewer count as a moment. */
const IN_BED_SECONDS = 30

type PastRoom = { state: RoomState; since: Date }

/** Each change of a room up to `now`, oldest first. */
export function pastRooms(hours: readonly PastHour[], now: Date): PastRoom[] {
  const fromMs = now.getTime() - (ROOM_TIMELINE_HOURS + 1) * HOUR_MS
  const changes: PastRoom[] = []
  const turn = (state: RoomState, atMs: number) => {
    if (changes.at(-1)?.state !== state) changes.push({ state, since: new Date(atMs) })
  }
  for (const { startsAt, minutes } of hours) {
    for (let minute = 0; minute < HOUR_MINUTES; minute++) {
      const atMs = startsAt.getTime() + minute * MINUTE_MS
      if (atMs >= fromMs && atMs < now.getTime()) turn(stateOf(minuteOf({ minutes }, minute)), atMs)
    }
  }
  return changes
}

function stateOf({ secondsObserved, secondsInBed, secondsPerson }: ReturnType<typeof minuteOf>): RoomState {
  if (secondsObserved === 0) return 'unknown'
  if (secondsInBed >= IN_BED_SECONDS) return 'in-bed'
  return secondsPerson > 0 ? 'up' : 'away'
}
