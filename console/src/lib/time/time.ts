/** Instants as text: always in the user's own zone, whatever the browser's (GEN-04), and relative to now. */
import words from 'virtual:every-language/time'
import { DATE_FORMATS, type DateFormat, DEFAULT_LOCALE, fill, LOCALES } from '@mimamori/contract/languages/locales.ts'
import { CLOCK_PARTS, dateFormat, pluralRules, relativeFormat } from '@mimamori/contract/shared/intl-format.ts'
import type { Language } from '../browser/language.ts'

export type TimeStyle = { timeZone: string; dateFormat: DateFormat; language: Language }

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
/** From here on an instant is named by its date. */
const RELATIVE_UP_TO_S = 7 * 86_400
const JUST_NOW_S = 45

const knownZones = new Map<string, string>()

/** Date and time to the minute: `21st Nov 2026, 02:13 AM`, `2026年11月21日 午前02:13` or `2026/11/21 02:13`. */
export function dateTime(at: string | Date, style: TimeStyle): string {
  const parts = partsOf(at, style.timeZone)
  return style.dateFormat === 'yyyy/MM/dd HH:mm'
    ? `${dateOf(parts, style)} ${parts.hour}:${parts.minute}`
    : fill(words[style.language]['date-and-time'], {
        date: dateOf(parts, style),
        time: twelveHours(parts, style.language, false),
      })
}

/** The day alone, in the user's format. */
export function date(at: string | Date, style: TimeStyle): string {
  return dateOf(partsOf(at, style.timeZone), style)
}

/** The day as names of files have it, in the user's zone: `2026-11-21`. */
export function dayKey(at: string | Date, timeZone: string): string {
  const { year, month, day } = partsOf(at, timeZone)
  return `${year}-${month}-${day}`
}

/** Time of day: `02:13:04 AM` or `02:13:04`, to the minute `02:13 AM` or `02:13`. */
export function clockTime(at: string | Date, style: TimeStyle, to: 'second' | 'minute' = 'second'): string {
  const parts = partsOf(at, style.timeZone)
  if (style.dateFormat !== 'yyyy/MM/dd HH:mm') return twelveHours(parts, style.language, to === 'second')
  return `${parts.hour}:${parts.minute}${to === 'second' ? `:${parts.second}` : ''}`
}

/** The exact time with its zone, for hovering: `21st Nov 2026, 02:13:04 AM (GMT+9)`. */
export function exactTime(at: string | Date, style: TimeStyle): string {
  return `${date(at, style)} ${clockTime(at, style)} (${zoneName(at, style.timeZone)})`
}

/** `just now`, `2 min ago`, `3 days ago`, then the date; also into the future. */
export function relativeTime(at: string | Date, now: Date, style: TimeStyle): string {
  const seconds = Math.round((new Date(at).getTime() - now.getTime()) / 1000)
  const distance = Math.abs(seconds)
  if (distance >= RELATIVE_UP_TO_S) return date(at, style)
  const format = relativeFormat(style.language, { style: 'short' })
  if (distance < JUST_NOW_S) return words[style.language]['just-now']
  for (const [unit, length] of UNITS) {
    const amount = Math.round(distance / length)
    if (distance >= length * 0.99 || unit === 'minute')
      return tidy(format.format(Math.sign(seconds) * Math.max(1, amount), unit))
  }
  return date(at, style)
}

/** `00:15`, `1:02:03`. */
export function duration(milliseconds: number): string {
  const total = Math.max(0, Math.round(milliseconds / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`
}

/** 0 to 23, in the user's zone: for greetings. */
export function hourOfDay(at: Date, timeZone: string): number {
  return Number(partsOf(at, timeZone).hour)
}

/** 0 to 59, in the user's zone: some zones are half an hour apart from others. */
export function minuteOfHour(at: Date, timeZone: string): number {
  return Number(partsOf(at, timeZone).minute)
}

/** Unknown names (a typing error in a profile) fall back to the browser's zone instead of breaking every page. */
export function knownZone(timeZone: string | null | undefined): string {
  const name = timeZone ?? ''
  let known = knownZones.get(name)
  if (known === undefined) {
    known = isZone(name) ? name : Intl.DateTimeFormat().resolvedOptions().timeZone
    knownZones.set(name, known)
  }
  return known
}

function isZone(name: string): boolean {
  try {
    dateFormat(DEFAULT_LOCALE, { timeZone: name })
    return true
  } catch {
    return false
  }
}

export function toDateFormat(text: string | null | undefined): DateFormat {
  return DATE_FORMATS.find((format) => format === text) ?? 'yyyy/MM/dd HH:mm'
}

function dateOf(parts: Parts, { dateFormat, language }: TimeStyle): string {
  if (dateFormat === 'yyyy/MM/dd HH:mm') return `${parts.year}/${parts.month}/${parts.day}`
  const texts: Readonly<Record<string, string>> = words[language]
  const count = Number(parts.day)
  const form = pluralRules(language, { type: 'ordinal' }).select(count)
  const day = fill(texts[`day_ordinal_${form}`]!, { count })
  return fill(words[language]['long-date'], {
    day,
    month: texts.months!.split(' ')[Number(parts.month) - 1]!,
    year: parts.year,
  })
}

function twelveHours(parts: Parts, language: Language, withSeconds: boolean): string {
  const hour = Number(parts.hour)
  const clock = [String(hour % 12 || 12).padStart(2, '0'), parts.minute, ...(withSeconds ? [parts.second] : [])].join(
    ':',
  )
  return fill(words[language][hour < 12 ? 'am' : 'pm'], { clock })
}

function partsOf(at: string | Date, timeZone: string): Parts {
  const format = dateFormat(LOCALES[DEFAULT_LOCALE].tag, { ...CLOCK_PARTS, timeZone })
  return Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value])) as Parts
}

function zoneName(at: string | Date, timeZone: string): string {
  const parts = dateFormat(DEFAULT_LOCALE, { timeZone, timeZoneName: 'short' }).formatToParts(new Date(at))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** `2 min. ago` and `2 分前` as people write them: `2 min ago`, `2分前`. */
function tidy(text: string): string {
  return text
    .replace('.', '')
    .replaceAll(/(\d) (?=[^\x20-\x7e])/g, '$1')
    .replaceAll(/ (?=[前後])/g, '')
}
