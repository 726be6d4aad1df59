/** A judgement's reason and an alarm's outcome in the reader's language; what is not known, as it was written. ALERT-11, ALARM-07. */
import { ALARM_OUTCOMES } from '@mimamori/contract/alerting/alarm-state.ts'
import { VERDICT_REASONS, type VerdictReason } from '@mimamori/contract/alerting/alert-verdict.ts'
import { useTranslation } from 'react-i18next'

export function isCommonReason(reason: string): reason is VerdictReason {
  return (VERDICT_REASONS as readonly string[]).includes(reason)
}

export function useReasonWords(): (reason: string) => string {
  const { t } = useTranslation('alert-tool')
  return (reason) => (isCommonReason(reason) ? t(`reason-${reason}`) : reason)
}

const OUTCOMES = [...ALARM_OUTCOMES, 'read-before'] as const

/** Needs the texts of alarms. */
export function useOutcomeWords(): (outcome: string) => string {
  const { t } = useTranslation('alarm')
  return (outcome) => {
    const known = OUTCOMES.find((one) => one === outcome)
    return known ? t(`outcome-${known}`) : outcome
  }
}
