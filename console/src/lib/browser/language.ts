/** The displayed language: query parameter, stored choice, browser, else the product's default (GEN-02). */
import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'

export type Language = Locale

/** Options of the language menu, each in its own language. */
export const LANGUAGE_OPTIONS = LOCALE_CODES.map((value) => ({ value, label: LOCALES[value].name }))

/** i18next's own key, so that the choice is shared with other users of i18next on this origin (GEN-03). */
const LANGUAGE_KEY = 'i18nextLng'

/** `ja`, `ja-JP` and `JA` are Japanese; anything unknown is the default. */
export function toLanguage(tag: string): Language {
  const primary = tag.toLowerCase().split(/[-_]/)[0]
  return LOCALE_CODES.find((language) => language === primary) ?? DEFAULT_LOCALE
}

/** GEN-02. The first source with a value decides, even if the value is unknown. */
export function pickLanguage(query: string, stored: string | null, browser: string | undefined): Language {
  return toLanguage(new URLSearchParams(query).get('lng') || stored || browser || DEFAULT_LOCALE)
}

/** Language of the pages before sign-in; after it the user's own language applies (GEN-03). */
export function chosenLanguage(): Language {
  return pickLanguage(location.search, storedLanguage(), navigator.language)
}

/** Plain text, not JSON: i18next writes and reads it that way. */
export function storeLanguage(language: Language): void {
  document.documentElement.lang = language
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    return null
  }
}
