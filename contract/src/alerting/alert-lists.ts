/** Choices in filters of alerts, as plain lists from which the schemas are built. */

export const VERDICTS = ['real', 'false-alarm', 'unsure'] as const
export type Verdict = (typeof VERDICTS)[number]
/** Time ranges of lists and boards, up to now. */
export const RANGES = ['hour', 'day', 'week', 'month'] as const
/** Halves of a day: 6:00 to 18:00, and the rest. */
export const WINDOWS = ['morning', 'night'] as const
