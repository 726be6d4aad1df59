/** Events: virtual check-ins. Requirement LIVE-03. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant, page, pageQuery } from './page.ts'
import { READERS } from './roles.ts'

export const checkIn = z.object({
  id: z.uuid(),
  cameraId: z.uuid(),
  eventTime: z.iso.datetime(),
  userName: z.string(),
  /** How long the picture was visible to the user. */
  monitoredDurationSeconds: z.number().int(),
  /** When the first picture was shown. */
  streamTime: z.iso.datetime().nullable(),
  note: z.string(),
})

export const eventEndpoints = {
  'event.search': endpoint({
    method: 'POST',
    path: 'event/search',
    access: READERS,
    summary: 'One page of virtual check-ins.',
    query: pageQuery,
    body: z.strictObject({ unitIds: z.array(z.uuid()).optional(), from: instant.optional(), to: instant.optional() }),
    response: page(checkIn),
    later: true,
  }),
}
