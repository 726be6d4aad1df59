/** Alarms: alerts that need an answer, and the answers. Requirements ALARM-01, ALARM-02, ALARM-05, ALARM-06. */
import { z } from 'zod'
import { activity, alertSeverity } from '../camera/apps.ts'
import { residentMark } from '../care/resident.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, idList, instant } from '../shared/page.ts'
import {
  ALARM_NOTE_MAX,
  ALARM_OUTCOMES,
  ALARM_STATES,
  ANSWER_SOURCES,
  ANSWERERS,
  OUTCOMES_WITHOUT_CLAIM,
} from './alarm-state.ts'

const person = z.object({ userId: z.uuid().nullable(), userName: z.string(), at: z.iso.datetime() })

/** The present state of an alarm; its history is in the alert's steps. */
export const alarm = z.object({
  state: z.enum(ALARM_STATES),
  /** Since when it waits for somebody: raised, or opened again. */
  openSince: z.iso.datetime(),
  /** 1 when raised, one more each time it opens again. */
  opening: z.number().int().min(1),
  /** Null while nobody has claimed it. */
  claimer: person.nullable(),
  /** It opens again at this instant unless somebody arrives; null unless claimed. */
  claimEndsAt: z.iso.datetime().nullable(),
  /** Others who go as well, first come first. */
  joined: z.array(person),
  /** `camera`: somebody was seen to come into the room; its `userName` is empty then. */
  arrived: person.extend({ seenBy: z.enum(['person', 'camera']) }).nullable(),
  resolved: person
    .extend({
      /** `read-before`: it was seen before alarms had answers. */
      outcome: z.enum([...ALARM_OUTCOMES, 'read-before']),
      note: z.string().nullable(),
    })
    .nullable(),
})
export type Alarm = z.infer<typeof alarm>

/** An alarm that is not resolved, with what the bar shows of its alert. */
export const openAlarm = z.object({
  alertId: z.uuid(),
  cameraId: z.uuid().nullable(),
  location: z.string(),
  unitName: z.string().nullable(),
  /** That stay in the room; empty to those that may not read residents. */
  residents: z.array(residentMark),
  activity,
  isPossible: z.boolean(),
  severity: alertSeverity,
  occurredAt: z.iso.datetime(),
  /** Signed and short-lived; null when there is none. */
  thumbnailUrl: z.string().nullable(),
  alarm,
})
export type OpenAlarm = z.infer<typeof openAlarm>

/** The bar's call answers this many at most; `totalCount` counts all. */
export const OPEN_ALARMS_MAX = 200

const press = {
  /** Of this press: a repeat of it changes nothing and gets the same answer. */
  requestId: z.uuid(),
  /** When it was pressed, if it waited for a connection. Older than OFFLINE_PRESS_MAX_MS is refused. */
  pressedAt: instant.optional(),
  source: z.enum(ANSWER_SOURCES).default('console'),
  /** At a SHARED station: the person who goes. Required there, refused elsewhere. */
  byUserId: z.uuid().optional(),
}
const note = z.string().trim().max(ALARM_NOTE_MAX).optional()
const outcome = z.enum(ALARM_OUTCOMES)

export const alarmAnswer = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('claim'), ...press }),
  z.strictObject({ action: z.literal('join'), ...press }),
  z.strictObject({ action: z.literal('give-back'), ...press, note }),
  z.strictObject({ action: z.literal('arrive'), ...press }),
  z.strictObject({ action: z.literal('resolve'), ...press, outcome, note }),
])
export type AlarmAnswer = z.input<typeof alarmAnswer>

const withoutClaim = outcome.refine((one) => OUTCOMES_WITHOUT_CLAIM.includes(one))

export const alarmEndpoints = {
  'alarm.open': endpoint({
    method: 'GET',
    path: 'alarm/open',
    access: ANSWERERS,
    summary: 'All alarms of the scope that are not resolved, newest first, at most 200.',
    query: z.strictObject({ unitIds: idList.optional() }),
    response: z.object({
      records: z.array(openAlarm),
      totalCount: z.number().int(),
      /** How many nobody has claimed. */
      unclaimedCount: z.number().int(),
      /** The service's clock, for running times. */
      now: z.iso.datetime(),
    }),
  }),
  'alarm.answer': endpoint({
    method: 'POST',
    path: 'alarm/:id/answer',
    access: ANSWERERS,
    summary:
      'Claim, join, give back, arrive or resolve. 409 `alarm-claimed` when somebody else goes already, 409 `alarm-state` when the step is not possible now.',
    params: byId,
    body: alarmAnswer,
    response: alarm,
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
    }),
    response: z.object({ changed: z.number().int() }),
    changes: true,
  }),
  'alarm.answerers': endpoint({
    method: 'GET',
    path: 'alarm/answerers',
    access: ANSWERERS,
    summary: 'The people that a SHARED station may name: users of the site with the right to answer, by name.',
    response: z.object({ records: z.array(z.object({ userId: z.uuid(), userName: z.string() })) }),
  }),
}
