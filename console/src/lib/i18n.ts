/** i18next with flat keys and one dictionary in memory: only the language that is shown is ever downloaded. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from './language.ts'
import { storeLanguage } from './language.ts'

/** Namespace -> key -> text. */
export type Dictionary = Record<string, Record<string, string>>
export type DictionaryLoaders = Record<Language, () => Promise<Dictionary>>

let loaders: DictionaryLoaders | null = null

/**
 * Must be awaited before the first render that uses a text. Keys are flat and the namespace stands before a dot:
 * `t('error.not-found')` is the key `not-found` of the namespace `error`.
 */
export async function startI18n(language: Language, load: DictionaryLoaders): Promise<void> {
  loaders = load
  const dictionary = await load[language]()
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

/** Downloads the other dictionary first, so the page never shows keys; keeps the choice in the browser. */
export async function switchLanguage(language: Language): Promise<void> {
  if (!loaders || i18next.language === language) return
  const dictionary = await loaders[language]()
  for (const [namespace, texts] of Object.entries(dictionary)) {
    i18next.addResourceBundle(language, namespace, texts, true, true)
  }
  await i18next.changeLanguage(language)
  storeLanguage(language)
}
