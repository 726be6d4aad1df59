/** A person in a room, in metres of it: what detection finds and what the apps judge. */
import type { Box, Point } from '@mimamori/contract/shared/geometry.ts'
import { insideShare } from '../geometry.ts'

/** Lying surface of a care bed (JIS T 9254: 0.91 to 1.0 wide, 1.9 to 2.1 long) and its height above the floor. */
export const BED_M = { width: 0.97, length: 2.03, top: 0.5 } as const

/** Half of the length of a lying body, metres: a standing person takes as much room. */
export const LYING_HALF_M = 0.62
/** Minimum share of a body's outline that is in the picture, and that stands out of one on the floor. */
export const SEEN_MIN = 0.45
/** Distance from the bed within which a person is at it, metres. */
export const BESIDE_BED_M = 0.35
/** Distance from the bed beyond which a person from it is away from it, metres. */
export const AWAY_M = 0.5
/** Minimum share of a body's outline, or of the bedding, that moves while somebody stirs. */
export const STIR_SHARE = 0.01

/** From a place on the floor to the nearest edge of the bed; 0 on it. */
export function metresFromBed(x: number, y: number): number {
  const across = Math.max(0, Math.abs(x) - BED_M.width / 2)
  return Math.hypot(across, Math.max(0, -y, y - BED_M.length))
}

/** `sitting`: on a chair, bent or kneeling; `in-bed`: upright on the mattress; `low`: seated on the floor; `lying`: on the floor. */
export type Posture = 'standing' | 'sitting' | 'in-bed' | 'low' | 'lying'

export type Person = {
  /** The same for as long as they are followed. */
  id: number
  posture: Posture
  /** In shares of the picture. */
  box: Box
  /** Metres over the floor: x across the bed, y from its head to its feet. */
  x: number
  y: number
  /** Top of the body above the floor. */
  heightM: number
  /** Share of the body's outline that stands out from the background. */
  fitShare: number
  /** Whether they were found in this very picture; if not, everything here is what was seen last, up to a second ago. */
  isSeen: boolean
  /** Share of the body's outline that changed in the last second. */
  stirShare: number
  /** Share of the ground they cover that is on the bed, and beyond the resident's left and right side of it. */
  bedShare: number
  leftShare: number
  rightShare: number
  /** Whether they were first seen on the bed. */
  isFromBed: boolean
}

/** A detected person of one picture, by the operator's own model or the pose model; `box` in shares of the picture. */
export type SeenBody = {
  box: Box
  /** Null: the model's answer does not show it. */
  pose: 'lying' | 'sitting' | 'upright' | null
  /** Score of the model, 0 to 1. */
  confidence: number
  /** Of the pose model alone: the 17 joints of COCO in their order. */
  joints?: readonly SeenJoint[]
  /** Share of its box that stands out from the learned room; left out: that is not known. */
  standsOut?: number
}
/** In shares of the picture, y downwards. */
export type SeenJoint = { x: number; y: number; confidence: number }
/** All detections in the picture of that capture time. */
export type Sight = { atMs: number; bodies: readonly SeenBody[] }

/** Posture of one track in one picture, by the pose model; lengths in widths of the picture, `middleY` in heights of it. */
export type PoseSample = {
  atMs: number
  width: number
  height: number
  middleY: number
  /** Of the trunk from upright, degrees; null: shoulders or hips were not seen. */
  lean: number | null
  isUpright: boolean
  isLying: boolean
  /** In shares of the picture; null: not seen. `foot`: where they touch the ground, by the ankles or the box's lower edge. */
  hips: Point | null
  foot: Point
  /** On their feet by the legs below the hips; null: the legs are not seen. */
  isOnFeet: boolean | null
}
/** A track of the pose model; `box` in shares of the picture, `atMs`: when last seen. */
export type PosedPerson = {
  id: number
  box: Box
  confidence: number
  /** The highest score so far. */
  surest: number
  atMs: number
  firstMs: number
  /** Time of the first answer since then that lacks them; null: they are in the newest. */
  lostMs: number | null
  /** The newest last. */
  past: readonly PoseSample[]
}
/** The pose model's tracks, and the time of the picture of its newest answer. */
export type PosesSeen = { atMs: number; people: readonly PosedPerson[] }

/** Minimum share of the smaller box inside of the other for one body. */
const SAME_BODY = 0.5

/** Whether two boxes may be of one body, by different finders or at different times. */
export const isSameBody = (a: Box, b: Box): boolean => Math.max(insideShare(a, b), insideShare(b, a)) >= SAME_BODY

/** Distance from the left or right edge within which people come and leave, share of the width. */
const EDGE = 0.1

/** Whether a box is where people come into the picture and leave it. */
export const isAtSide = ({ x, width }: Box): boolean => x < EDGE || x + width > 1 - EDGE

/** Whether a lost track left the picture, by its last sample. */
export function wentOut({ box, past }: PosedPerson): boolean {
  return !past.at(-1)!.isLying && isAtSide(box)
}
