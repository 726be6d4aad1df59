/** Somebody in a room, told in metres of it: what detection finds and what the apps judge. */
import type { Box } from '@mimamori/contract/geometry.ts'

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

/** Somebody as the operator's own model saw them in one picture; `box` in shares of it. */
export type SeenBody = {
  box: Box
  /** Null: it cannot be told. */
  pose: 'lying' | 'sitting' | 'upright' | null
  /** How sure the model was that somebody is there, 0 to 1. */
  confidence: number
}
/** All that it saw in the picture of that capture time. */
export type Sight = { atMs: number; bodies: readonly SeenBody[] }
