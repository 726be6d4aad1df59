/** The dashboard's time ranges; kept in the address. */
export const DASHBOARD_RANGES = ['hour', 'day', 'week', 'month'] as const
export type DashboardRange = (typeof DASHBOARD_RANGES)[number]
export type DashboardSearch = { range?: Exclude<DashboardRange, 'day'> }

const HOUR_MS = 3_600_000
const LENGTH_MS: Record<DashboardRange, number> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
}

/** A day unless the address names another known range. */
export function toDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const range = (['hour', 'week', 'month'] as const).find((known) => known === raw.range)
  return range ? { range } : {}
}

/** The range that ends now; whole minutes, so that a minute's drawings ask one question. */
export function rangeEnding(now: Date, range: DashboardRange): { from: Date; to: Date } {
  const toMs = Math.floor(now.getTime() / 60_000) * 60_000 + 60_000
  return { from: new Date(toMs - LENGTH_MS[range]), to: new Date(toMs) }
}
