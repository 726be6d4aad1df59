/** Choices and limits of care, as plain lists from which the schemas are built. No zod here: browsers load them. */

/** Maximum number of characters of a handover's note. HANDOVER-01. */
export const HANDOVER_NOTE_MAX = 2_000
/** Number of earlier same shifts whose median is a room's usual value. */
export const HANDOVER_USUAL_SHIFTS = 14
/** With fewer shifts there is no usual value. */
export const HANDOVER_USUAL_LEAST = 5
/** Maximum number of rows in each list of a sheet: more than any shift has. */
export const HANDOVER_ROWS_MAX = 2_000

/** How a booking can repeat. */
export const BOOKING_REPEATS = ['none', 'daily', 'weekly'] as const
export type BookingRepeat = (typeof BOOKING_REPEATS)[number]

/** Years that evidence can be asked for: each begins in April, as the reports to Japan's authorities do. */
export const EVIDENCE_YEARS = { first: 2020, last: 2100 } as const
/** Weeks in which reports are counted after sensors were added, and before. */
export const EVIDENCE_WEEKS = 9

/** States and kinds of an accident report. Requirement REPORT-05. */
export const ACCIDENT_STATES = ['draft', 'checked', 'submitted'] as const
/** `near-miss`: ヒヤリ・ハット, a report of its own that stays in the home. NIGHT-08. */
export const ACCIDENT_KINDS = ['accident', 'near-miss'] as const
export type AccidentKind = (typeof ACCIDENT_KINDS)[number]
export type AccidentState = (typeof ACCIDENT_STATES)[number]
