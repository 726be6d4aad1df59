/** How the reports speak to this reader: the words that the PDF has too, dates and numbers in the language. */

import type { Translator } from '@mimamori/contract/insight/metrics-sentences.ts'
import { dateFormat, numberText, percentText } from '@mimamori/contract/shared/intl-format.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

export function useTranslator(): Translator {
  const { t, i18n } = useTranslation('metrics-word')
  const { t: word } = useTranslation('word')
  return useMemo(() => {
    const days = { day: { month: 'short', day: 'numeric' }, month: { year: 'numeric', month: 'short' } } as const
    const formats = {
      day: dateFormat(i18n.language, { ...days.day, timeZone: 'UTC' }),
      month: dateFormat(i18n.language, { ...days.month, timeZone: 'UTC' }),
    }
    return {
      // Plurals have no key of their own name.
      word: (key, values) => String(t(key as 'total', { ...values })),
      severity: (of) => word(`severity-${of}`),
      activity: (of) => word(`app-${of}`),
      day: (day, step) => formats[step].format(new Date(`${day}T00:00Z`)),
      number: (value) => numberText(value, i18n.language),
      percent: (share) => percentText(share, i18n.language),
    }
  }, [t, word, i18n.language])
}
