/** Limits of handovers. No zod here, so that browsers can load it. Requirement HANDOVER-01. */

/** Maximum number of characters of a note. */
export const HANDOVER_NOTE_MAX = 2_000
/** Number of earlier same shifts whose median is a room's usual value. */
export const HANDOVER_USUAL_SHIFTS = 14
/** With fewer shifts there is no usual value. */
export const HANDOVER_USUAL_LEAST = 5
/** Maximum number of rows in each list of a sheet: more than any shift has. */
export const HANDOVER_ROWS_MAX = 2_000
