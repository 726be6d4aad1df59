/** The words of reports in the language of who asked: each language whole, in its own file. */
import type { Locale } from '@mimamori/contract/identity/session.ts'
import { wordsEn } from './report.words.en.ts'
import { wordsJa } from './report.words.ja.ts'
import type { ReportWords } from './report.words.ts'

/** The words of a language; `timeZone` is an IANA name. */
export function wordsOf(locale: Locale, timeZone: string): ReportWords {
  return locale === 'ja' ? wordsJa(timeZone) : wordsEn(timeZone)
}
