/** Analyzed frames per second; changes and detections within the last second count as current. */
export const SECOND_FRAMES = 5
