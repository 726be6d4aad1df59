/** Time ranges that filter lists and boards, as stored in the address. ALERT-02, DASH-01. */
import { RANGES } from '@mimamori/contract/alerting/alert-lists.ts'
import { minuteOfHour } from '#lib/time/time.ts'

export { RANGES }

export type Range = (typeof RANGES)[number]

/** A relative range, or a fixed one between two instants (ISO, UTC), or neither: no limit. */
export type TimeRange = { range?: Range; from?: string; to?: string }

/** When a list is asked for, and in which zone its hours begin. */
export type FilterTime = { now: Date; timeZone: string }

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const LENGTH_MS: Record<Exclude<Range, 'hour'>, number> = {
  day: 24 * HOUR_MS,
  week: 168 * HOUR_MS,
  month: 720 * HOUR_MS,
}

/** Parses an address that a person may have typed: drops invalid parts. A fixed range needs both ends. */
export function toTimeRange(raw: Record<string, unknown>): TimeRange {
  const [from, to] = [toInstant(raw.from), toInstant(raw.to)]
  if (from && to && from < to) return { from, to }
  const range = RANGES.find((known) => known === raw.range)
  return range ? { range } : {}
}

/** Whole minutes, so that the query stays the same for a minute. `hour` is the current one of the zone, from its start. */
export function rangeStart(range: Range, now: Date, timeZone: string): Date {
  const floored = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return new Date(floored - (range === 'hour' ? minuteOfHour(now, timeZone) * MINUTE_MS : LENGTH_MS[range]))
}

/** The bounds for the service. A relative range has no `to`, so that it includes an alert of this very second. */
export function boundsOf({ range, from, to }: TimeRange, now: Date, timeZone: string): { from?: string; to?: string } {
  if (from && to) return { from, to }
  return range ? { from: rangeStart(range, now, timeZone).toISOString() } : {}
}

const LAST_MS = Date.UTC(2100, 0, 1)

/** An instant in an address, ISO; null if invalid or out of range. */
export function toInstant(raw: unknown): string | null {
  const ms = typeof raw === 'string' ? Date.parse(raw) : Number.NaN
  return ms >= 0 && ms < LAST_MS ? new Date(ms).toISOString() : null
}

/** Whether a range is fixed and at most `days` days long. */
export function isWithinDays({ from, to }: TimeRange, days: number): boolean {
  return !from || !to || Date.parse(to) - Date.parse(from) <= days * 24 * HOUR_MS
}
