/** Lengths of time in the words of the reports: `42 s`, `3 min 20 s`; a dash for what did not happen. HANDOVER-01. */
import { lengthText } from '@mimamori/contract/insight/metrics-sentences.ts'
import { useTranslation } from 'react-i18next'

export function useLength(): (seconds: number | null) => string {
  const { t } = useTranslation('metrics-word')
  // Plurals have no key of their own name.
  const word: Parameters<typeof lengthText>[0] = (key, values) => String(t(key as 'total', { ...values }))
  return (seconds) => (seconds === null ? '–' : lengthText(word, seconds))
}
