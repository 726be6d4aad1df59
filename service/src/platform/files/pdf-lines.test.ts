/**
 * Lines of Latin and Japanese text: nothing is lost, nothing is too wide, no line begins or ends with a forbidden mark.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from './pdf-lines.ts'

const widthOf = (text: string) => [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? 2 : 1), 0)
const lines = (text: string, width: number) => linesOf(text, width, widthOf)

test.each([
  ['右膝の痛みを訴える。', 18, ['右膝の痛みを訴え', 'る。']],
  ['歩行器（トイレは必ず）使用', 8, ['歩行器', '（トイレ', 'は必ず）', '使用']],
  ['Room 203 needs help', 9, ['Room 203', 'needs', 'help']],
  ['203号室\u00a0· 山田', 9, ['203号室\u00a0·', '山田']],
  ['one\n\n\ntwo', 20, ['one', 'two']],
  ['antidisestablishment', 9, ['antidises', 'tablishme', 'nt']],
  ['  ', 9, []],
])('%j at width %i', (text, width, expected) => {
  expect(lines(text, width)).toEqual(expected)
})

test('no character is lost and no line is too wide, whatever the text', () => {
  const letter = fc.constantFrom(...'abc 、。「」（）あー漢字𠮷\u00a0·\n')
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 60 }), fc.integer({ min: 2, max: 20 }), (letters, width) => {
      const text = letters.join('')
      const broken = lines(text, width)
      expect(broken.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      for (const line of broken) expect(widthOf(line)).toBeLessThanOrEqual(width)
    }),
  )
})
