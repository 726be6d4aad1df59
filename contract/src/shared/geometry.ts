/** Positions in a frame. Every coordinate is a share of its width or height: 0 is left or top, 1 right or bottom. */
import { z } from 'zod'
import { CORNERS_MAX, CORNERS_MIN, isSimple } from './polygon.ts'

const share = z.number().min(0).max(1)

export const point = z.object({ x: share, y: share })
export type Point = z.infer<typeof point>

export const box = z.object({ x: share, y: share, width: share, height: share })
export type Box = z.infer<typeof box>

/**
 * A named polygon of 3 to 64 corners whose edges do not cross. `headToFeet` is the direction along a bed from the
 * pillow, in degrees clockwise from right.
 */
export const region = z.object({
  name: z.string().max(60),
  corners: z.array(point).min(CORNERS_MIN).max(CORNERS_MAX).refine(isSimple, 'region.edges-cross'),
  headToFeet: z.number().min(0).lt(360).optional(),
})
export type Region = z.infer<typeof region>

/** An object detected in one frame. */
export const detection = z.object({
  box,
  label: z.enum(['motion', 'person']),
  score: share.optional(),
  /** The operator's own model on the hub took part; its score is the model's confidence. */
  by: z.literal('model').optional(),
  /** A fall that only the background saw; the pose model did not judge it. REAL-03 */
  isPossible: z.literal(true).optional(),
  /** Somebody on their feet was lost there, and nobody came out: look in. REAL-12 */
  isLookIn: z.literal(true).optional(),
})
export type Detection = z.infer<typeof detection>
