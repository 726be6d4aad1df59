/** The dashboard's time in the address: one of the ranges of the lists, or a fixed one. DASH-01. */
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { type Range, type TimeRange, toTimeRange } from '#lib/list/time-range.ts'

/** Left out means a day. */
type DashboardSearch = TimeRange
const USUAL_RANGE: Range = 'day'

/** A day unless the address says otherwise. */
export function toDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const range = toTimeRange(raw)
  return range.range === USUAL_RANGE ? {} : range
}

/** What a link to a list carries, so that it shows what the board counts. */
export function toListRange(search: DashboardSearch): TimeRange {
  return search.from || search.range ? search : { range: USUAL_RANGE }
}

/** One bar of the series and what a list of its alerts is asked for, within the range that the board is about. */
export function boundsOfBar(
  series: readonly { startsAt: string }[],
  index: number,
  scope: { from: string; to?: string },
  now: Date,
): { from: string; to: string } {
  const startMs = Date.parse(series[index]!.startsAt)
  // Alerts of this minute are in the last bar and in its list.
  const endMs = scope.to ? Date.parse(scope.to) : (Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS
  const next = series[index + 1]?.startsAt
  return {
    from: new Date(Math.max(startMs, Date.parse(scope.from))).toISOString(),
    to: new Date(next ? Math.min(Date.parse(next), endMs) : endMs).toISOString(),
  }
}
