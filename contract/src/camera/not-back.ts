/**
 * When a bed exit waits for the resident's return. No zod here, so that hubs and browsers can load it. NIGHT-06; domain.md
 * "Not back within".
 */
import { DAY_MINUTES } from '../shared/duration.ts'
import { type Interval, type Week, weekOf } from './week.ts'

/** Minutes that a resident may be out of bed before the exit raises; 0: it raises at once. */
export const NOT_BACK_MINUTES = { least: 0, most: 30 }

/**
 * The daily hours in which exits wait, by the site's clock, as a week; null: always. Both are minutes since midnight,
 * 0 to 1440; null leaves that end open, and hours that end before they begin cross midnight.
 */
export function notBackWeek(fromMinute: number | null, toMinute: number | null): Week | null {
  const [from, to] = [fromMinute ?? 0, toMinute ?? DAY_MINUTES]
  if (from % DAY_MINUTES === to % DAY_MINUTES) return null
  const parts: Interval[] =
    from < to
      ? [{ startMinute: from, endMinute: to }]
      : [
          { startMinute: 0, endMinute: to },
          { startMinute: from, endMinute: DAY_MINUTES },
        ]
  return weekOf(parts.filter(({ startMinute, endMinute }) => startMinute < endMinute))
}
