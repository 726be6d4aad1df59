/** Values of alarm load in the user's language. LOAD-01. */
import type { Load } from '@mimamori/contract/insight/alarm-load.ts'
import { lengthText } from '@mimamori/contract/insight/metrics-sentences.ts'
import { numberFormat } from '@mimamori/contract/shared/intl-format.ts'
import { useTranslation } from 'react-i18next'

/** Stands for a missing number. */
const NONE = '–'

export function useLoadWords() {
  const { t: metrics, i18n } = useTranslation('metrics-word')
  const tenths = numberFormat(i18n.language, { maximumFractionDigits: 1 })
  const percent = numberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  // The types do not list plural keys under their base name.
  const word = (key: string, values?: Record<string, unknown>) => String(metrics(key as 'total', { ...values }))
  return {
    rate: (perHour: number | null) => (perHour === null ? NONE : tenths.format(perHour)),
    length: (seconds: number | null) => (seconds === null ? NONE : lengthText(word, seconds)),
    /** Share of the reviewed alarms. */
    falseShare: ({ judged, falseAlarms }: Pick<Load, 'judged' | 'falseAlarms'>) =>
      judged === 0 ? NONE : percent.format(falseAlarms / judged),
    share: (part: number, all: number) => (all === 0 ? NONE : percent.format(part / all)),
    number: (value: number) => tenths.format(value),
  }
}
