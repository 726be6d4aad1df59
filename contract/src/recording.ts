/** Recordings: stored video of a camera. Requirements REC-01 to REC-05. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, instant, page, pageQuery } from './page.ts'
import { STAFF } from './roles.ts'

/** RESTRICTED_USER and ANNOTATOR have no recordings; DEMO_USER sees the demo site's. domain.md. */
const VIEWERS = [...STAFF, 'DEMO_USER'] as const

export const recording = z.object({
  id: z.uuid(),
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  startedAt: z.iso.datetime(),
  durationMs: z.number().int(),
  bitrateBps: z.number().int(),
  archived: z.boolean(),
  privacy: z.boolean(),
})
export type Recording = z.infer<typeof recording>

export const recordingEndpoints = {
  'recording.search': endpoint({
    method: 'POST',
    path: 'recording/search',
    access: VIEWERS,
    summary: 'One page of recordings.',
    query: pageQuery,
    body: z.strictObject({
      cameraIds: z.array(z.uuid()).max(500).optional(),
      unitIds: z.array(z.uuid()).max(500).optional(),
      archived: z.boolean().optional(),
      from: instant.optional(),
      to: instant.optional(),
    }),
    response: page(recording),
    later: true,
  }),
  'recording.get': endpoint({
    method: 'GET',
    path: 'recording/:id',
    access: VIEWERS,
    summary: 'One recording.',
    params: byId,
    response: recording,
    later: true,
  }),
  'recording.patchMany': endpoint({
    method: 'PUT',
    path: 'recording/patch',
    access: STAFF,
    summary: 'Archive or unarchive several recordings.',
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(500), archived: z.boolean() }),
    response: z.object({ changed: z.number().int() }),
    changes: true,
    later: true,
  }),
  'recording.patch': endpoint({
    method: 'PUT',
    path: 'recording/patch/:id',
    access: STAFF,
    summary: 'Archive or unarchive a recording.',
    params: byId,
    body: z.strictObject({ archived: z.boolean() }),
    response: recording,
    changes: true,
    later: true,
  }),
}
