/** The General Report: number, time and place of alerts, response times, false alarms. METRIC-01, METRIC-03. */
import { z } from 'zod'
import { severityCounts } from '../alerting/alert-dashboard.ts'
import { activity, alertSeverity } from '../shared/apps.ts'

/** Number of months compared, ending with the range's last month. */
export const MONTHS_COMPARED = 6
/** Number of rooms with most incidents that are named. METRIC-03. */
export const INCIDENT_ROOMS = 3
/** Number of cameras that are named for their false alarms. */
export const FALSE_ALARM_CAMERAS = 10

const count = z.number().int()
const seconds = z.number().nullable()

const room = z.object({
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  unitName: z.string().nullable(),
})

/** From the alert to the claim; for activity, to the first reading by care staff. */
const response = z.object({
  severity: alertSeverity.exclude(['low']),
  seen: count,
  /** Raised before `recentFrom`. */
  neverSeen: count,
  notAnsweredYet: count,
  /** Null: nobody has seen any. */
  medianSeconds: seconds,
  /** Nine of ten were seen within this time. */
  p90Seconds: seconds,
  medianSecondsBefore: seconds,
  /** From the alert to the arrival in the room, for alerts with an arrival. ALARM-06. */
  arrived: z.object({ count, medianSeconds: seconds, p90Seconds: seconds }),
})

const incidentRoom = room.extend({
  incidents: count,
  critical: count,
  medianSeconds: seconds,
  /** From the alert to the arrival, for alerts with an arrival. ALARM-06. */
  arrivedMedianSeconds: seconds,
})

const falseAlarmCamera = room.extend({
  alerts: count,
  judged: count,
  falseAlarms: count,
})

const month = z.object({
  /** `2026-11`, by the calendar of the sites. */
  month: z.string(),
  alerts: count,
  incidents: count,
  /** Not judged false. */
  falls: count,
  falseAlarms: count,
  /** To the claim, for critical and high alerts. */
  medianSeconds: seconds,
  /** To the arrival, for critical and high alerts with an arrival. ALARM-06. */
  arrivedMedianSeconds: seconds,
})
export type MonthOfReport = z.infer<typeof month>

/** The basis of the numbers. */
const basis = z.object({
  cameras: count,
  /** Cameras with measurements in the range. */
  measuredCameras: count,
  /** Share of these cameras' time with frames; null: nothing was measured. */
  coverageShare: z.number().nullable(),
  nights: count,
  validNights: count,
})
export type ReportBasis = z.infer<typeof basis>

/** Alerts of every kind, including archived ones, without deleted ones. Days and hours by the clocks of the sites. */
export const generalReport = z.object({
  total: count,
  bySeverity: severityCounts,
  /** Half an hour ago: later unseen alerts are 'not answered yet'. */
  recentFrom: z.iso.datetime(),
  /** The same number of days directly before. */
  before: z.object({ from: z.iso.datetime(), to: z.iso.datetime(), total: count, bySeverity: severityCounts }),
  byActivity: z.array(severityCounts.extend({ activity, total: count, before: count })),
  /** 06:00 to 18:00, and the rest. */
  morning: count,
  night: count,
  step: z.enum(['day', 'month']),
  /** Each day or month of the range with its hours from 00:00; `day` is its first day. */
  series: z.array(severityCounts.extend({ day: z.iso.date(), hours: z.array(count).length(24) })),
  responses: z.array(response),
  /** Alarms that ended by themselves, in none of the counts of `responses`. NIGHT-05. */
  returned: count,
  incidentRooms: z.array(incidentRoom),
  judged: count,
  falseAlarms: count,
  /** Most false alarms first. */
  falseAlarmCameras: z.array(falseAlarmCamera),
  months: z.array(month),
  basis,
})
export type GeneralReport = z.infer<typeof generalReport>
