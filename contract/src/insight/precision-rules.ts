/** What of an alert's answers counts as right or false. No zod here: browsers take it as it is. Requirement REAL-10. */
import type { AlarmOutcome } from '../alerting/alarm-state.ts'

/** Weeks that are looked back. */
export const PRECISION_WEEKS = 12
/** With fewer judged alerts an interval covers nearly everything. */
export const PRECISION_LEAST = 10
/** Where nobody gave a verdict, the way in which an alarm ended says as much. Others decide nothing. */
export const OUTCOMES_REAL: readonly AlarmOutcome[] = ['no-injury', 'injury', 'hospital', 'assisted']
export const OUTCOMES_FALSE: readonly AlarmOutcome[] = ['false-alarm']
