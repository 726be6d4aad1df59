/** What filters of alerts choose from, as plain lists; the schemas are made from them. */

export const VERDICTS = ['real', 'false-alarm', 'unsure'] as const
export type Verdict = (typeof VERDICTS)[number]
/** Until now: what lists and boards are narrowed to. */
export const RANGES = ['hour', 'day', 'week', 'month'] as const
/** Halves of a day: 6:00 to 18:00, and the rest. */
export const WINDOWS = ['morning', 'night'] as const
