/** The pace at which frames are analyzed, and how many of them agree before one counts. */

/** Analyzed frames per second; changes and detections within the last second count as current. */
export const SECOND_FRAMES = 5

/** Time between two analyzed frames, ms. */
export const FRAME_MS = 1000 / SECOND_FRAMES

/** Frames that agree before they count, since a single one may be wrong. */
export const SURE_FRAMES = 3
