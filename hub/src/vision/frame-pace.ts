/** The pace at which frames are analyzed, and how many of them agree before one counts. */

/** Analyzed frames per second; changes and detections within the last second count as current. */
export const SECOND_FRAMES = 5

/** Time between two analyzed frames, ms. */
export const FRAME_MS = 1000 / SECOND_FRAMES

/** Frames that agree before they count, since a single one may be wrong. */
export const SURE_FRAMES = 3

/** From this share of pixels, cells or ground on, most of them are meant. */
export const MAJORITY_SHARE = 0.5

/** Time in which changes and detections count as current, ms. */
export const SECOND_MS = SECOND_FRAMES * FRAME_MS
