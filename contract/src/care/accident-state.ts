/** States and kinds of an accident report. Requirement REPORT-05. No zod here, so that the shell can load it. */
export const ACCIDENT_STATES = ['draft', 'checked', 'submitted'] as const
/** `near-miss`: ヒヤリ・ハット, a report of its own that stays in the home. NIGHT-08. */
export const ACCIDENT_KINDS = ['accident', 'near-miss'] as const
export type AccidentKind = (typeof ACCIDENT_KINDS)[number]
export type AccidentState = (typeof ACCIDENT_STATES)[number]
