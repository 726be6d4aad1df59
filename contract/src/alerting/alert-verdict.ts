/** Why an alert was judged as it was. Requirement ALERT-11. No zod here: browsers take it as it is. */

/** Common reasons. One of these words in `verdictReason` is shown in the reader's language, anything else as it is. */
export const VERDICT_REASONS = ['light-change', 'bedding', 'carer-or-visitor', 'object', 'camera-moved'] as const
export type VerdictReason = (typeof VERDICT_REASONS)[number]
export const VERDICT_REASON_MAX = 300

/** Whether the reason is given only together with its verdict. */
export function isReasonOfVerdict(of: { verdict?: unknown; verdictReason?: unknown }): boolean {
  return (of.verdictReason ?? null) === null || (of.verdict ?? null) !== null
}
export const NO_VERDICT = { message: 'alert.verdict-needed', path: ['verdict'] }
