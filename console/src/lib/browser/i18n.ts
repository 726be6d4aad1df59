/** i18next with flat keys and dictionaries in memory: only what is shown, in the language that is shown, is downloaded. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from './language.ts'
import { storeLanguage } from './language.ts'

/** Namespace -> key -> text. */
type Dictionary = Record<string, Record<string, string>>
/** What travels together: `shell` at the start, anything else with the first page that needs it. */
export type TextGroup =
  | 'shell'
  | 'alarm'
  | 'alert'
  | 'alert-note'
  | 'notification'
  | 'management'
  | 'measurement'
  | 'metrics'
  | 'recording'
  | 'report'
  | 'live'
  | 'check-in'
export type DictionaryLoaders = Record<Language, Record<TextGroup, () => Promise<Dictionary>>>

let loaders: DictionaryLoaders | null = null
const shown = new Set<TextGroup>(['shell'])

/**
 * Must be awaited before the first render that uses a text. Keys are flat and the namespace stands before a dot:
 * `t('error.not-found')` is the key `not-found` of the namespace `error`.
 */
export async function startI18n(language: Language, load: DictionaryLoaders): Promise<void> {
  loaders = load
  const dictionary = await load[language].shell()
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

/** Must be awaited before the first page that uses a text of the group is drawn. */
export async function loadTexts(group: TextGroup): Promise<void> {
  if (!loaders) return
  shown.add(group)
  await addTexts(i18next.language as Language, [group])
}

/** Downloads the other dictionaries first, so the page never shows keys; keeps the choice in the browser. */
export async function switchLanguage(language: Language): Promise<void> {
  if (!loaders || i18next.language === language) return
  await addTexts(language, [...shown])
  await i18next.changeLanguage(language)
  storeLanguage(language)
}

async function addTexts(language: Language, groups: readonly TextGroup[]): Promise<void> {
  const dictionaries = await Promise.all(groups.map((group) => loaders![language][group]()))
  for (const [namespace, texts] of dictionaries.flatMap((dictionary) => Object.entries(dictionary))) {
    i18next.addResourceBundle(language, namespace, texts, true, true)
  }
}
