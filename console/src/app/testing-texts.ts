/** All texts of the console in one place, for tests: pages load them in parts. */

import account from 'virtual:public-texts/account'
import oidc from 'virtual:public-texts/oidc'
import session from 'virtual:public-texts/public'
import { loaders } from 'virtual:texts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'

/** Namespace -> key -> text. */
export type Texts = Record<string, Record<string, string>>
export const english = await textsOf('en')
export const japanese = await textsOf('ja')

/** A namespace may come in two parts: what the shell needs of it, and the rest. */
async function textsOf(locale: Locale): Promise<Texts> {
  const whole: Texts = {}
  for (const load of [...Object.values(loaders[locale]), session[locale], account[locale], oidc[locale]]) {
    for (const [namespace, texts] of Object.entries((await load()).default))
      whole[namespace] = { ...whole[namespace], ...texts }
  }
  return whole
}
