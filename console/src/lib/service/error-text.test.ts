import errorEn from '@mimamori/contract/languages/en/error.json'
import errorJa from '@mimamori/contract/languages/ja/error.json'
import { expect, test } from 'vitest'
import { errorText } from './error-text.ts'

test('GEN-12 an unknown error is shown as Error, in the current language', () => {
  expect(errorText(new TypeError('x is not a function'), errorEn)).toBe('Error')
  expect(errorText('odd', errorJa)).toBe(errorJa.generic)
})
