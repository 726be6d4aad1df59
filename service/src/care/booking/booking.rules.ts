/** On which days of a site's calendar a booking happens. Pure: days are days, whatever the clocks do on them. */

import type { BookingRepeat } from '@mimamori/contract/care/care-lists.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'

const STEP_DAYS: Record<BookingRepeat, number> = { none: 1, daily: 1, weekly: 7 }

type Repeating = { firstDay: string; repeat: BookingRepeat; untilDay: string | null }

/** `2026-11-22` and so on, in order; the last day is included. */
export function daysOf({ firstDay, repeat, untilDay }: Repeating): string[] {
  const firstMs = Date.parse(firstDay)
  const lastMs = repeat === 'none' || untilDay === null ? firstMs : Date.parse(untilDay)
  const stepMs = STEP_DAYS[repeat] * DAY_MS
  const count = Math.max(0, Math.floor((lastMs - firstMs) / stepMs) + 1)
  return Array.from({ length: count }, (_, at) => new Date(firstMs + at * stepMs).toISOString().slice(0, 10))
}
