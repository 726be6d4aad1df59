/** Days of a calendar as text, `2026-11-22`: arithmetic and names that no clock and no zone has a say in. LIVE-04. */
import { LOCALES } from '@mimamori/contract/languages/locales.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import type { Language } from '#lib/browser/language.ts'
import type { View } from './booking-search.ts'

const DAY_MS = 86_400_000
const WEEK = 7
/** Maximum number of weeks in the grid of a month. */
const LINES_MAX = 6

const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export function addDays(day: string, count: number): string {
  return textOf(Date.parse(day) + count * DAY_MS)
}

/** The same day of another month, or its last one. */
export function addMonths(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return textOf(Date.UTC(year, month - 1 + count, Math.min(date, last)))
}

/** Weeks begin on Monday, as the shifts of a home do. */
function weekStart(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + WEEK - 1) % WEEK))
}

/** The days that a view of `day` shows; of a month whole weeks. */
export function daysOf(view: View, day: string): string[] {
  const run = (from: string, count: number) => Array.from({ length: count }, (_, at) => addDays(from, at))
  if (view === 'day') return [day]
  if (view === 'week') return run(weekStart(day), WEEK)
  const first = weekStart(`${day.slice(0, 7)}-01`)
  const lines = Array.from({ length: LINES_MAX }, (_, line) => addDays(first, line * WEEK))
  const shown = lines.filter((monday, line) => line === 0 || monday.slice(0, 7) === day.slice(0, 7))
  return run(first, shown.length * WEEK)
}

/** The day that the view before or after this one is of. */
export function step(view: View, day: string, by: 1 | -1): string {
  return view === 'month' ? addMonths(day, by) : addDays(day, view === 'week' ? by * WEEK : by)
}

function named(day: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(LOCALES[language].tag, { ...options, timeZone: 'UTC' }).format(Date.parse(day))
}

/** `Sunday 22 November 2026`, `2026年11月22日日曜日`. */
export function longDay(day: string, language: Language): string {
  return named(day, language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

/** `Sun 22 Nov`, `11月22日(日)`. */
export function shortDay(day: string, language: Language): string {
  return named(day, language, { weekday: 'short', day: 'numeric', month: 'short' })
}

export function weekdayOf(day: string, language: Language): string {
  return named(day, language, { weekday: 'short' })
}

/** What a view is called: the day, the month, or the first and last day of the week. */
export function titleOf(view: View, day: string, language: Language): string {
  if (view === 'day') return longDay(day, language)
  if (view === 'month') return named(day, language, { month: 'long', year: 'numeric' })
  const days = daysOf('week', day)
  return `${shortDay(days[0]!, language)} – ${shortDay(days.at(-1)!, language)}`
}
