/** Alarm load of a site: calls by shift and carer, and the most frequent causes of alarms. Requirement LOAD-01. */
import { z } from 'zod'
import { activity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { READERS } from '../shared/roles.ts'
import { LOAD_DAYS } from './insight-lists.ts'

/**
 * A call is repeated if the previous one of the room is at most this old; among causes, an alarm if the previous one of
 * the same camera and app is.
 */
export const REPEATED_WITHIN_S = 300
export const LOAD_CAUSES = 3

const count = z.number().int()
const seconds = z.number().nullable()

const load = z.object({
  /** Calls of rooms that began; one press answers all alarms of a call. NIGHT-01. */
  calls: count,
  /** Number of alarms in these calls. */
  alarms: count,
  /** Number of these alarms with a verdict real or false, and with a verdict false. */
  judged: count,
  falseAlarms: count,
  repeated: count,
  /** Number of calls that ended by themselves: the resident was back in bed. NIGHT-05. */
  returned: count,
  /** Number of calls that somebody answered, and the time from their first alarm to that. */
  answered: count,
  medianSeconds: seconds,
  p90Seconds: seconds,
})
export type Load = z.infer<typeof load>

/** `hours` of the range in which the shift ran or the person was on shift; null without shifts. */
const hourly = load.extend({ hours: z.number().nullable(), perHour: z.number().nullable() })
export type HourlyLoad = z.infer<typeof hourly>

const shiftLoad = hourly.extend({
  /** `outside`: calls outside of all shifts. */
  key: z.union([z.uuid(), z.enum(['day', 'night', 'outside'])]),
  name: z.string().nullable(),
  /** Number of these shifts with an hour beyond the budget. */
  overBudget: count,
})
export type ShiftLoad = z.infer<typeof shiftLoad>

const carerLoad = hourly.extend({ userId: z.uuid(), userName: z.string() })
export type CarerLoad = z.infer<typeof carerLoad>

const cause = z.object({
  /** Null: a silent hub. */
  cameraId: z.uuid().nullable(),
  location: z.string(),
  unitName: z.string().nullable(),
  activity,
  kindName: z.string().nullable(),
  alarms: count,
  judged: count,
  falseAlarms: count,
  repeated: count,
  returned: count,
})
export type LoadCause = z.infer<typeof cause>

export const alarmLoad = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Calls an hour, as set by the site; null: no budget. */
  budgetPerHour: count.nullable(),
  total: hourly,
  shifts: z.array(shiftLoad),
  /** People who answered, by number of calls; users other than administrators get only their own row. */
  carers: z.array(carerLoad),
  /** Most alarms first. */
  causes: z.array(cause).max(LOAD_CAUSES),
})
export type AlarmLoad = z.infer<typeof alarmLoad>

export const alarmLoadEndpoints = {
  'load.report': endpoint({
    method: 'POST',
    path: 'load/report',
    access: READERS.filter((role) => role !== 'RESTRICTED_USER'),
    summary:
      'The calls of the site that is worked on, of the last days: by shift, by person and by cause. Names of others are for administrators.',
    body: z.strictObject({
      days: z.union(LOAD_DAYS.map((days) => z.literal(days))).default(14),
      unitIds: z.array(z.uuid()).max(500).optional(),
    }),
    response: alarmLoad,
    lasting: true,
  }),
}
