/** Rules of weekly schedules without zod, for browser, service and hub. domain.md "Schedules", CAM-10. */
import { DAY_MINUTES } from '../shared/duration.ts'

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof DAYS)[number]
export const WEEKDAYS: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri']

/** Minutes since midnight by the wall clock; the end is exclusive and may be 24:00. */
export type Interval = { startMinute: number; endMinute: number }
/** A day without intervals is off. */
export type Week = Record<Day, Interval[]>

/** Maximum number for one day. */
export const DAY_INTERVALS_MAX = 24

/** Locale keys; the English texts are those of CAM-10. */
type ScheduleError =
  | 'schedule.end-after-start'
  | 'schedule.start-before-end'
  | 'schedule.invalid-end'
  | 'schedule.invalid-start'
  | 'schedule.overlap'

/** Never on. No schedule at all (null) is always on. */
export const NEVER: Week = weekOf([])
export type AppStanding = 'on' | 'off' | 'never'
/** The state of an app: `never` is on without hours in its schedule. Null means always. */
export function appStanding(isOn: boolean, schedule: Week | null): AppStanding {
  if (!isOn) return 'off'
  return schedule !== null && DAYS.every((day) => schedule[day].length === 0) ? 'never' : 'on'
}

/** The site's day and night windows of domain.md. */
export const BY_DAY: Week = weekOf([{ startMinute: 360, endMinute: 1080 }])
export const BY_NIGHT: Week = weekOf([
  { startMinute: 0, endMinute: 360 },
  { startMinute: 1080, endMinute: DAY_MINUTES },
])

/** The same intervals on every day. */
export function weekOf(intervals: readonly Interval[]): Week {
  return mapDays(() => intervals.map((interval) => ({ ...interval })))
}

/** Adjacent intervals do not overlap. */
export function isOverlapping(a: Interval, b: Interval): boolean {
  return a.startMinute < b.endMinute && b.startMinute < a.endMinute
}

/** The index of a day's first interval that overlaps an earlier one; -1 if there is none. */
export function overlapIn(intervals: readonly Interval[]): number {
  return intervals.findIndex((one, index) => intervals.slice(0, index).some((other) => isOverlapping(one, other)))
}

/** Sorted, with adjacent and overlapping intervals joined; the covered time is unchanged. */
export function normaliseDay(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = []
  for (const interval of sortDay(intervals)) {
    const last = joined.at(-1)
    if (last && interval.startMinute <= last.endMinute) last.endMinute = Math.max(last.endMinute, interval.endMinute)
    else joined.push({ ...interval })
  }
  return joined
}

/** Applies normaliseDay to each day. */
function normaliseWeek(week: Week): Week {
  return mapDays((day) => normaliseDay(week[day]))
}

/** By start, then by end. */
function sortDay(intervals: readonly Interval[]): Interval[] {
  return [...intervals].sort((a, b) => a.startMinute - b.startMinute || a.endMinute - b.endMinute)
}

/** The same week with other intervals on one day. */
export function withDay(week: Week, day: Day, intervals: readonly Interval[]): Week {
  return { ...week, [day]: sortDay(intervals) }
}

/** The same week with one day's intervals on other days too. */
export function copyDay(week: Week, from: Day, to: readonly Day[]): Week {
  return mapDays((day) => (to.includes(day) ? week[from].map((interval) => ({ ...interval })) : week[day]))
}

/**
 * Splits an entry at midnight: 22:00 to 06:00 on Friday is 22:00 to 24:00 on Friday and 00:00 to 06:00 on Saturday. An
 * end of 00:00 is midnight itself.
 */
export function partsOf(day: Day, { startMinute, endMinute }: Interval): { day: Day; interval: Interval }[] {
  if (endMinute > startMinute) return [{ day, interval: { startMinute, endMinute } }]
  const evening = { day, interval: { startMinute, endMinute: DAY_MINUTES } }
  const morning = { day: dayAfter(day), interval: { startMinute: 0, endMinute } }
  return endMinute > 0 ? [evening, morning] : [evening]
}

/** Monday follows Sunday. */
function dayAfter(day: Day): Day {
  return DAYS[(DAYS.indexOf(day) + 1) % DAYS.length]!
}

/** `7:05`, `0705`, `07:05` and their full-width forms; `24:00` is the end of the day. Null if it is not a time. */
export function minuteOf(text: string): number | null {
  const found = /^(\d{1,2}):?(\d{2})$/.exec(text.normalize('NFKC').trim())
  if (!found) return null
  const [hours, minutes] = [Number(found[1]), Number(found[2])]
  const minute = hours * 60 + minutes
  return minutes < 60 && minute <= DAY_MINUTES ? minute : null
}

/** `07:05`, and `24:00` for the end of the day. */
export function timeText(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

export type Entry = { start: string; end: string; endsNextDay: boolean }
export type EntryErrors = { start?: ScheduleError; end?: ScheduleError }

/**
 * Errors in entered times. `edited` is the field edited last: a wrong order is reported there. `othersOf` returns the
 * other intervals of a day.
 */
export function entryErrors(
  day: Day,
  entry: Entry,
  edited: 'start' | 'end',
  othersOf: (day: Day) => readonly Interval[],
): EntryErrors {
  const startMinute = minuteOf(entry.start)
  const endMinute = minuteOf(entry.end)
  if (startMinute === null || startMinute === DAY_MINUTES) return { start: 'schedule.invalid-start' }
  if (endMinute === null) return { end: 'schedule.invalid-end' }
  if (!entry.endsNextDay && endMinute <= startMinute) {
    return edited === 'start' ? { start: 'schedule.start-before-end' } : { end: 'schedule.end-after-start' }
  }
  if (entry.endsNextDay && endMinute > startMinute) return { end: 'schedule.invalid-end' }
  const clashes = partsOf(day, { startMinute, endMinute }).some((part) =>
    othersOf(part.day).some((other) => isOverlapping(part.interval, other)),
  )
  return clashes ? { [edited]: 'schedule.overlap' } : {}
}

export type DayGroup = { days: Day[]; intervals: Interval[] }

/** Consecutive days with the same intervals, for a summary; days that are off are left out. */
export function groupDays(week: Week): DayGroup[] {
  const groups: DayGroup[] = []
  let before: string | null = null
  for (const day of DAYS) {
    const intervals = normaliseDay(week[day])
    const key = JSON.stringify(intervals)
    if (key === before) groups.at(-1)?.days.push(day)
    else groups.push({ days: [day], intervals })
    before = key
  }
  return groups.filter((group) => group.intervals.length > 0)
}

/** Whether both are on at the same times. */
export function isSameWeek(a: Week | null, b: Week | null): boolean {
  return JSON.stringify(a && normaliseWeek(a)) === JSON.stringify(b && normaliseWeek(b))
}

function mapDays(intervalsOf: (day: Day) => Interval[]): Week {
  return Object.fromEntries(DAYS.map((day) => [day, intervalsOf(day)])) as Week
}
