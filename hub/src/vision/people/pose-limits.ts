/** Thresholds that several rules over the pose model's results share; docs/detection.md lists the main ones. */

/** Maximum time from upright to on the floor, ms: a person who takes longer lay down. */
export const FALL_MS = 6000
/** Age beyond which a sample says nothing about now, ms. */
export const MEMORY_MS = 10_000
/** Maximum wait of a background detection for the model's answer, and validity of that answer, ms: two looks during movement. */
export const LOOK_MS = 4000
/** Time after which a track without a detection ends, ms after the first answer without it. */
export const FORGET_MS = 2500
/** Answers that agree before they count, since a single one may be wrong; each costs a look of delay. */
export const SURE_ANSWERS = 2
/** Minimum moving share of the frame while a person moves; noise stays below. */
export const MOVING_SHARE = 0.001
/** Maximum lean of an upright trunk, degrees. */
export const UPRIGHT_LEAN = 35
/** Minimum score of a detection. */
export const CONFIDENCE_MIN = 0.1
/** Score that furniture with limbs never reaches, and people far away seldom do. */
export const SURE_MIN = 0.35
