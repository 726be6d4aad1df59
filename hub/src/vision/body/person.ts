/** A person in a room, in meters: the output of detection and the input of the apps. */
import type { Box, Point } from '@mimamori/contract/shared/geometry.ts'
import { insideShare } from '../geometry.ts'

/** Lying surface of a care bed (JIS T 9254: 0.91 to 1.0 wide, 1.9 to 2.1 long) and its height above the floor. */
export const BED_M = { width: 0.97, length: 2.03, top: 0.5 } as const

/** A body is a cylinder of this radius; heights of its postures above the floor or seat, meters. */
export const RADIUS_M = 0.2
export const HEIGHT_M = { standing: 1.6, sitting: 1.15, seated: 0.75, lying: 0.3 } as const
/** Half of a lying body's length, meters: a standing person takes as much room. */
export const LYING_HALF_M = 0.62
/** Minimum share of a body's outline that is in the frame, and minimum foreground share of a body on the floor. */
export const SEEN_SHARE = 0.45
/** Distance from the bed within which a person is at it, meters. */
export const BESIDE_BED_M = 0.35
/** Distance from the bed beyond which a person from it is away from it, meters. */
export const AWAY_M = 0.5
/** Minimum share of a body's outline, or of the bedding, that changes while a person moves. */
export const STIR_SHARE = 0.01

/** Distance in meters from a place on the floor to the nearest edge of the bed; 0 on it. */
export function metresFromBed(x: number, y: number): number {
  const across = Math.max(0, Math.abs(x) - BED_M.width / 2)
  return Math.hypot(across, Math.max(0, -y, y - BED_M.length))
}

/** `sitting`: on a chair, bent or kneeling; `in-bed`: upright on the mattress; `low`: seated on the floor; `lying`: on the floor. */
export type Posture = 'standing' | 'sitting' | 'in-bed' | 'low' | 'lying'

export type Person = {
  /** The same as long as they are tracked. */
  id: number
  posture: Posture
  /** In shares of the frame. */
  box: Box
  /** Meters on the floor: x across the bed, y from its head to its feet. */
  x: number
  y: number
  /** Top of the body above the floor, meters. */
  heightM: number
  /** Foreground share of the body's outline. */
  fitShare: number
  /** Whether they were detected in this frame; if not, all values are from the last detection, up to a second ago. */
  isSeen: boolean
  /** Share of the body's outline that changed in the last second. */
  stirShare: number
  /** Share of the ground they cover that is on the bed, and beyond the resident's left and right side of it. */
  bedShare: number
  leftShare: number
  rightShare: number
  /** Whether they were first detected on the bed. */
  isFromBed: boolean
}

/** A detected person in one frame, by the operator's own model or the pose model; `box` in shares of the frame. */
export type SeenBody = {
  box: Box
  /** Null: the model's output does not show it. */
  pose: 'lying' | 'sitting' | 'upright' | null
  /** Score of the model, 0 to 1. */
  confidence: number
  /** Known to the pose model only: the 17 joints of COCO in COCO's order. */
  joints?: readonly SeenJoint[]
  /** Foreground share of its box; undefined: unknown. */
  standsOut?: number
}
/** In shares of the frame, y downwards. */
export type SeenJoint = { x: number; y: number; confidence: number }
/** All detections in the frame of that capture time. */
export type Detection = { atMs: number; bodies: readonly SeenBody[] }

/** Posture of one track in one frame, by the pose model; lengths in frame widths, `middleY` in frame heights. */
export type PoseSample = {
  atMs: number
  width: number
  height: number
  middleY: number
  /** Angle of the trunk from upright, degrees; null: shoulders or hips are not visible. */
  lean: number | null
  isUpright: boolean
  isLying: boolean
  /** In shares of the frame; null: not visible. `foot`: where they touch the ground, by the ankles or the box's lower edge. */
  shoulders: Point | null
  hips: Point | null
  foot: Point
  /** Whether they are on their feet, by the legs below the hips; null: the legs are not visible. */
  isOnFeet: boolean | null
}
/** A track of the pose model; `box` in shares of the frame, `atMs`: last detection. */
export type PosedPerson = {
  id: number
  box: Box
  confidence: number
  /** The highest score so far. */
  surest: number
  atMs: number
  firstMs: number
  /** Time of the first answer without them since then; null: the latest answer has them. */
  lostMs: number | null
  /** The latest last. */
  past: readonly PoseSample[]
}
/** The pose model's tracks, and the capture time of its latest answer's frame. */
export type PosesSeen = { atMs: number; people: readonly PosedPerson[] }

/** Minimum share of the smaller box inside the other, and of two boxes of one model in common, for one body in one place. */
export const SAME_BODY_SHARE = 0.5

/** Whether two boxes may show the same body, from different detectors or times. */
export const isSameBody = (a: Box, b: Box): boolean => Math.max(insideShare(a, b), insideShare(b, a)) >= SAME_BODY_SHARE

/** Distance from the left or right edge within which people come and leave, share of the width. */
const EDGE_SHARE = 0.1

/** Whether a box is where people enter and leave the frame. */
export const isAtSide = ({ x, width }: Box): boolean => x < EDGE_SHARE || x + width > 1 - EDGE_SHARE

/** Whether a lost track left the frame, by its last sample. */
export function wentOut({ box, past }: PosedPerson): boolean {
  return !past.at(-1)!.isLying && isAtSide(box)
}
