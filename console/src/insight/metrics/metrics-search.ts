/** The state of the analytics page in the address: a month or a custom time range, and rooms. METRIC-01. */
import { idsOf } from '#lib/list/list-search.ts'
import { isWithinDays, toTimeRange } from '#lib/list/time-range.ts'

export const REPORTS = ['general', 'falls', 'sleep'] as const
export type ReportName = (typeof REPORTS)[number]

/** Undefined means the General Report of this month. `month` is `2026-11`, by the site's calendar. */
export type MetricsSearch = {
  report?: Exclude<ReportName, 'general'>
  month?: string
  from?: string
  to?: string
  cameraIds?: string[]
  /** The room whose nights are shown. */
  room?: string
}

const MOST_CAMERAS = 100
/** Maximum length of a report: the contract's METRICS_RANGE_MAX_DAYS. */
export const MOST_DAYS = 1_100
const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/

/** Parses an address that a person may have typed: drops invalid parts. */
export function toMetricsSearch(raw: Record<string, unknown>): MetricsSearch {
  const time = toTimeRange(raw)
  const { from, to } = isWithinDays(time, MOST_DAYS) ? time : {}
  const cameraIds = idsOf(raw.cameraIds, MOST_CAMERAS)
  const month = typeof raw.month === 'string' && MONTH.test(raw.month) ? raw.month : undefined
  const room = idsOf([raw.room], 1)?.[0]
  const report = REPORTS.find((one) => one === raw.report)
  return {
    ...(report && report !== 'general' && { report }),
    ...(from && to ? { from, to } : month && { month }),
    ...(cameraIds && { cameraIds }),
    ...(room && { room }),
  }
}
