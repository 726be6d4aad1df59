/** Where i18next finds the dictionaries: each its own download. */
import type { DictionaryLoaders } from '#lib/i18n.ts'

export const loaders: DictionaryLoaders = {
  en: async () => (await import('./texts.en.ts')).en,
  ja: async () => (await import('./texts.ja.ts')).ja,
}
