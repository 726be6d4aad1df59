/** Stored images and clips by signed URL. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'

/** Seconds for which a URL is valid; a page that needs longer requests a new one. */
export const MEDIA_URL_SECONDS = 300

const mediaKind = z.enum(['thumbnail', 'clip', 'frame'])
export type MediaKind = z.infer<typeof mediaKind>

export const mediaEndpoints = {
  'media.get': endpoint({
    method: 'GET',
    path: 'media/:id',
    access: 'public',
    summary: 'An image or clip. The signature names a session, which is checked again with its rights at each request.',
    params: byId,
    query: z.strictObject({
      /** The session's id. */
      s: z.string().max(64),
      /** When the address ends, in seconds since the epoch. */
      e: z.coerce.number().int(),
      /** The signature. */
      h: z.string().max(128),
      /** Ask for it as a file with a proper name. */
      download: z.literal('1').optional(),
    }),
    answer: 'bytes',
  }),
}
