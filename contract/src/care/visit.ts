/** Care visits: somebody is with the resident, and alarms of chosen apps pause in that room. Requirement ALARM-08. */
import { z } from 'zod'
import { ANSWERERS } from '../alerting/alarm-state.ts'
import { ALERT_APP_CODES } from '../camera/app-catalogue.ts'
import { alertAppCode } from '../camera/apps.ts'
import { READERS } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, idList } from '../shared/page.ts'
import { VISIT_MINUTES } from './visit-choices.ts'

/** A visit that runs. */
export const visit = z.object({
  visitId: z.uuid(),
  userId: z.uuid(),
  userName: z.string(),
  startedAt: z.iso.datetime(),
  /** It ends by then; earlier by hand, or when no second person is seen in the room. */
  endsAt: z.iso.datetime(),
  appCodes: z.array(alertAppCode),
})
export type Visit = z.infer<typeof visit>

/** At a SHARED station: the person. Required there, refused elsewhere. */
const byUserId = z.uuid().optional()

const visitDraft = z.strictObject({
  cameraId: z.uuid(),
  minutes: z.union(VISIT_MINUTES.map((minutes) => z.literal(minutes))),
  /** Apps whose alerts are stored as activity meanwhile. A005, falls, only where it is named here. */
  appCodes: z
    .array(alertAppCode)
    .min(1)
    .max(ALERT_APP_CODES.length)
    .refine((codes) => new Set(codes).size === codes.length),
  /** Of this press: a repeat of it gets the same visit. */
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
      /** The service's clock, for running times. */
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
