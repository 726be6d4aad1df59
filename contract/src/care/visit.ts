/** Care visits: a carer is with the resident, and alarms of chosen apps pause in that room. Requirement ALARM-08. */
import { z } from 'zod'
import { ANSWERERS } from '../shared/alarm-state.ts'
import { ALERT_APP_CODES } from '../shared/app-catalogue.ts'
import { alertAppCode } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, idList } from '../shared/page.ts'
import { READERS } from '../shared/roles.ts'
import { VISIT_MINUTES } from './room-state.ts'

/** A running visit. */
export const visit = z.object({
  visitId: z.uuid(),
  userId: z.uuid(),
  userName: z.string(),
  startedAt: z.iso.datetime(),
  /** The latest end; earlier by hand, or when no second person is detected in the room. */
  endsAt: z.iso.datetime(),
  appCodes: z.array(alertAppCode),
})
export type Visit = z.infer<typeof visit>

/** At a SHARED station: the person. Required there, rejected elsewhere. */
const byUserId = z.uuid().optional()

const visitDraft = z.strictObject({
  cameraId: z.uuid(),
  minutes: z.union(VISIT_MINUTES.map((minutes) => z.literal(minutes))),
  /** Apps whose alerts are stored as activity meanwhile. A005, falls, only if it is listed here. */
  appCodes: z
    .array(alertAppCode)
    .min(1)
    .max(ALERT_APP_CODES.length)
    .refine((codes) => new Set(codes).size === codes.length),
  /** Idempotency key of this press: a repeat gets the same visit. */
  requestId: z.uuid(),
  byUserId,
})
export type VisitDraft = z.infer<typeof visitDraft>

export const visitEndpoints = {
  'visit.list': endpoint({
    method: 'GET',
    path: 'visit',
    access: READERS,
    summary: 'Care visits that run in the rooms of the scope.',
    query: z.strictObject({ unitIds: idList.optional() }),
    response: z.object({
      records: z.array(visit.extend({ cameraId: z.uuid() })),
      /** The service's clock, for running timers. */
      now: z.iso.datetime(),
    }),
  }),
  'visit.start': endpoint({
    method: 'POST',
    path: 'visit',
    access: ANSWERERS,
    summary:
      'Say that somebody is with the resident: alarms of these apps pause in that room. It replaces a visit that runs there.',
    body: visitDraft,
    response: visit,
    changes: true,
  }),
  'visit.end': endpoint({
    method: 'POST',
    path: 'visit/end/:id',
    access: ANSWERERS,
    summary:
      'End a care visit; one that is over stays as it is. If somebody lies on the floor then, an alarm is raised.',
    params: byId,
    body: z.strictObject({ byUserId }),
    response: z.object({ endedAt: z.iso.datetime() }),
    changes: true,
  }),
}
