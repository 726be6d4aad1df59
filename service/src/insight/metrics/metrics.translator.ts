/** How a report on paper speaks: the words that the console has too, plurals and dates of the language. METRIC-04. */

import type { Translator } from '@mimamori/contract/insight/metrics-sentences.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { dateFormat, numberText, percentText } from '@mimamori/contract/shared/intl-format.ts'
import { textsOf } from '#platform/messaging/texts.ts'

export function translatorOf(locale: Locale): Translator {
  const formats = {
    day: dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
    month: dateFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' }),
  }
  const word = textsOf('word', locale)
  return {
    word: textsOf('metrics-word', locale),
    severity: (of) => word(`severity-${of}`),
    activity: (of) => word(`app-${of}`),
    day: (day, step) => formats[step].format(new Date(`${day}T00:00Z`)),
    number: (value) => numberText(value, locale),
    percent: (share) => percentText(share, locale),
  }
}
