import { SERVICE_ERRORS } from '@mimamori/contract/shared/errors.ts'
import { describe, expect, test } from 'vitest'
import { english, japanese } from './testing-texts.ts'

describe('the texts of the console', () => {
  test('GEN-01 Japanese is Japanese', () => {
    const hasJapanese = /[\u3040-\u30ff\u4e00-\u9fff]/
    const hasWords = /[a-z]{2,}/i
    const all = Object.values(japanese).flatMap((texts) => Object.entries(texts))
    const left = all.filter(([, text]) => hasWords.test(withoutNames(text)) && !hasJapanese.test(text))
    expect(left).toEqual([])
  })

  test('every rejection of the contract has a text', () => {
    expect(Object.keys(SERVICE_ERRORS).filter((key) => !(key in english.error!))).toEqual([])
  })
})

/** What is the same in every language. */
function withoutNames(text: string): string {
  return text.replaceAll(
    /{{\w+}}|Mimamori|PRO|CSV|PDF|Excel|Mbit|Hikvision|Dahua|Uniview|TP-Link|Tapo|VIGI|Reolink/g,
    '',
  )
}
