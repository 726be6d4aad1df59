/** Analytics: the reports for managers. Requirements METRIC-01 to METRIC-04. */
import { z } from 'zod'
import { verdict } from '../alerting/alert.ts'
import { locale } from '../identity/session.ts'
import { endpoint } from '../shared/endpoint.ts'
import { instant } from '../shared/page.ts'
import { READERS, STAFF } from '../shared/roles.ts'
import { generalReport } from './metrics-general.ts'
import { metricsSleepEndpoints } from './metrics-sleep.ts'

/** About three years of days: the chart cannot show more. */
export const METRICS_RANGE_MAX_DAYS = 1_100
/** Up to this many days a report counts by day, beyond that by month. */
export const METRICS_BY_DAY_MAX = 93
/** Number of falls that a report lists, newest first. */
export const FALLS_NAMED = 200
/** Number of rooms listed, by confirmed falls. */
export const FALL_ROOMS_NAMED = 100

/** An unanswered alert is 'not answered yet' for this time, then 'never seen'. */
export const ANSWER_WITHIN_MINUTES = 30

const DAY_MS = 86_400_000

/** A month as MM-yyyy or yyyy-MM; both ends are inclusive. domain.md "Report names". */
const month = z.string().regex(/^((0[1-9]|1[0-2])-20\d{2}|20\d{2}-(0[1-9]|1[0-2]))$/, 'metrics.month-invalid')
/** A PDF covers at most a year. */
const REPORT_MONTHS_MAX = 12

/** Converts either form to `2026-11`. */
export function toMonth(text: string): string {
  return text[2] === '-' ? `${text.slice(3)}-${text.slice(0, 2)}` : text
}

function monthsApart(start: string, end: string): number {
  const [from = 0, to = 0] = [start, end].map((text) => {
    const [year = 0, number = 0] = toMonth(text).split('-').map(Number)
    return year * 12 + number
  })
  return to - from
}

const metricsFilter = z
  .strictObject({
    unitIds: z.array(z.uuid()).max(500).optional(),
    cameraIds: z.array(z.uuid()).max(500).optional(),
    /** Inclusive. */
    from: instant,
    /** Exclusive. */
    to: instant,
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['from'], error: 'range.start-before-end' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= METRICS_RANGE_MAX_DAYS * DAY_MS, {
    path: ['from'],
    error: 'range.too-long',
  })
export type MetricsFilter = z.output<typeof metricsFilter>

const count = z.number().int()
const seconds = z.number().nullable()
const fallCounts = z.object({
  /** Judged real. */
  confirmed: count,
  /** Not judged, or judged unsure. */
  undecided: count,
})

/** From the alert to the claim; for legacy alarms without claims, to the first reading. */
const fallResponse = z.object({
  seen: count,
  /** Raised more than ANSWER_WITHIN_MINUTES ago. */
  neverSeen: count,
  /** Not seen, and raised after `recentFrom`. */
  notAnsweredYet: count,
  /** ANSWER_WITHIN_MINUTES ago: later falls do not count as never seen. */
  recentFrom: z.iso.datetime(),
  /** Null: nobody has seen any. */
  medianSeconds: seconds,
  /** Nine of ten were claimed within this time. */
  p90Seconds: seconds,
  /** From the alert to the arrival in the room, for falls with an arrival. */
  arrived: z.object({ count, medianSeconds: seconds, p90Seconds: seconds }),
})

const fallRoom = fallCounts.extend({
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  unitName: z.string().nullable(),
  medianSeconds: seconds,
  /** To the arrival, for falls with an arrival. */
  arrivedMedianSeconds: seconds,
})
export type FallRoom = z.infer<typeof fallRoom>

const fallRecord = z.object({
  alertId: z.uuid(),
  occurredAt: z.iso.datetime(),
  cameraId: z.uuid(),
  location: z.string(),
  unitName: z.string().nullable(),
  verdict: verdict.nullable(),
  /** The person who claimed it. */
  answeredName: z.string().nullable(),
  responseSeconds: seconds,
  arrivalSeconds: seconds,
})
export type FallRecord = z.infer<typeof fallRecord>

/** Falls are alerts of A005 that were not judged false, including archived ones. domain.md "Fall report". */
const fallReport = fallCounts.extend({
  /** Undecided ones whose outcome is that the resident lowered themselves. */
  lowered: count,
  /** Judged false; not part of any other number. */
  falseAlarms: count,
  /** The same number of days directly before. */
  before: fallCounts.extend({ from: z.iso.datetime(), to: z.iso.datetime(), falseAlarms: count }),
  response: fallResponse,
  /**
   * For rooms with measured beds: nights (18:00 to 18:00) with somebody in bed, and the confirmed falls of these rooms.
   */
  bedDays: z.object({
    occupied: count,
    falls: count,
    /** Falls per 1000 occupied bed-days; null: no bed is known. */
    fallsPer1000: z.number().nullable(),
  }),
  /** By the sites' clocks: day is 06:00 to 18:00. */
  day: count,
  night: count,
  /** Falls by hour of the day in which they began, from 00:00. */
  byHour: z.array(count).length(24),
  step: z.enum(['day', 'month']),
  /** By the calendars of the sites, including those without falls; `day` is its first one. */
  series: z.array(fallCounts.extend({ day: z.iso.date() })),
  /** By confirmed falls, then by median response, then by name. */
  rooms: z.array(fallRoom),
  /** Whole months by the calendar of the site, ending with the month in which the range ends. */
  months: z.array(
    fallCounts.extend({
      month: z.string(),
      falseAlarms: count,
      medianSeconds: seconds,
      arrivedMedianSeconds: seconds,
    }),
  ),
  falls: z.array(fallRecord),
})
export type FallReport = z.infer<typeof fallReport>

const reportPart = z.enum(['general', 'falls'])

export const metricsEndpoints = {
  ...metricsSleepEndpoints,
  'metrics.report': endpoint({
    method: 'POST',
    path: 'metrics/report',
    access: READERS.filter((role) => role !== 'RESTRICTED_USER'),
    summary: 'The General Report and the Fall Report of some rooms and days; `parts` says which.',
    body: metricsFilter.safeExtend({ parts: z.array(reportPart).min(1).default(['general', 'falls']) }),
    response: z.object({ general: generalReport.optional(), falls: fallReport.optional() }),
    lasting: true,
  }),
  'metrics.downloadReport': endpoint({
    method: 'POST',
    path: 'metrics/downloadReport',
    access: STAFF,
    summary: 'The reports of some months as a PDF; how far it is comes as `report-progress` on the stream.',
    body: z
      .strictObject({
        startDate: month,
        endDate: month,
        /**
         * The beginning of a custom range, together with `to`: the report covers only that, and the months are those
         * that contain it.
         */
        from: instant.optional(),
        to: instant.optional(),
        unitIds: z.array(z.uuid()).max(500).optional(),
        cameraIds: z.array(z.uuid()).max(500).optional(),
        /** Omitted: the caller's language. */
        locale: locale.optional(),
        /** Chosen by the caller, to identify the progress events of this report. */
        progressId: z.uuid().optional(),
      })
      .refine(({ startDate, endDate }) => toMonth(startDate) <= toMonth(endDate), {
        path: ['startDate'],
        error: 'range.start-before-end',
      })
      .refine(({ startDate, endDate }) => monthsApart(startDate, endDate) < REPORT_MONTHS_MAX, {
        path: ['startDate'],
        error: 'range.too-long',
      })
      .refine(isRange, { path: ['from'], error: 'metrics.range-invalid' }),
    answer: 'bytes',
  }),
}

/** Both ends or neither, in order, and no longer than a PDF may be. */
function isRange({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  if (from === undefined || to === undefined) return from === to
  const lengthMs = Date.parse(to) - Date.parse(from)
  return lengthMs > 0 && lengthMs <= REPORT_MONTHS_MAX * 31 * DAY_MS
}
