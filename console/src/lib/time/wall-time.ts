/** The local time in the browser's date and time fields, and the instants that it means in the user's time zone. */
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'

/** `2026-11-21T02:13`: the minute, or the second, of an instant in a zone. */
export function wallTime(at: string | Date, timeZone: string, to: 'minute' | 'second' = 'minute'): string {
  const timeStyle = to === 'minute' ? 'short' : 'medium'
  const format = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle })
  return format.format(new Date(at)).replace(' ', 'T')
}

/**
 * The instant (ISO) of a local time; null if invalid. A repeated local time means the first one; a skipped time moves
 * forward by the skipped duration.
 */
export function instantOf(wall: string, timeZone: string): string | null {
  const asUtcMs = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtcMs)) return null
  const before = asUtcMs - offsetMs(asUtcMs - DAY_MS, timeZone)
  const after = asUtcMs - offsetMs(asUtcMs + DAY_MS, timeZone)
  const meant = [before, after].filter((ms) => offsetMs(ms, timeZone) === asUtcMs - ms)
  return new Date(meant.length > 0 ? Math.min(...meant) : before).toISOString()
}

function offsetMs(atMs: number, timeZone: string): number {
  const minuteMs = Math.floor(atMs / 60_000) * 60_000
  return Date.parse(`${wallTime(new Date(minuteMs), timeZone)}Z`) - minuteMs
}
