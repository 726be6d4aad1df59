/** Frames of a second: so many are judged, and what changed or was seen within the last second counts as now. */
export const SECOND_FRAMES = 5
