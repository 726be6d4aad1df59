/** Lengths of time in milliseconds. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const DAY_MINUTES = DAY_MS / MINUTE_MS

/** Whole seconds from `nowMs` on, from 0 to `mostSeconds`; null without the header, or when it is neither. */
export function retryAfterOf(header: string | null, nowMs: number, mostSeconds: number): number | null {
  const text = header?.trim() ?? ''
  // Date.parse takes `-5`, `1.5` and `12 apples` for dates.
  if (!/^\d+$/.test(text) && !/^[a-z]{3,9},? /i.test(text)) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1000
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, Math.ceil(seconds)), mostSeconds)
}
