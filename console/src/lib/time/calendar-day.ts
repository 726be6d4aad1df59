/** Days of a calendar as text, `2026-11-22`: arithmetic and names that do not depend on a clock or zone. */
import { LOCALES } from '@mimamori/contract/languages/locales.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import type { Language } from '../browser/language.ts'

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

/** The days of a month, `2026-11`. */
export function daysOfMonth(month: string): string[] {
  const [year, of] = month.split('-').map(Number) as [number, number]
  const count = new Date(Date.UTC(year, of, 0)).getUTCDate()
  return Array.from({ length: count }, (_, at) => addDays(`${month}-01`, at))
}

/** 0 is Sunday. */
export const weekdayIndex = (day: string): number => new Date(day).getUTCDay()

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

/** `November 2026`, `2026年11月`; of a day or a month. */
export function monthName(day: string, language: Language): string {
  return named(day, language, { month: 'long', year: 'numeric' })
}
