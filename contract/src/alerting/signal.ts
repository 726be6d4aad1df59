/** Signals: alerts that another system of the site raises with a token, such as a mat or a door. REACH-54. */
import { z } from 'zod'
import { CLIP_UNASKED } from '../fleet/clip-error.ts'
import { alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { instant } from '../shared/page.ts'
import { line } from '../shared/text.ts'

/** The longest note, in characters. */
const NOTE_MAX = 200
/** The longest name or id of a kind or room, in characters. */
const NAME_MAX = 200
/** The same external id of one token raises nothing again within this time. */
export const SIGNAL_SAME_HOURS = 24

const named = z.string().trim().min(1).max(NAME_MAX)

export const signalEndpoints = {
  'signal.raise': endpoint({
    method: 'POST',
    path: 'integration/event',
    access: [],
    scope: 'events',
    summary: 'Raise an alert of a kind that the site names, at a room, with the clip of that room’s camera.',
    body: z.strictObject({
      /** The kind's name, as in the settings of the site, or its id. */
      kind: named,
      /** The id of the room or of its camera (`room.list`), or what the kind says: the room's name, or its code. */
      room: named,
      /** The sender's own id: sent again within 24 hours, it answers the same alert and raises nothing. */
      externalId: line(NAME_MAX).min(1).optional(),
      /** When it happened; omitted: now. At most 24 hours ago. */
      occurredAt: instant.optional(),
      note: line(NOTE_MAX).optional(),
    }),
    example: { kind: 'Mat', room: '203', externalId: 'mat-203-4711', note: 'Left side' },
    response: z.object({
      alertId: z.uuid(),
      /** It was raised before with this external id. */
      isKnown: z.boolean(),
      kindName: z.string(),
      severity: alertSeverity,
      cameraId: z.uuid(),
      location: z.string(),
      unitName: z.string().nullable(),
      occurredAt: z.iso.datetime(),
      /** It calls staff; false: it is listed alone, because of its severity. */
      isAlarm: z.boolean(),
      /** Whether there will be a clip: not while the camera or its hub is away, nor of more than 30 seconds ago. */
      clip: z.enum(['asked', ...CLIP_UNASKED]),
    }),
    changes: true,
  }),
}
