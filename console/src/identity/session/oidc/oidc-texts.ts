/** The texts of the sign-in through a provider, fetched with its button. */
import loaders from 'virtual:public-texts/oidc'
import type oidcError from '@mimamori/contract/languages/en/oidc-error.json'
import type oidcSignIn from '@mimamori/contract/languages/en/oidc-sign-in.json'
import { use } from 'react'
import type { Language } from '#lib/browser/language.ts'
import { usePublicTexts } from '../public/public-texts.ts'

type OidcTexts = { 'oidc-sign-in': typeof oidcSignIn; error: typeof oidcError }
const loading = new Map<Language, Promise<OidcTexts>>()

/** Suspends until they are there; errors beside those of every sign-in. */
export function useOidcTexts() {
  const { language, error, session } = usePublicTexts()
  const known = loading.get(language) ?? loaders[language]().then((it) => it.default as OidcTexts)
  // The same promise for the same language, or React would wait for ever.
  loading.set(language, known)
  const own = use(known)
  return { language, session, t: own['oidc-sign-in'], errors: { ...error, ...own.error } }
}
