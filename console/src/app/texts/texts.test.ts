import { FAILURES } from '@mimamori/contract/shared/errors.ts'
import { describe, expect, test } from 'vitest'
import { english, japanese, type Texts } from '../testing-texts.ts'
import { en } from './texts.en.ts'

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
