/** Decoders of a hub for a camera's stream, and its measurements of the frames. CAM-15, REAL-08; decision 0046. */
import { z } from 'zod'

export const HARDWARE_DECODERS = ['vaapi', 'qsv', 'nvdec', 'v4l2'] as const
export type HardwareDecoder = (typeof HARDWARE_DECODERS)[number]
export const DECODERS = ['software', ...HARDWARE_DECODERS] as const
export type DecoderName = (typeof DECODERS)[number]

export const measuredImage = z.object({
  codec: z.string().max(60),
  width: z.number().int(),
  height: z.number().int(),
  framesPerSecond: z.number(),
  /** What the hub decodes it with; null: nothing is decoded. */
  decodedBy: z.enum(DECODERS).nullable(),
})
