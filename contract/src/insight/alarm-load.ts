/** Alarm load of a site: how many alarms its shifts and carers have, and the causes that weigh most. Requirement LOAD-01. */
import { z } from 'zod'
import { activity } from '../camera/apps.ts'
import { READERS } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'
import { LOAD_DAYS } from './load-days.ts'

/** An alarm is repeated when the one before it of the same camera and app is not older. */
export const REPEATED_WITHIN_S = 300
export const LOAD_CAUSES = 3

const count = z.number().int()
const seconds = z.number().nullable()

const load = z.object({
  alarms: count,
  /** Of those: judged real or false, and judged false. */
  judged: count,
  falseAlarms: count,
  repeated: count,
  /** Of those: how many somebody claimed or resolved, and how long it took from the alarm. */
  answered: count,
  medianSeconds: seconds,
  p90Seconds: seconds,
})
export type Load = z.infer<typeof load>

/** `hours` of the range in which the shift ran or the person was on shift; null where no shift says so. */
const hourly = load.extend({ hours: z.number().nullable(), perHour: z.number().nullable() })
export type HourlyLoad = z.infer<typeof hourly>

const shiftLoad = hourly.extend({
  /** `outside`: of alarms that lie in no shift. */
  key: z.union([z.uuid(), z.enum(['day', 'night', 'outside'])]),
  name: z.string().nullable(),
  /** In how many of these shifts an hour went beyond the budget. */
  overBudget: count,
})
export type ShiftLoad = z.infer<typeof shiftLoad>

const carerLoad = hourly.extend({ userId: z.uuid(), userName: z.string() })
export type CarerLoad = z.infer<typeof carerLoad>

const cause = z.object({
  /** Null: a hub that was silent. */
  cameraId: z.uuid().nullable(),
  location: z.string(),
  unitName: z.string().nullable(),
  activity,
  alarms: count,
  judged: count,
  falseAlarms: count,
  repeated: count,
})
export type LoadCause = z.infer<typeof cause>

export const alarmLoad = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Alarms an hour, as the site has set it; null: none. */
  budgetPerHour: count.nullable(),
  total: hourly,
  shifts: z.array(shiftLoad),
  /** People that answered, by alarms; other users than administrators get only their own row. */
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
      'The alarms of the site that is worked on, of the last days: by shift, by person and by cause. Names of others are for administrators.',
    body: z.strictObject({
      days: z.union(LOAD_DAYS.map((days) => z.literal(days))).default(14),
      unitIds: z.array(z.uuid()).max(500).optional(),
    }),
    response: alarmLoad,
    lasting: true,
  }),
}
