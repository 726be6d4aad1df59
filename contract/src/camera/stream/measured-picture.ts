/** What a hub measured of a camera's pictures. Requirements CAM-15, REAL-08. */
import { z } from 'zod'
import { DECODERS } from './decoders.ts'

export const measuredPicture = z.object({
  codec: z.string().max(60),
  width: z.number().int(),
  height: z.number().int(),
  framesPerSecond: z.number(),
  /** What the hub decodes it with; null: nothing is decoded. Hubs of before did not say. */
  decodedBy: z.enum(DECODERS).nullable().optional(),
})
