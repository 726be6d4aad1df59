/** What the service tells open consoles as it happens: ids only, the console fetches what it shows. ALERT-10, DASH-02. */
import { z } from 'zod'
import { alertAppCode, alertSeverity } from './apps.ts'
import { endpoint } from './endpoint.ts'

/** Events of a tenant. `unitId` lets the service keep them from users who are bound to other units. */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('alert-raised'),
    alertId: z.uuid(),
    cameraId: z.uuid(),
    cameraName: z.string(),
    location: z.string(),
    unitId: z.uuid().nullable(),
    appCode: alertAppCode,
    severity: alertSeverity,
    occurredAt: z.iso.datetime(),
  }),
  /** Seen, archived, judged, or its clip came. `forUserId`: only that user's view of it changed. */
  z.object({
    type: z.literal('alert-changed'),
    alertIds: z.array(z.uuid()),
    unitId: z.uuid().nullable(),
    forUserId: z.uuid().optional(),
  }),
  z.object({ type: z.literal('camera-changed'), cameraId: z.uuid(), unitId: z.uuid().nullable() }),
  /** A hub came or went, took a step of its registration, or was changed; for those who manage hubs. */
  z.object({ type: z.literal('hub-changed'), hubId: z.uuid() }),
  z.object({ type: z.literal('frame-changed'), cameraId: z.uuid(), unitId: z.uuid().nullable() }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const streamEndpoints = {
  'stream.open': endpoint({
    method: 'GET',
    path: 'stream',
    access: 'signed-in',
    summary:
      'Server-sent events of the user’s scope: data is one LiveEvent as JSON; a comment every 15 s keeps it open.',
    answer: 'events',
  }),
}
