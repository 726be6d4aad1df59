/** States of an accident report. Requirement REPORT-05. No zod here, so that the shell can load it. */
export const ACCIDENT_STATES = ['draft', 'checked', 'submitted'] as const
export type AccidentState = (typeof ACCIDENT_STATES)[number]
