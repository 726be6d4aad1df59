import { expect, test } from 'vitest'
import { errorEn } from './error.en.ts'
import { errorJa } from './error.ja.ts'
import { errorText } from './error-text.ts'

test('GEN-12 what nobody has words for is said as Error, in the language that is shown', () => {
  expect(errorText(new TypeError('x is not a function'), errorEn)).toBe('Error')
  expect(errorText('odd', errorJa)).toBe(errorJa.generic)
})
