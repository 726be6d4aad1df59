/** Texts of the public pages without i18next: one small dictionary, typed keys. */
import { createContext, useContext } from 'react'
import type { Language } from '#lib/browser/language.ts'
import type { ErrorTexts } from '#lib/service/error.en.ts'
import type { SessionTexts } from '../session.en.ts'

type PublicTexts = { language: Language; session: SessionTexts; error: ErrorTexts }

const loading = new Map<Language, Promise<PublicTexts>>()

/** Fetched once per language: the same promise every time, as React's `use` asks for. */
export function loadPublicTexts(language: Language): Promise<PublicTexts> {
  const known = loading.get(language) ?? fetchTexts(language)
  loading.set(language, known)
  return known
}

async function fetchTexts(language: Language): Promise<PublicTexts> {
  if (language === 'ja') {
    const [{ sessionJa }, { errorJa }] = await Promise.all([
      import('../session.ja.ts'),
      import('#lib/service/error.ja.ts'),
    ])
    return { language, session: sessionJa, error: errorJa }
  }
  const [{ sessionEn }, { errorEn }] = await Promise.all([
    import('../session.en.ts'),
    import('#lib/service/error.en.ts'),
  ])
  return { language, session: sessionEn, error: errorEn }
}

export const PublicTextContext = createContext<PublicTexts | null>(null)

export function usePublicTexts(): PublicTexts {
  const texts = useContext(PublicTextContext)
  if (!texts) throw new Error('usePublicTexts outside of the public pages')
  return texts
}
