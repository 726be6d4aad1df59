/** Titles of the boards as sentences, and charts from reports: the same on the page and on paper. No zod here. METRIC-03, METRIC-04. */
import type { Activity } from './apps.ts'
import type { BarsOptions, HeatOptions } from './chart.ts'
import type { FallReport } from './metrics.ts'
import type { GeneralReport } from './metrics-general.ts'
import type { MetricsWords } from './metrics-words.en.ts'

/** Plural keys are asked for without their ending. */
type WordKey = keyof MetricsWords extends infer K
  ? K extends `${infer Stem}_one` | `${infer Stem}_other`
    ? Stem
    : K
  : never
/** A word of the reports in the reader's language. */
export type Word = (key: WordKey, values?: Record<string, string | number>) => string
/** What the painter knows of language and calendar. */
export type Speaker = {
  word: Word
  severity(of: Severity): string
  activity(of: Activity): string
  /** `3 Nov`; a month is `Nov 2026`. */
  day(day: string, step: 'day' | 'month'): string
  /** `1,204`. */
  number(value: number): string
}
type Severity = 'critical' | 'high' | 'medium' | 'low'

/** From the ground up, most urgent where the eye compares best. */
export const SEVERITY_ORDER: readonly Severity[] = ['critical', 'high', 'medium', 'low']
/** With fewer than these a pattern would be chance. */
export const THIN_ALERTS = 10

/** Lengths of time as people say them: `42 s`, `3 min 20 s`, `2 h 05 min`. */
export function lengthText(word: Word, seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return word('seconds', { seconds: whole })
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return word('minutes', { minutes, seconds: whole % 60 })
  return word('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** `12 more than in the time before`. */
export function changeText(word: Word, now: number, before: number): string {
  if (now === before) return word('as-before')
  return now > before
    ? word('more-than-before', { count: now - before })
    : word('fewer-than-before', { count: before - now })
}

/** Falls for each 1000 occupied bed-days, and what they rest on; the first is a dash while no bed is known. */
export function bedDaysText(
  { word, number }: Speaker,
  { occupied, falls, fallsPer1000 }: FallReport['bedDays'],
): [value: string, note: string] {
  if (fallsPer1000 === null) return ['–', word('bed-days-none')]
  const toTenth = Math.round(10 * fallsPer1000) / 10
  return [number(toTenth), word('bed-days', { falls: number(falls), days: number(occupied) })]
}

/** More or fewer than in the time before. */
export function activityChartTitle({ total, before }: GeneralReport, { word }: Speaker): string {
  return word(total === before.total ? 'title-same' : total > before.total ? 'title-more' : 'title-fewer')
}

/** The busiest hour, where there is one and enough alerts to tell. */
export function heatTitle({ series, total }: GeneralReport, { word }: Speaker): string {
  const byHour = Array.from({ length: 24 }, (_, hour) => series.reduce((sum, { hours }) => sum + hours[hour]!, 0))
  const most = Math.max(...byHour)
  const busiest = byHour.indexOf(most)
  const stands = total >= THIN_ALERTS && byHour.lastIndexOf(most) === busiest
  return stands ? word('heat-title', { from: hourText(busiest), to: hourText((busiest + 1) % 24) }) : word('heat-plain')
}

/** The room with most incidents, where one stands out. */
export function roomsTitle({ incidentRooms: [first, second] }: GeneralReport, { word }: Speaker): string {
  if (!first) return word('rooms-none')
  const stands = first.incidents !== second?.incidents
  return stands ? word('rooms-title', { room: first.location || first.cameraName }) : word('rooms-plain')
}

/** How fast somebody came to what is critical. */
export function responseTitle({ responses }: GeneralReport, { word }: Speaker): string {
  const median = responses.find(({ severity }) => severity === 'critical')?.medianSeconds ?? null
  return median === null ? word('response-plain') : word('response-title', { length: lengthText(word, median) })
}

/** What happened most, where one kind stands out. */
export function activityTitle({ byActivity: [first, second] }: GeneralReport, { word, activity }: Speaker): string {
  const stands = first && first.total > (second?.total ?? 0)
  return stands ? word('activity-title', { activity: activity(first.activity) }) : word('activity-plain')
}

/** The camera with most false alarms, where one stands out. */
export function wolfTitle({ falseAlarmCameras: [first, second] }: GeneralReport, { word }: Speaker): string {
  if (!first) return word('wolf-none')
  const stands = first.falseAlarms > 1 && first.falseAlarms !== second?.falseAlarms
  return stands ? word('wolf-title', { camera: first.cameraName }) : word('wolf-plain')
}

/** What the numbers rest on, sentence by sentence. */
export function basisSentences(
  { basis }: Pick<GeneralReport, 'basis'>,
  { word }: Speaker,
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

/** Alerts by day or month, stacked by severity; a bar is of its `day`. */
export function activityChart({ series, step }: GeneralReport, { word, day }: Speaker, size: Size): BarsOptions {
  const bars = series.map((one) => {
    const count = SEVERITY_ORDER.reduce((sum, severity) => sum + one[severity], 0)
    return {
      ...{ of: one.day, label: day(one.day, step), title: word('alerts-at', { when: day(one.day, step), count }) },
      parts: SEVERITY_ORDER.map((severity) => ({ tone: severity, value: one[severity] })),
    }
  })
  return { ...size, bars }
}

/** Falls by day or month: confirmed ones, and on them those that are not decided. */
export function fallsChart({ series, step }: FallReport, { word, day }: Speaker, size: Size): BarsOptions {
  const bars = series.map(({ day: of, confirmed, undecided }) => ({
    ...{ of, label: day(of, step), title: word('falls-at', { when: day(of, step), confirmed, undecided }) },
    parts: [
      { tone: 'critical' as const, value: confirmed },
      { tone: 'low' as const, value: undecided },
    ],
  }))
  return { ...size, bars }
}

/** Falls by the hour of the day, the night's hours on a ground of their own. */
export function fallHoursChart({ byHour }: FallReport, { word }: Speaker, size: Size): BarsOptions {
  const bars = byHour.map((count, hour) => ({
    ...{ of: String(hour), label: hourText(hour), title: word('falls-in-hour', { hour: hourText(hour), count }) },
    ...{ parts: [{ tone: 'critical' as const, value: count }], isShaded: hour < 6 || hour >= 18 },
  }))
  return { ...size, bars }
}

type HeatSize = { width: number; labelWidth: number; rowHeight: number }

/** Hour by hour for each day or month; a cell is of `2026-11-03T05`. */
export function heat({ series, step }: GeneralReport, { word, day }: Speaker, size: HeatSize): HeatOptions {
  const rows = series.map((one) => ({
    label: day(one.day, step),
    cells: one.hours.map((count, hour) => ({
      of: `${one.day}T${String(hour).padStart(2, '0')}`,
      title: word('alerts-at', { when: `${day(one.day, step)} ${hourText(hour)}`, count }),
      value: count,
    })),
  }))
  return { ...size, rows }
}

/** `05:00`. */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
