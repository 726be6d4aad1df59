/** i18next with flat keys and dictionaries in memory: loads only the texts that are shown, in the current language. */

import type { DictionaryLoaders } from 'virtual:texts'
import type { TextGroup } from '@mimamori/contract/languages/text-groups.ts'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from './language.ts'
import { storeLanguage } from './language.ts'

let loaders: DictionaryLoaders | null = null
const shown = new Set<TextGroup>(['shell'])

/**
 * Await it before the first render that uses a text. Keys are flat, with the namespace before a dot:
 * `t('error.not-found')` is the key `not-found` of the namespace `error`.
 */
export async function startI18n(language: Language, load: DictionaryLoaders): Promise<void> {
  loaders = load
  const { default: dictionary } = await load[language].shell()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: dictionary },
    defaultNS: 'app',
    keySeparator: false,
    nsSeparator: '.',
    returnNull: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = language
}

/** Await it before rendering the first page that uses a text of the group. */
export async function loadTexts(group: TextGroup): Promise<void> {
  if (!loaders) return
  shown.add(group)
  await addTexts(i18next.language as Language, [group])
}

/** Downloads the other dictionaries first, so that the page never shows keys; stores the choice in the browser. */
export async function switchLanguage(language: Language): Promise<void> {
  if (!loaders || i18next.language === language) return
  await addTexts(language, [...shown])
  await i18next.changeLanguage(language)
  storeLanguage(language)
}

async function addTexts(language: Language, groups: readonly TextGroup[]): Promise<void> {
  const dictionaries = await Promise.all(groups.map((group) => loaders![language][group]()))
  for (const [namespace, texts] of dictionaries.flatMap((it) => Object.entries(it.default))) {
    i18next.addResourceBundle(language, namespace, texts, true, true)
  }
}
