/** Thresholds that several rules about what the pose model saw share: each is one choice, made once. docs/detection.md lists them all. */

/** From upright to known on the floor, ms: who takes longer lay down, or was never seen to fall. */
export const FALL_MS = 6000
/** What was seen longer ago says nothing about now, ms. */
export const MEMORY_MS = 10_000
/** What the background found waits for the model's next look for so long at most, and that look counts for so long, ms: two looks while somebody moves. */
export const LOOK_MS = 4000
/** Who is in none of the answers of so long is gone, ms after the first that lacks them. */
export const FORGET_MS = 2500
/** Share of the picture that moves while anybody does: noise stays below. */
export const MOVING_SHARE = 0.001
/** A trunk that leans less is up, degrees from upright. */
export const UPRIGHT_LEAN = 35
/** Below, the model says nothing about anybody; its score. */
export const CONFIDENCE_MIN = 0.1
