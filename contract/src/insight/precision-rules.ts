/** Which answers to an alert count as true or false. No zod here, so that browsers can load it. Requirement REAL-10. */
import type { AlarmOutcome } from '../shared/alarm-state.ts'

/** Number of weeks covered. */
export const PRECISION_WEEKS = 12
/** With fewer judged alerts an interval covers nearly everything. */
export const PRECISION_LEAST = 10
/** Without a verdict, these outcomes of an alarm count as one. Others decide nothing. */
export const OUTCOMES_REAL: readonly AlarmOutcome[] = ['no-injury', 'injury', 'hospital', 'assisted']
export const OUTCOMES_FALSE: readonly AlarmOutcome[] = ['false-alarm']
