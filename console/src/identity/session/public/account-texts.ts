/** The texts of the account pages, fetched with the first of them and filled in without i18next. */

import loaders from 'virtual:public-texts/account'
import type account from '@mimamori/contract/languages/en/account.json'
import { fill } from '@mimamori/contract/languages/locales.ts'
import { use } from 'react'
import type { Language } from '#lib/browser/language.ts'
import { usePublicTexts } from './public-texts.ts'

type AccountTexts = typeof account
const loading = new Map<Language, Promise<AccountTexts>>()

export type AccountText = (key: keyof AccountTexts, values?: Readonly<Record<string, string | number>>) => string

/** Suspends until they are there. */
export function useAccountText(): AccountText {
  const { language } = usePublicTexts()
  const texts = use(textsIn(language))
  return (key, values) => fill(texts[key], values)
}

/** The same promise for the same language, or React would wait for ever. */
function textsIn(language: Language): Promise<AccountTexts> {
  const known = loading.get(language) ?? loaders[language]().then((it) => it.default.account as AccountTexts)
  loading.set(language, known)
  return known
}

const ERRORS: Readonly<Record<string, keyof AccountTexts>> = {
  'user.password-too-short': 'password-too-short',
  'user.password-leaked': 'password-leaked',
  'user.password-own-name': 'password-own-name',
  'reset.email-required': 'email-required',
  'reset.code-form': 'code-form',
}

/** What the service says of a field, in words; null when it says nothing. */
export function fieldErrorText(t: AccountText, error: string | undefined, otherwise: string): string | null {
  if (error === undefined) return null
  const [key = '', limit = ''] = error.split(' ')
  const known = ERRORS[key] ?? (key.endsWith('-required') ? 'field-required' : undefined)
  return known ? t(known, { limit }) : otherwise
}
