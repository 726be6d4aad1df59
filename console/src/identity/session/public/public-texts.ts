/** Texts of the public pages without i18next: one small dictionary, typed keys. */

import loaders from 'virtual:public-texts/public'
import type error from '@mimamori/contract/languages/en/error.json'
import type session from '@mimamori/contract/languages/en/session.json'
import { createContext, useContext } from 'react'
import type { Language } from '#lib/browser/language.ts'

type Texts = { session: typeof session; error: typeof error }
type PublicTexts = Texts & { language: Language }

const loading = new Map<Language, Promise<PublicTexts>>()

/** Fetched once per language: the same promise every time, as React's `use` asks for. */
export function loadPublicTexts(language: Language): Promise<PublicTexts> {
  const known = loading.get(language) ?? fetchTexts(language)
  loading.set(language, known)
  return known
}

async function fetchTexts(language: Language): Promise<PublicTexts> {
  return { language, ...((await loaders[language]()).default as Texts) }
}

export const PublicTextContext = createContext<PublicTexts | null>(null)

export function usePublicTexts(): PublicTexts {
  const texts = useContext(PublicTextContext)
  if (!texts) throw new Error('usePublicTexts outside of the public pages')
  return texts
}
