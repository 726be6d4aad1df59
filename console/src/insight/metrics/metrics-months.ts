/** Months and days by the calendar of a site, and the instants between which they lie. METRIC-01. */
import { instantOf, wallTime } from '#lib/time/wall-time.ts'

export type MetricsRange = { from: string; to: string }

/** The month of an instant in a zone: `2026-11`. */
export function monthOf(at: Date, timeZone: string): string {
  return wallTime(at, timeZone).slice(0, 7)
}

/** Adds months; a negative number goes back. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const index = year * 12 + number - 1 + months
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** From the first instant of the month in a zone to before that of the next. */
export function boundsOfMonth(month: string, timeZone: string): MetricsRange {
  const start = (of: string) => instantOf(`${of}-01T00:00`, timeZone)!
  return { from: start(month), to: start(monthAfter(month, 1)) }
}

/** The hour of a cell (`2026-11-03T05`): two hours of time where clocks go back, none where they go forward. */
export function boundsOfHour(cell: string, timeZone: string): MetricsRange {
  const [day = '', hour = ''] = cell.split('T')
  if (hour === '23') return { from: instantOf(`${day}T23:00`, timeZone)!, to: boundsOfStep(day, 'day', timeZone).to }
  const next = String(Number(hour) + 1).padStart(2, '0')
  return { from: instantOf(`${day}T${hour}:00`, timeZone)!, to: instantOf(`${day}T${next}:00`, timeZone)! }
}

/** What of the range lies within the other one. */
export function within({ from, to }: MetricsRange, whole: MetricsRange): MetricsRange {
  return { from: from < whole.from ? whole.from : from, to: to > whole.to ? whole.to : to }
}

/** From the first instant of a day, or of a month, of the series to before that of the next. */
export function boundsOfStep(day: string, step: 'day' | 'month', timeZone: string): MetricsRange {
  if (step === 'month') return boundsOfMonth(day.slice(0, 7), timeZone)
  const next = new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return { from: instantOf(`${day}T00:00`, timeZone)!, to: instantOf(`${next}T00:00`, timeZone)! }
}
