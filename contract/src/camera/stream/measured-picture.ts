/** A hub's measurements of a camera's frames. Requirements CAM-15, REAL-08. */
import { z } from 'zod'
import { DECODERS } from './decoders.ts'

export const measuredPicture = z.object({
  codec: z.string().max(60),
  width: z.number().int(),
  height: z.number().int(),
  framesPerSecond: z.number(),
  /** What the hub decodes it with; null: nothing is decoded. */
  decodedBy: z.enum(DECODERS).nullable(),
})
