/** How far a report of an accident is. Requirement REPORT-05. No zod here: the shell takes it as it is. */
export const ACCIDENT_STATES = ['draft', 'checked', 'submitted'] as const
export type AccidentState = (typeof ACCIDENT_STATES)[number]
