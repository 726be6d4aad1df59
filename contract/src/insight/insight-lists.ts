/** Limits of precision and alarm load. No zod here, so that browsers can load it. */
import type { AlarmOutcome } from '../shared/alarm-state.ts'

/** Number of weeks that the precision covers. REAL-10. */
export const PRECISION_WEEKS = 12
/** With fewer judged alerts an interval covers nearly everything. */
export const PRECISION_LEAST = 10
/** Without a verdict, these outcomes of an alarm count as one. Others decide nothing. */
export const OUTCOMES_REAL: readonly AlarmOutcome[] = ['no-injury', 'injury', 'hospital', 'assisted']
export const OUTCOMES_FALSE: readonly AlarmOutcome[] = ['false-alarm']

/** Ranges of alarm load that can be requested, in days up to now; the first is the default. */
export const LOAD_DAYS = [14, 7, 28] as const
