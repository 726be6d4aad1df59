/** One person's data as one zip: a document, and the clips and snapshots of their stays. Requirement RESIDENT-02. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'
import { accidentForm } from './accident.ts'
import { ACCIDENT_STATES } from './care-lists.ts'
import { residentDetail } from './resident.ts'
import { RESIDENT_ADMINS } from './resident-title.ts'

/** What stood in a room of theirs, while they stayed there. `isShared`: others stayed in the room, too. */
const ofRoom = { location: z.string(), isShared: z.boolean() }
/**
 * A file of the zip by its name there; or why it is left out. `others-seen`: others may be visible in it, and there is
 * no blurred copy. `gone`: the service no longer has it. `too-large`: the zip is full.
 */
const file = z.object({
  name: z.string().nullable(),
  isBlurred: z.boolean(),
  leftOut: z.enum(['others-seen', 'gone', 'too-large']).nullable(),
})

/** `resident.json` of the zip: everything that names one person or is about them. */
export const residentDocument = z.object({
  exportedAt: z.iso.datetime(),
  resident: residentDetail,
  /** The oldest first, at most 10,000. */
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
      /** Null: the alert has none. */
      snapshot: file.nullable(),
      clip: file.nullable(),
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
  accidents: z.array(
    z.object({
      id: z.uuid(),
      issue: z.number().int(),
      state: z.enum(ACCIDENT_STATES),
      submittedOn: z.string().nullable(),
      form: accidentForm,
    }),
  ),
})
export type ResidentDocument = z.infer<typeof residentDocument>

export const residentExportEndpoints = {
  'resident.export': endpoint({
    method: 'GET',
    path: 'resident/:id/export',
    access: RESIDENT_ADMINS,
    needsProof: true,
    whileBound: 'within-units',
    summary:
      'Everything about one person as a zip: a document, and the clips and snapshots of their stays, blurred where others are seen. Audited.',
    params: byId,
    answer: 'bytes',
  }),
}
