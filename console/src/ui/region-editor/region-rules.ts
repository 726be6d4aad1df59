/** What the region editor allows and says: its shapes, their limits, and the reasons for an error. Pure. CAM-08. */
import {
  areaOf,
  BED_CORNERS_MIN,
  CORNERS_MAX,
  CORNERS_MIN,
  type Corner,
  crossingEdges,
} from '@mimamori/contract/shared/polygon.ts'

/** What is drawn: an app's regions, the beds, seats or doors of a camera, or its masks. */
export type RegionKind = 'regions' | 'beds' | 'seats' | 'doors' | 'masks'

export type Shape = { name: string; corners: Corner[]; headToFeet?: number | undefined }
/** `size`: pixels of the camera's frame, which corners are saved to. `max`: as many shapes. */
export type RegionRules = { size: { width: number; height: number }; max: number; kind: RegionKind }
/** A key of the texts `region`, for the eye and for screen readers. */
export type Said = { key: SaidKey; values?: Record<string, string | number>; isRejection: boolean }
type SaidKey =
  | 'edges-cross'
  | 'too-small'
  | 'corners-max'
  | 'corners-min'
  | 'bed-corners'
  | 'one-only'
  | 'shapes-max'
  | 'drawing'
  | 'corner-set'
  | 'closed'
  | 'cancelled'
  | 'moved-to'
  | 'deleted'
  | 'undone'
  | 'redone'

/** Smaller than this many square pixels is a slip of the hand. */
const AREA_MIN_PX = 16

/** Why a corner may not be set here; null when it may. */
export function draftError(draft: readonly Corner[], at: Corner): 'edges-cross' | 'corners-max' | null {
  if (draft.length >= CORNERS_MAX) return 'corners-max'
  return crossingEdges([...draft, at], false) ? 'edges-cross' : null
}

/** Why a closed shape is not allowed; null when it is. */
export function shapeError(corners: readonly Corner[], { size }: RegionRules): Said | null {
  if (crossingEdges(corners)) return refused('edges-cross')
  return areaOf(corners) * size.width * size.height < AREA_MIN_PX ? refused('too-small') : null
}

/** Why a closed shape of so few corners is not allowed; null when it is. */
export function cornersError(count: number, { kind }: RegionRules): Said | null {
  if (kind === 'beds') return count < BED_CORNERS_MIN ? refused('bed-corners') : null
  return count < CORNERS_MIN ? refused('corners-min', { min: CORNERS_MIN }) : null
}

/** A place in pixels of the camera, to be said. */
export function pixels({ x, y }: Corner, { size }: RegionRules): { x: number; y: number } {
  return { x: Math.round(x * size.width), y: Math.round(y * size.height) }
}

/** A way in shares, rounded to whole pixels of the camera. */
export function wholePixels({ x, y }: Corner, { size }: RegionRules): Corner {
  return { x: Math.round(x * size.width) / size.width, y: Math.round(y * size.height) / size.height }
}

/** Degrees from 0 to 359. */
export function turned(degrees: number): number {
  return ((Math.round(degrees) % 360) + 360) % 360
}

/** Something that was done. */
export function done(key: SaidKey, values: Record<string, string | number> = {}): Said {
  return { key, values, isRejection: false }
}

/** Something that was not done, and why. */
export function refused(key: SaidKey, values: Record<string, string | number> = {}): Said {
  return { key, values, isRejection: true }
}
