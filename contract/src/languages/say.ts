/** Texts with placeholders and plural forms as i18next has them, for programs without i18next. */
import { pluralRules } from '../shared/intl-format.ts'
import { fill } from './locales.ts'

type Values = Readonly<Record<string, string | number>>
/** The keys of a file of texts; a plural's without its ending. */
export type TextKey<Texts> = keyof Texts extends infer K
  ? K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
    ? Stem
    : K
  : never
export type Say<Texts> = (key: TextKey<Texts>, values?: Values) => string

/** `values.count` chooses the plural form by the rules of the language; a form that it does not have is `other`. */
export function sayIn<Texts extends object>(texts: Texts, locale: string): Say<Texts> {
  const known = texts as Readonly<Record<string, string>>
  const plurals = pluralRules(locale)
  return (key, values = {}) => {
    const form = plurals.select(Number(values.count ?? 0))
    const name = String(key)
    return fill(known[name] ?? known[`${name}_${form}`] ?? known[`${name}_other`] ?? name, values)
  }
}
