/** Limits of handovers. No zod here: browsers take it as it is. Requirement HANDOVER-01. */

/** Characters of a note at most. */
export const HANDOVER_NOTE_MAX = 2_000
/** Number of earlier same shifts whose median is a room's usual value. */
export const HANDOVER_USUAL_SHIFTS = 14
/** Of fewer nothing is usual. */
export const HANDOVER_USUAL_LEAST = 5
