/**
 * Titles of the boards as sentences, and charts from reports: the same on the page and in the PDF. No zod here.
 * METRIC-03, METRIC-04.
 */

import type words from '../languages/en/metrics-word.json'
import type { Say } from '../languages/say.ts'
import { SEVERITIES } from '../shared/app-catalogue.ts'
import type { Activity } from '../shared/apps.ts'
import type { BarsOptions, HeatOptions } from '../shared/chart.ts'
import type { FallReport } from './metrics.ts'
import type { GeneralReport } from './metrics-general.ts'

/** A word of the reports in the reader's language. */
export type Word = Say<typeof words>
/** Language and calendar functions of the renderer. */
export type Translator = {
  word: Word
  severity(of: Severity): string
  activity(of: Activity): string
  /** `3 Nov`; a month is `Nov 2026`. */
  day(day: string, step: 'day' | 'month'): string
  /** `1,204`. */
  number(value: number): string
  /** Formats a share, 0 to 1: `8%`. */
  percent(share: number): string
}
type Severity = (typeof SEVERITIES)[number]

/** With fewer than these a pattern would be chance. */
export const THIN_ALERTS = 10
/** Confirmed falls are compared if at least this share of the fall alerts of both periods was judged. */
const LEAST_JUDGED_SHARE = 0.5
/** The two shares must also not differ by more than this. */
const MOST_JUDGED_APART = 0.2
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Readable durations: `42 s`, `3 min 20 s`, `2 h 05 min`. */
export function lengthText(word: Word, seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return word('seconds', { seconds: whole })
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return word('minutes', { minutes, seconds: whole % 60 })
  return word('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

type TimeBefore = { from: string; to: string }

/** `the previous 7 days`: a period that is not of whole days is rounded up. */
export function previousText(word: Word, { from, to }: TimeBefore): string {
  return word('previous-days', {
    count: Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from) - HOUR_MS) / DAY_MS)),
  })
}

/** `12 more than in the previous 7 days`. */
export function changeText(word: Word, now: number, before: TimeBefore & { total: number }): string {
  const previous = previousText(word, before)
  if (now === before.total) return word('as-before', { previous })
  return now > before.total
    ? word('more-than-before', { count: now - before.total, previous })
    : word('fewer-than-before', { count: before.total - now, previous })
}

type JudgedFalls = Pick<FallReport, 'confirmed' | 'undecided' | 'falseAlarms'>

/** 0 to 1; a period without fall alerts counts as completely judged. */
function judgedShare({ confirmed, undecided, falseAlarms }: JudgedFalls): number {
  const all = confirmed + undecided + falseAlarms
  return all === 0 ? 1 : (confirmed + falseAlarms) / all
}

/**
 * Whether confirmed falls are comparable: enough were judged in both periods, in similar shares. docs/domain.md "Fall
 * report".
 */
export function isComparable(report: JudgedFalls & { before: JudgedFalls }): boolean {
  const [now, before] = [judgedShare(report), judgedShare(report.before)]
  return Math.min(now, before) >= LEAST_JUDGED_SHARE && Math.abs(now - before) <= MOST_JUDGED_APART
}

/** `2 more than in the previous 7 days`, or why there is no comparison. */
export function fallsChangeText(report: FallReport, { word }: Translator): string {
  if (!isComparable(report)) return word('not-compared')
  return changeText(word, report.confirmed, { ...report.before, total: report.before.confirmed })
}

/** More or fewer confirmed falls than before; or the number of unjudged ones, if that is more informative. */
export function fallsTitle(report: FallReport, { word }: Translator): string {
  const { confirmed, undecided, before } = report
  if (!isComparable(report)) return undecided > 0 ? word('falls-unjudged', { count: undecided }) : word('falls-plain')
  const previous = previousText(word, before)
  if (confirmed === before.confirmed) return word('falls-same', { previous })
  return word(confirmed > before.confirmed ? 'falls-more' : 'falls-fewer', { previous })
}

/** Confirmed falls of both periods, and the number of unjudged ones. */
export function fallsHelp({ confirmed, undecided, before }: FallReport, { word, number }: Translator): string {
  const previous = previousText(word, before)
  const compared = word('compared', { now: number(confirmed), before: number(before.confirmed), previous })
  return undecided > 0 ? `${compared} · ${word('not-judged', { count: undecided })}` : compared
}

/** Falls per 1000 occupied bed-days, and their basis; the first is a dash while no bed is known. */
export function bedDaysText(
  { word, number }: Translator,
  { occupied, falls, fallsPer1000 }: FallReport['bedDays'],
): [value: string, note: string] {
  if (fallsPer1000 === null) return ['–', word('bed-days-none')]
  const toTenth = Math.round(10 * fallsPer1000) / 10
  return [number(toTenth), word('bed-days', { falls: number(falls), days: number(occupied) })]
}

/** More or fewer than in the same number of days before. */
export function activityChartTitle({ total, before }: GeneralReport, { word }: Translator): string {
  const previous = previousText(word, before)
  return word(total === before.total ? 'title-same' : total > before.total ? 'title-more' : 'title-fewer', { previous })
}

/** The busiest hour, if one stands out among enough alerts. */
export function heatTitle({ series, total }: GeneralReport, { word }: Translator): string {
  const byHour = Array.from({ length: 24 }, (_, hour) => series.reduce((sum, { hours }) => sum + hours[hour]!, 0))
  const most = Math.max(...byHour)
  const busiest = byHour.indexOf(most)
  const stands = total >= THIN_ALERTS && byHour.lastIndexOf(most) === busiest
  return stands
    ? word('heat-title', { from: hourText(busiest), to: hourText((busiest + 1) % 24), most, total })
    : word('heat-plain')
}

/** The room with most incidents, if one stands out. */
export function roomsTitle({ incidentRooms: [first, second] }: GeneralReport, { word }: Translator): string {
  if (!first) return word('rooms-none')
  const stands = first.incidents !== second?.incidents
  return stands ? word('rooms-title', { room: first.location || first.cameraName }) : word('rooms-plain')
}

/** The response time to critical alerts. */
export function responseTitle({ responses }: GeneralReport, { word }: Translator): string {
  const median = responses.find(({ severity }) => severity === 'critical')?.medianSeconds ?? null
  return median === null ? word('response-plain') : word('response-title', { length: lengthText(word, median) })
}

/** Whether any alert has a recorded arrival. */
export function hasArrivals(responses: GeneralReport['responses']): boolean {
  return responses.some(({ arrived }) => arrived.count > 0)
}

/** The most frequent kind, if one stands out. */
export function activityTitle({ byActivity: [first, second] }: GeneralReport, { word, activity }: Translator): string {
  const stands = first && first.total > (second?.total ?? 0)
  return stands ? word('activity-title', { activity: activity(first.activity) }) : word('activity-plain')
}

/** The camera with most false alarms, if one stands out. */
export function wolfTitle({ falseAlarmCameras: [first, second] }: GeneralReport, { word }: Translator): string {
  if (!first) return word('wolf-none')
  const stands = first.falseAlarms > 1 && first.falseAlarms !== second?.falseAlarms
  return stands ? word('wolf-title', { camera: first.cameraName }) : word('wolf-plain')
}

/** The basis of the numbers, sentence by sentence. */
export function basisSentences(
  { basis }: Pick<GeneralReport, 'basis'>,
  { word }: Translator,
  validShare: number,
): string[] {
  const { cameras, measuredCameras: measured, coverageShare, nights, validNights: valid } = basis
  const coverage = coverageShare === null ? null : Math.round(100 * coverageShare)
  return [
    word('basis-alerts'),
    coverage === null ? word('basis-unmeasured') : word('basis-coverage', { measured, cameras, coverage }),
    ...(nights > 0 ? [word('basis-nights', { valid, nights, least: Math.round(100 * validShare) })] : []),
  ]
}

type Size = { width: number; height: number }

/** Alerts by day or month, stacked by severity; a bar belongs to its `day`. */
export function activityChart({ series, step }: GeneralReport, { word, day }: Translator, size: Size): BarsOptions {
  const bars = series.map((one) => {
    const count = SEVERITIES.reduce((sum, severity) => sum + one[severity], 0)
    return {
      ...{ of: one.day, label: day(one.day, step), title: word('alerts-at', { when: day(one.day, step), count }) },
      parts: SEVERITIES.map((severity) => ({ tone: severity, value: one[severity] })),
    }
  })
  return { ...size, bars }
}

/** Falls by day or month: confirmed ones, stacked with the undecided ones. */
export function fallsChart({ series, step }: FallReport, { word, day }: Translator, size: Size): BarsOptions {
  const bars = series.map(({ day: of, confirmed, undecided }) => ({
    ...{ of, label: day(of, step), title: word('falls-at', { when: day(of, step), confirmed, undecided }) },
    parts: [
      { tone: 'critical' as const, value: confirmed },
      { tone: 'low' as const, value: undecided },
    ],
  }))
  return { ...size, bars }
}

/** Falls by the hour of the day; the night's hours are shaded. */
export function fallHoursChart({ byHour }: FallReport, { word }: Translator, size: Size): BarsOptions {
  const bars = byHour.map((count, hour) => ({
    ...{ of: String(hour), label: hourText(hour), title: word('falls-in-hour', { hour: hourText(hour), count }) },
    ...{ parts: [{ tone: 'critical' as const, value: count }], isShaded: hour < 6 || hour >= 18 },
  }))
  return { ...size, bars }
}

type HeatSize = { width: number; labelWidth: number; rowHeight: number }

/** Hour by hour for each day or month; a cell is identified by `2026-11-03T05`. */
export function heat({ series, step }: GeneralReport, { word, day }: Translator, size: HeatSize): HeatOptions {
  const rows = series.map((one) => {
    const label = day(one.day, step)
    const cells = one.hours.map((count, hour) => ({
      of: `${one.day}T${String(hour).padStart(2, '0')}`,
      title: () => word('alerts-at', { when: `${label} ${hourText(hour)}`, count }),
      value: count,
    }))
    return { label, cells }
  })
  return { ...size, rows }
}

/** `05:00`. */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
