/** Alarms: alerts that need an answer, and the answers. Requirements ALARM-01, ALARM-02, ALARM-05, ALARM-06. */
import { z } from 'zod'
import { residentMark } from '../care/resident.ts'
import {
  ALARM_NOTE_MAX,
  ALARM_OUTCOMES,
  ALARM_STATES,
  ANSWER_SOURCES,
  ANSWERERS,
  OUTCOMES_WITHOUT_CLAIM,
  REOPENED,
  STORED_OUTCOMES,
} from '../shared/alarm-state.ts'
import { activity, alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, idList, instant } from '../shared/page.ts'
import { LOOK_THROUGH_MAX } from './alert-lists.ts'

const person = z.object({ userId: z.uuid().nullable(), userName: z.string(), at: z.iso.datetime() })

/** The current state of an alarm; its history is in the alert's steps. */
export const alarm = z.object({
  state: z.enum(ALARM_STATES),
  /** Since when it has been open: raised, or reopened. */
  openSince: z.iso.datetime(),
  /** 1 when raised, incremented each time it is reopened. */
  opening: z.number().int().min(1),
  /** Why it was reopened; null: it was not. */
  reopened: z.enum(REOPENED).nullable(),
  /** Null while nobody has claimed it. */
  claimer: person.nullable(),
  /** It is reopened at this instant unless somebody arrives; null unless claimed. */
  claimEndsAt: z.iso.datetime().nullable(),
  /** Others who join, in order. */
  joined: z.array(person),
  /** `camera`: the arrival was detected in the room; its `userName` is empty then. */
  arrived: person.extend({ seenBy: z.enum(['person', 'camera']) }).nullable(),
  /** `userName` is empty when the service ended it (`returned`). */
  resolved: person
    .extend({
      outcome: z.enum(STORED_OUTCOMES),
      note: z.string().nullable(),
    })
    .nullable(),
})
export type Alarm = z.infer<typeof alarm>

/** An unresolved alarm, with the fields of its alert that the bar shows. */
export const openAlarm = z.object({
  alertId: z.uuid(),
  /** Alarms with the same key are one call: cameras of one unit with the same location are one room. NIGHT-01. */
  room: z.string(),
  cameraId: z.uuid().nullable(),
  location: z.string(),
  unitName: z.string().nullable(),
  /** Residents of the room; empty for roles that may not read residents. */
  residents: z.array(residentMark),
  activity,
  isPossible: z.boolean(),
  kindName: z.string().nullable(),
  severity: alertSeverity,
  occurredAt: z.iso.datetime(),
  /** Signed and short-lived; null if there is none. */
  thumbnailUrl: z.string().nullable(),
  alarm,
})
export type OpenAlarm = z.infer<typeof openAlarm>

/** Maximum number of alarms in a response; `totalCount` counts all. */
export const OPEN_ALARMS_MAX = 200

const press = {
  /** Idempotency key of this press: a repeat changes nothing and gets the same response. */
  requestId: z.uuid(),
  /** When it was pressed, if it waited for a connection. Older than OFFLINE_PRESS_MAX_MS is rejected. */
  pressedAt: instant.optional(),
  source: z.enum(ANSWER_SOURCES).default('console'),
  /** At a SHARED station: the person who answers. Required there, rejected elsewhere. */
  byUserId: z.uuid().optional(),
}
const { pressedAt: _, ...undo } = press
/** At a SHARED station whose site asks for it, to end an alarm: the answer of `stationPin.prove`. */
const proof = z.string().max(200).optional()
const note = z.string().trim().max(ALARM_NOTE_MAX).optional()
const outcome = z.enum(ALARM_OUTCOMES)

const roomPress = {
  ...press,
  /** The alarms of the room that the person saw; default: the named one, and those stored before it. */
  seenIds: z.array(z.uuid()).max(OPEN_ALARMS_MAX).optional(),
}

export const alarmAnswer = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('claim'), ...roomPress }),
  z.strictObject({ action: z.literal('join'), ...roomPress }),
  z.strictObject({ action: z.literal('give-back'), ...roomPress, note }),
  z.strictObject({ action: z.literal('arrive'), ...roomPress }),
  z.strictObject({
    action: z.literal('resolve'),
    ...roomPress,
    outcome,
    note,
    proof,
    /** Resolves the named alarm alone; the others of the room stay as they are. */
    isAlone: z.boolean().default(false),
  }),
])
export type AlarmAnswer = z.input<typeof alarmAnswer>

/** Alarms that a press changed, as they are now. */
const changedAlarms = z.object({ records: z.array(z.object({ alertId: z.uuid(), alarm })) })
export type ChangedAlarms = z.infer<typeof changedAlarms>

const withoutClaim = outcome.refine((one) => OUTCOMES_WITHOUT_CLAIM.includes(one))

export const alarmEndpoints = {
  'alarm.open': endpoint({
    method: 'GET',
    path: 'alarm/open',
    access: ANSWERERS,
    beforeFactor: 'alarms',
    summary:
      'All alarms of the scope that are not resolved: open before claimed before arrived, then by severity, falls first, then the newest; at most 200.',
    query: z.strictObject({ unitIds: idList.optional() }),
    response: z.object({
      records: z.array(openAlarm),
      totalCount: z.number().int(),
      /** Number of rooms with an unresolved alarm: of calls. */
      roomCount: z.number().int(),
      /** Number of rooms with an alarm that nobody goes to. */
      unclaimedCount: z.number().int(),
      /** The service's clock, for running timers. */
      now: z.iso.datetime(),
    }),
  }),
  'alarm.answer': endpoint({
    method: 'POST',
    path: 'alarm/:id/answer',
    access: ANSWERERS,
    beforeFactor: 'alarms',
    summary:
      'Claim, join, give back, arrive or resolve, for all unresolved alarms of the room of this alert; worse ones that the person has not seen stay as they are. 409 `alarm-claimed` when somebody else goes already, 409 `alarm-state` when the step is not possible now.',
    params: byId,
    body: alarmAnswer,
    response: changedAlarms,
    changes: true,
  }),
  'alarm.resolveMany': endpoint({
    method: 'POST',
    path: 'alarm/resolve',
    access: ANSWERERS,
    summary: 'Resolve several open alarms that nobody goes to: false alarms, or already with the resident.',
    body: z.strictObject({
      ids: z.array(z.uuid()).min(1).max(OPEN_ALARMS_MAX),
      ...press,
      outcome: withoutClaim,
      note,
      proof,
    }),
    response: z.object({ changed: z.number().int() }),
    changes: true,
  }),
  'alarm.lookThrough': endpoint({
    method: 'POST',
    path: 'alarm/look-through',
    access: ANSWERERS,
    summary:
      'Resolve those of the alarms that a connection held back for half an hour or more and that nobody goes to: somebody has looked through the list.',
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(LOOK_THROUGH_MAX), ...press, proof }),
    response: z.object({ changed: z.number().int() }),
    changes: true,
  }),
  'alarm.undo': endpoint({
    method: 'POST',
    path: 'alarm/undo',
    access: ANSWERERS,
    beforeFactor: 'alarms',
    summary:
      'Take back a press of your own while nothing else has happened to its alarms: they are as they were before. 409 `alarm-state` when none can be taken back any more.',
    body: z.strictObject({ ...undo, undoes: z.uuid() }),
    response: changedAlarms,
    changes: true,
  }),
  'alarm.answerers': endpoint({
    method: 'GET',
    path: 'alarm/answerers',
    access: ANSWERERS,
    beforeFactor: 'alarms',
    summary:
      'The people that a SHARED station may name: users of the site with the right to answer, by name, and who of them is on duty now.',
    response: z.object({
      records: z.array(
        z.object({ userId: z.uuid(), userName: z.string(), isOnDuty: z.boolean(), hasPin: z.boolean() }),
      ),
      /** A station asks for the PIN of the person before an alarm is ended. REACH-25 */
      isPinAsked: z.boolean(),
      /** A roster decides today who is on duty; false: everybody's standing shifts. REACH-10 */
      hasRoster: z.boolean(),
    }),
  }),
}
