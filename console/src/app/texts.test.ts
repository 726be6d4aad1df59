import { FAILURES } from '@mimamori/contract/errors.ts'
import { describe, expect, test } from 'vitest'
import { alertToolEn } from '../features/alert/alert-tool.en.ts'
import { alertToolJa } from '../features/alert/alert-tool.ja.ts'
import { liveTextsEn } from '../features/live/live-texts.en.ts'
import { liveTextsJa } from '../features/live/live-texts.ja.ts'
import { measurementEn } from '../features/measurement/measurement.en.ts'
import { measurementJa } from '../features/measurement/measurement.ja.ts'
import { notificationEn } from '../features/notification/notification.en.ts'
import { notificationJa } from '../features/notification/notification.ja.ts'
import { reportEn } from '../features/report/report.en.ts'
import { reportJa } from '../features/report/report.ja.ts'
import { accountEn } from '../features/session/account.en.ts'
import { accountJa } from '../features/session/account.ja.ts'
import { sessionEn } from '../features/session/session.en.ts'
import { sessionJa } from '../features/session/session.ja.ts'
import { en } from './texts.en.ts'
import { ja } from './texts.ja.ts'
import { checkInEn } from './texts-check-in.en.ts'
import { checkInJa } from './texts-check-in.ja.ts'
import { managementEn } from './texts-management.en.ts'
import { managementJa } from './texts-management.ja.ts'

type Texts = Record<string, Record<string, string>>
const english = joined(en, managementEn, liveTextsEn, checkInEn, {
  'alert-tool': alertToolEn,
  measurement: measurementEn,
  notification: notificationEn,
  session: sessionEn,
  account: accountEn,
  report: reportEn,
})
const japanese = joined(ja, managementJa, liveTextsJa, checkInJa, {
  'alert-tool': alertToolJa,
  measurement: measurementJa,
  notification: notificationJa,
  session: sessionJa,
  account: accountJa,
  report: reportJa,
})

/** A namespace may come in two parts: what the shell needs of it, and the rest. */
function joined(...parts: Texts[]): Texts {
  const whole: Texts = {}
  for (const [namespace, texts] of parts.flatMap((part) => Object.entries(part))) {
    whole[namespace] = { ...whole[namespace], ...texts }
  }
  return whole
}

/** `alert.title`, with the namespace before the key. */
function flat(texts: Texts): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([namespace, keys]) =>
      Object.entries(keys).map(([key, text]) => [`${namespace}.${key}`, text] as const),
    ),
  )
}
const placeholders = (text: string) => [...text.matchAll(/{{\w+}}/g)].map(([whole]) => whole).sort()

describe('the two dictionaries', () => {
  test('GEN-01 have the same keys, none of them empty', () => {
    expect([...flat(japanese).keys()].sort()).toEqual([...flat(english).keys()].sort())
    expect([...flat(english), ...flat(japanese)].filter(([, text]) => !text.trim() && text !== ' ')).toEqual([])
  })

  test('GEN-01 fill in the same values', () => {
    const other = flat(japanese)
    const differing = [...flat(english)].filter(([key, text]) => {
      return placeholders(text).join() !== placeholders(other.get(key) ?? '').join()
    })
    expect(differing).toEqual([])
  })

  test('GEN-01 Japanese is Japanese', () => {
    const hasJapanese = /[\u3040-\u30ff\u4e00-\u9fff]/
    const hasWords = /[a-z]{2,}/i
    const left = [...flat(japanese)].filter(([, text]) => hasWords.test(withoutNames(text)) && !hasJapanese.test(text))
    expect(left).toEqual([])
  })

  test('every refusal of the contract has a text', () => {
    expect(Object.keys(FAILURES).filter((key) => !(key in en.error))).toEqual([])
  })
})

/** What is the same in every language. */
function withoutNames(text: string): string {
  return text.replaceAll(/{{\w+}}|Mimamori|PRO|CSV/g, '')
}
