/** One person's data as one document. Requirement RESIDENT-02. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'
import { residentDetail } from './resident.ts'
import { RESIDENT_ADMINS } from './resident-title.ts'

/** What stood in a room of theirs, while they stayed there. */
const ofRoom = { location: z.string(), isShared: z.boolean() }
/** Everything that names one person or is about them, as one document. `isShared`: others stayed in the room, too. */
const residentExport = z.object({
  exportedAt: z.iso.datetime(),
  resident: residentDetail,
  /** The oldest first, at most 10,000; pictures are blurred where the room was shared. */
  alerts: z.array(
    z.object({
      ...ofRoom,
      id: z.uuid(),
      occurredAt: z.iso.datetime(),
      activity: z.string(),
      severity: z.string(),
      verdict: z.string().nullable(),
      outcome: z.string().nullable(),
      note: z.string().nullable(),
      /** Signed and short-lived; null where there is none, or none that shows this person alone. */
      stillUrl: z.string().nullable(),
      clipUrl: z.string().nullable(),
    }),
  ),
  checkIns: z.array(z.object({ ...ofRoom, at: z.iso.datetime(), userName: z.string(), note: z.string() })),
  nights: z.array(
    z.object({
      ...ofRoom,
      startsAt: z.iso.datetime(),
      sleepMinutes: z.number().nullable(),
      score: z.number().nullable(),
    }),
  ),
})

export const residentExportEndpoints = {
  'resident.export': endpoint({
    method: 'GET',
    path: 'resident/:id/export',
    access: RESIDENT_ADMINS,
    whileBound: 'within-units',
    summary:
      'Everything about one person: consents, stays, and the alerts, check-ins and nights of their rooms. Audited.',
    params: byId,
    response: residentExport,
  }),
}
