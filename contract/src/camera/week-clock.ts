/** When a weekly schedule is on: by the wall clock of the site's zone, also when clocks change. Pure. */

import { Temporal } from 'temporal-polyfill'
import { DAY_MINUTES, MINUTE_MS } from '../shared/duration.ts'
import { DAYS, type Interval, type Week } from './week.ts'

const DAY_MS = DAY_MINUTES * MINUTE_MS
/** An interval inside a skipped hour is missed for one week: then the next change is in the next week. */
const LOOK_AHEAD_DAYS = 15

/**
 * Whether it is on at this instant. No schedule is always on. An hour that clocks repeat counts twice, one that they
 * skip never happens.
 */
export function isOn(schedule: Week | null, at: Date, timezone: string): boolean {
  return schedule === null || isOnAt(schedule, at.getTime(), timezone)
}

/** The first instant after this one at which it turns on or off; null when it never does. */
export function nextChange(schedule: Week | null, at: Date, timezone: string): Date | null {
  if (schedule === null || isConstant(schedule)) return null
  const fromMs = at.getTime()
  const isNow = isOnAt(schedule, fromMs, timezone)
  for (let days = 0; days < LOOK_AHEAD_DAYS; days++) {
    const dayMs = fromMs + days * DAY_MS
    const change = candidates(schedule, dayMs, timezone).find(
      (ms) => ms > fromMs && isOnAt(schedule, ms, timezone) !== isNow,
    )
    if (change !== undefined) return new Date(change)
  }
  return null
}

/** `isOn` for mostly ascending instants (ms since the epoch): computes the zone only where a change is possible. */
export function gateOf(schedule: Week | null, timezone: string): (atMs: number) => boolean {
  if (schedule === null) return () => true
  let known = { fromMs: 0, untilMs: 0, isOn: false }
  return (atMs) => {
    if (atMs < known.fromMs || atMs >= known.untilMs) {
      const at = new Date(atMs)
      const untilMs = nextChange(schedule, at, timezone)?.getTime() ?? Number.POSITIVE_INFINITY
      known = { fromMs: atMs, untilMs, isOn: isOn(schedule, at, timezone) }
    }
    return known.isOn
  }
}

/** Between changes of the zone's offset the wall clock runs evenly: it can turn only where an interval begins or ends, or at such a change. */
function candidates(schedule: Week, fromMs: number, timezone: string): number[] {
  const [before, after] = [offsetMs(fromMs, timezone), offsetMs(fromMs + DAY_MS, timezone)]
  const found = before === after ? [] : [zoned(fromMs, timezone).getTimeZoneTransition('next')!.epochMilliseconds]
  for (const offset of new Set([before, after])) {
    const midnight = Math.floor((fromMs + offset) / DAY_MS) * DAY_MS
    for (const wallDayMs of [midnight, midnight + DAY_MS, midnight + 2 * DAY_MS]) {
      for (const { startMinute, endMinute } of intervalsAt(schedule, wallDayMs)) {
        found.push(wallDayMs + startMinute * MINUTE_MS - offset, wallDayMs + endMinute * MINUTE_MS - offset)
      }
    }
  }
  return found.filter((ms) => ms <= fromMs + DAY_MS).sort((a, b) => a - b)
}

function isOnAt(schedule: Week, ms: number, timezone: string): boolean {
  const wallMs = ms + offsetMs(ms, timezone)
  const minute = (wallMs - Math.floor(wallMs / DAY_MS) * DAY_MS) / MINUTE_MS
  return intervalsAt(schedule, wallMs).some(({ startMinute, endMinute }) => minute >= startMinute && minute < endMinute)
}

function intervalsAt(schedule: Week, wallMs: number): readonly Interval[] {
  // The first day of the epoch was a Thursday.
  const days = Math.floor(wallMs / DAY_MS) + 3
  return schedule[DAYS[((days % 7) + 7) % 7]!]
}

function isConstant(schedule: Week): boolean {
  const minutes = DAYS.map((day) => covered(schedule[day]))
  return minutes.every((count) => count === 0) || minutes.every((count) => count === DAY_MINUTES)
}

function covered(intervals: readonly Interval[]): number {
  let [count, until] = [0, 0]
  for (const { startMinute, endMinute } of [...intervals].sort((a, b) => a.startMinute - b.startMinute)) {
    count += Math.max(0, endMinute - Math.max(until, startMinute))
    until = Math.max(until, endMinute)
  }
  return count
}

/** The zone's offset from UTC. */
function offsetMs(ms: number, timezone: string): number {
  return zoned(ms, timezone).offsetNanoseconds / 1_000_000
}

function zoned(ms: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(timezone)
}
