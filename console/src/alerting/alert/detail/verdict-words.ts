/** A verdict's reason and an alarm's outcome in the user's language; unknown ones as they were written. ALERT-11, ALARM-07. */

import { VERDICT_REASONS, type VerdictReason } from '@mimamori/contract/alerting/alert-verdict.ts'
import { STORED_OUTCOMES } from '@mimamori/contract/shared/alarm-state.ts'
import { useTranslation } from 'react-i18next'

export function isCommonReason(reason: string): reason is VerdictReason {
  return (VERDICT_REASONS as readonly string[]).includes(reason)
}

export function useReasonWords(): (reason: string) => string {
  const { t } = useTranslation('alert-tool')
  return (reason) => (isCommonReason(reason) ? t(`reason-${reason}`) : reason)
}

/** Requires the texts of alarms. */
export function useOutcomeWords(): (outcome: string) => string {
  const { t } = useTranslation('alarm')
  return (outcome) => {
    const known = STORED_OUTCOMES.find((one) => one === outcome)
    return known ? t(`outcome-${known}`) : outcome
  }
}
