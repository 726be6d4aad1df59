/** Thresholds that several rules over the pose model's results share; docs/detection.md lists the main ones. */

/** Maximum time from upright to on the floor, ms: a person who takes longer lay down. A lost track's state stays as long. */
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
export const UPRIGHT_DEGREES = 35
/** A body is short that has less of its upright height, as somebody seated on the floor; on a chair it is three quarters. */
export const SHORT_SHARE = 0.6
/** Within this many own lengths of where they were, somebody is in the same place. */
export const SAME_PLACE_LENGTHS = 0.3
/** Within this many own heights of where somebody was lost, a body may be theirs: one for the step, and half of the body. */
export const FOUND_HEIGHTS = 1.5
/** Time in which a track is new, and in which foreground without one may be a newcomer; later it is a curtain. */
export const NEW_MS = 3000
/** Time upright, or away, before somebody counts as up. */
export const UP_MS = 2000
/** Minimum foreground share where somebody is: people have 0.4 to 0.7 of their box, furniture up to 0.03. */
export const STANDS_OUT_SHARE = 0.05
/** Minimum score of a detection. */
export const CONFIDENCE_MIN = 0.1
/** Score that furniture with limbs never reaches, and people far away seldom do. */
export const SURE_MIN = 0.35
