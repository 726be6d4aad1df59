/** How a report on paper speaks: the words that the console has too, plurals and dates of the language. METRIC-04. */

import type { AlertSeverity } from '@mimamori/contract/camera/apps.ts'
import type { Locale } from '@mimamori/contract/identity/session.ts'
import type { Translator } from '@mimamori/contract/insight/metrics-sentences.ts'
import { metricsWordsEn } from '@mimamori/contract/insight/metrics-words.en.ts'
import { metricsWordsJa } from '@mimamori/contract/insight/metrics-words.ja.ts'
import { dateFormat, numberText, pluralRules } from '@mimamori/contract/shared/intl-format.ts'
import { ACTIVITY_WORDS } from '#platform/messaging/activity-word.ts'

const WORDS: Record<Locale, Record<string, string>> = { en: metricsWordsEn, ja: metricsWordsJa }
const SEVERITY_WORDS: Record<Locale, Record<AlertSeverity, string>> = {
  en: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' },
  ja: { critical: '緊急', high: '高', medium: '中', low: '低' },
}

export function translatorOf(locale: Locale): Translator {
  const plurals = pluralRules(locale)
  const formats = {
    day: dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
    month: dateFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' }),
  }
  return {
    word(key, values = {}) {
      const words = WORDS[locale]
      const form = plurals.select(Number(values.count ?? 0)) === 'one' ? 'one' : 'other'
      const text = words[key] ?? words[`${key}_${form}`] ?? key
      return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
    },
    severity: (of) => SEVERITY_WORDS[locale][of],
    activity: (of) => ACTIVITY_WORDS[locale][of],
    day: (day, step) => formats[step].format(new Date(`${day}T00:00Z`)),
    number: (value) => numberText(value, locale),
  }
}
