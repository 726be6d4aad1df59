/** The days that a view of the calendar shows, and its title. LIVE-04. */
import { LOCALES } from '@mimamori/contract/languages/locales.ts'
import { localeOf } from '@mimamori/contract/shared/intl-format.ts'
import type { Language } from '#lib/browser/language.ts'
import { addDays, addMonths, longDay, monthName, shortDay } from '#lib/time/calendar-day.ts'
import type { View } from './booking-search.ts'

const WEEK = 7
/** Maximum number of weeks in the grid of a month. */
const LINES_MAX = 6

/** Newer than the types of the language, and missing in Firefox. */
type WithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }

/**
 * Weeks begin as in the calendars of the device's country: on Sunday in Japan and the USA, on Saturday in Egypt. A device
 * that names no country for this language leaves it to the language.
 */
function weekStart(day: string, language: Language, tags: readonly string[]): string {
  const locale: WithWeek | undefined = tags
    .flatMap((tag) => localeOf(tag) ?? [])
    .find(({ language: spoken, region }) => spoken === language && region !== undefined)
  const firstDay = (locale?.getWeekInfo?.() ?? locale?.weekInfo)?.firstDay ?? LOCALES[language].weekStart
  return addDays(day, -((new Date(day).getUTCDay() + WEEK - (firstDay % WEEK)) % WEEK))
}

/** The days that a view of `day` shows; of a month whole weeks. `tags`: the languages of the device. */
export function daysOf(view: View, day: string, language: Language, tags = navigator.languages): string[] {
  const run = (from: string, count: number) => Array.from({ length: count }, (_, at) => addDays(from, at))
  if (view === 'day') return [day]
  if (view === 'week') return run(weekStart(day, language, tags), WEEK)
  const first = weekStart(`${day.slice(0, 7)}-01`, language, tags)
  const lines = Array.from({ length: LINES_MAX }, (_, line) => addDays(first, line * WEEK))
  const shown = lines.filter((start, line) => line === 0 || start.slice(0, 7) === day.slice(0, 7))
  return run(first, shown.length * WEEK)
}

/** The day that the view before or after this one is of. */
export function step(view: View, day: string, by: 1 | -1): string {
  return view === 'month' ? addMonths(day, by) : addDays(day, view === 'week' ? by * WEEK : by)
}

/** What a view is called: the day, the month, or the first and last day of the week. */
export function titleOf(view: View, day: string, language: Language, tags = navigator.languages): string {
  if (view === 'day') return longDay(day, language)
  if (view === 'month') return monthName(day, language)
  const days = daysOf('week', day, language, tags)
  return `${shortDay(days[0]!, language)} – ${shortDay(days.at(-1)!, language)}`
}
