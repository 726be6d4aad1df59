/** The rounds in which an alarm is repeated after its last rule, until somebody answers. NIGHT-04; domain.md "Nobody answers". */

/** First all on duty, then everybody of the unit, then the site's administrators. */
export const ROUND_GROUPS = ['duty', 'unit', 'administrators'] as const
export type RoundGroup = (typeof ROUND_GROUPS)[number]

/** The recipients of a round, which counts from 1: from the third one on the administrators. */
export function groupOfRound(round: number): RoundGroup {
  return ROUND_GROUPS[Math.min(round, ROUND_GROUPS.length) - 1] ?? 'duty'
}
