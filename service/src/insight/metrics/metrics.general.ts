/** Builds the General Report from its counts: pure except for reading them. METRIC-01, METRIC-03. */

import { METRICS_BY_DAY_MAX } from '@mimamori/contract/insight/metrics.ts'
import { ANSWERED_SEVERITIES, INCIDENT_SEVERITIES } from '@mimamori/contract/insight/metrics-behind.ts'
import {
  type GeneralReport,
  INCIDENT_ROOMS,
  type MonthOfReport,
  type ReportBasis,
} from '@mimamori/contract/insight/metrics-general.ts'
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { countArrivals, readMonthArrivals, readRoomArrivals } from './metrics.arrivals.queries.ts'
import {
  type AnsweredSeverity,
  countGeneral,
  countUnansweredSince,
  type Figures,
  type GeneralCounts,
} from './metrics.general.queries.ts'
import { type MetricsRange, type MetricsSearch, readRangeBefore, recentFrom } from './metrics.search.ts'
import { shareOf, unpackSeconds } from './metrics.seconds.ts'

const NONE = { critical: 0, high: 0, medium: 0, low: 0 }
const NO_COUNTS: GeneralCounts = {
  counts: [],
  days: [],
  hours: [],
  steps: [],
  figures: [],
  rooms: [],
  falseAlarmCameras: [],
  months: [],
}
const NO_ARRIVALS = { count: 0, medianSeconds: null, p90Seconds: null }
const NO_BASIS: ReportBasis = { cameras: 0, measuredCameras: 0, coverageShare: null, nights: 0, validNights: 0 }

/** The report for a caller without any rights: all figures are empty. */
export function noGeneral({ from, now }: Pick<MetricsSearch, 'from' | 'now'>): GeneralReport {
  return {
    ...assemble(NO_COUNTS, { from, to: from }, 'day', { from: recentFrom(now) }),
    responses: [],
    basis: NO_BASIS,
  }
}

/** Exact. The basis of the report is added by code that reads measurements. */
export async function readGeneral(db: TenantDb, by: MetricsSearch): Promise<Omit<GeneralReport, 'basis'>> {
  const step = Date.parse(by.to) - Date.parse(by.from) <= METRICS_BY_DAY_MAX * DAY_MS ? 'day' : 'month'
  const before = await readRangeBefore(db, by)
  const recent = { ...(await countUnansweredSince(db, by, recentFrom(by.now))), from: recentFrom(by.now) }
  const report = assemble(await countGeneral(db, by, { before, step }), before, step, recent)
  const arrivals = await countArrivals(db, by)
  const responses = report.responses.map((one) => ({ ...one, arrived: arrivals[one.severity] ?? NO_ARRIVALS }))
  const ofRooms = await readRoomArrivals(
    db,
    by,
    report.incidentRooms.map(({ cameraId }) => cameraId),
  )
  const ofMonths = await readMonthArrivals(db, by)
  return {
    ...report,
    responses,
    incidentRooms: report.incidentRooms.map((one) => ({
      ...one,
      arrivedMedianSeconds: ofRooms.get(one.cameraId) ?? null,
    })),
    months: report.months.map((one) => ({ ...one, arrivedMedianSeconds: ofMonths.get(one.month) ?? null })),
  }
}

/** Alerts since `from` that nobody has seen. */
type Recent = { from: string } & Partial<Record<AnsweredSeverity, number>>

function assemble(
  row: GeneralCounts,
  before: MetricsRange,
  step: 'day' | 'month',
  recent: Recent,
): Omit<GeneralReport, 'basis'> {
  const { bySeverity, severityBefore, byActivity } = countsOf(row)
  const series = seriesOf(row)
  const byHour = Array.from({ length: 24 }, (_, hour) => series.reduce((sum, { hours }) => sum + hours[hour]!, 0))
  const morning = byHour.slice(6, 18).reduce((sum, alerts) => sum + alerts, 0)
  const total = sumOf(bySeverity)
  return {
    total,
    bySeverity,
    before: { ...before, total: sumOf(severityBefore), bySeverity: severityBefore },
    byActivity,
    morning,
    night: total - morning,
    step,
    series,
    recentFrom: recent.from,
    responses: responsesOf(row, recent),
    returned: sumOfPart(row, 'now', 'returned'),
    incidentRooms: incidentRoomsOf(row),
    judged: sumOfPart(row, 'now', 'judged'),
    falseAlarms: sumOfPart(row, 'now', 'falseAlarms'),
    falseAlarmCameras: row.falseAlarmCameras,
    months: monthsOf(row),
  }
}

function countsOf({ counts }: GeneralCounts) {
  const [bySeverity, severityBefore] = [{ ...NONE }, { ...NONE }]
  const activities = new Map<string, GeneralReport['byActivity'][number]>()
  for (const { part, severity, activity, alerts } of counts) {
    const one = activities.get(activity) ?? { activity, ...NONE, total: 0, before: 0 }
    activities.set(activity, one)
    if (part === 'now') {
      bySeverity[severity] += alerts
      one[severity] += alerts
      one.total += alerts
    } else {
      severityBefore[severity] += alerts
      one.before += alerts
    }
  }
  const byActivity = [...activities.values()]
  return {
    bySeverity,
    severityBefore,
    byActivity: byActivity.sort((a, b) => b.total - a.total || a.activity.localeCompare(b.activity)),
  }
}

function seriesOf({ steps, days, hours }: GeneralCounts): GeneralReport['series'] {
  const series = steps.map((day) => ({ day, ...NONE, hours: Array.from({ length: 24 }, () => 0) }))
  const places = new Map(series.map((one) => [one.day, one]))
  // Sites in other time zones may have one more day at either end: it counts toward the nearest day.
  const at = (day: string) => places.get(day) ?? (day < steps[0]! ? series[0]! : series.at(-1)!)
  for (const { day, severity, alerts } of days) at(day)[severity] += alerts
  for (const { day, hours: alerts } of hours) {
    const one = at(day)
    for (const [hour, count] of alerts.entries()) one.hours[hour]! += count
  }
  return series
}

type Sum = Exclude<keyof Figures, 'part' | `${AnsweredSeverity}Seconds`>
function sumOfPart({ figures }: GeneralCounts, part: string, name: Sum): number {
  return figures.reduce((sum, one) => sum + (one.part === part ? one[name] : 0), 0)
}

function secondsOfPart(
  { figures }: GeneralCounts,
  part: string,
  severities: readonly AnsweredSeverity[],
): Float64Array {
  const of = figures.filter((one) => one.part === part)
  return unpackSeconds(of.flatMap((one) => severities.flatMap((severity) => one[`${severity}Seconds`] ?? [])))
}

function responsesOf(row: GeneralCounts, recent: Recent): GeneralReport['responses'] {
  return ANSWERED_SEVERITIES.map((severity) => {
    const seen = secondsOfPart(row, 'now', [severity])
    return {
      severity,
      seen: seen.length,
      neverSeen: sumOfPart(row, 'now', `${severity}Unseen`) - (recent[severity] ?? 0),
      notAnsweredYet: recent[severity] ?? 0,
      medianSeconds: shareOf(seen, 0.5),
      p90Seconds: shareOf(seen, 0.9),
      medianSecondsBefore: shareOf(secondsOfPart(row, 'before', [severity]), 0.5),
      arrived: NO_ARRIVALS,
    }
  })
}

/**
 * Rooms with equally many incidents are ordered by the time until somebody came; rooms without a response come last.
 */
function incidentRoomsOf({ rooms }: GeneralCounts): GeneralReport['incidentRooms'] {
  const timed = rooms.map(({ seconds, ...room }) => {
    const medianSeconds = shareOf(unpackSeconds([Buffer.from(seconds, 'base64')]), 0.5)
    return { ...room, medianSeconds, arrivedMedianSeconds: null }
  })
  const late = ({ medianSeconds }: { medianSeconds: number | null }) => medianSeconds ?? Number.POSITIVE_INFINITY
  timed.sort((a, b) => {
    if (a.incidents !== b.incidents) return b.incidents - a.incidents
    if (a.critical !== b.critical) return b.critical - a.critical
    return late(a) === late(b) ? a.place - b.place : late(a) - late(b)
  })
  return timed.slice(0, INCIDENT_ROOMS).map(({ place: _, ...room }) => room)
}

function monthsOf(row: GeneralCounts): MonthOfReport[] {
  return row.months.map((month) => ({
    month,
    alerts: sumOfPart(row, month, 'alerts'),
    incidents: sumOfPart(row, month, 'incidents'),
    falls: sumOfPart(row, month, 'falls'),
    falseAlarms: sumOfPart(row, month, 'falseAlarms'),
    medianSeconds: shareOf(secondsOfPart(row, month, INCIDENT_SEVERITIES), 0.5),
    arrivedMedianSeconds: null,
  }))
}

function sumOf(counts: Record<AlertSeverity, number>): number {
  return SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0)
}
