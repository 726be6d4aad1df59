/** A judgement's reason in the reader's language: a common one by its words, anything else as it was written. ALERT-11. */
import { VERDICT_REASONS, type VerdictReason } from '@mimamori/contract/alerting/alert-verdict.ts'
import { useTranslation } from 'react-i18next'

export function isCommonReason(reason: string): reason is VerdictReason {
  return (VERDICT_REASONS as readonly string[]).includes(reason)
}

export function useReasonWords(): (reason: string) => string {
  const { t } = useTranslation('alert-tool')
  return (reason) => (isCommonReason(reason) ? t(`reason-${reason}`) : reason)
}
