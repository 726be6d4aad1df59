/** Lines with right-to-left words, as they are drawn from left to right. TEXT-02. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMixed, LACKING, type PdfFont, spansOf } from './pdf-bidi.ts'

const OWNED = /[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Nd}\p{P}\p{Z}\p{Sm}]/u
const HEBREW = /[\u0590-\u05ff]/
const ARABIC = /[\u0600-\u06ff]/
const has = (font: PdfFont, code: number) =>
  ({ own: OWNED, hebrew: HEBREW, arabic: ARABIC })[font].test(String.fromCodePoint(code))
const drawn = (line: string) => spansOf(line, has).map(({ shown }) => shown)

test('words of a right-to-left phrase stand from right to left and stay whole', () => {
  expect(drawn('205 سقطت مريم 済')).toEqual(['205 ', 'مريم', ' ', 'سقطت', ' 済'])
  expect(spansOf('שלום', has)).toEqual([{ font: 'hebrew', shown: 'שלום', actual: null, at: 0 }])
})

test('numbers in a phrase keep their order, and its brackets face inwards', () => {
  expect(drawn('שלום (12) עולם').join('|')).toBe('עולם| |(|12|)| |שלום')
})

test('a line without right-to-left words is one span; what its font lacks is marked', () => {
  expect(spansOf('山田 한글', has)).toEqual([
    { font: 'own', shown: `山田 ${LACKING}${LACKING}`, actual: '山田 한글', at: 0 },
  ])
})

test('any line is drawn whole: its spans in the order of writing are the line', () => {
  const words = [
    '山田',
    'room',
    ' ',
    '12',
    '(',
    ')',
    'سقطت',
    'مُحَمَّد',
    '٣٤',
    'שלום',
    '한글',
    '🩺',
    '👩🏽‍⚕️',
    '/',
    '،',
    '\u200f',
    '-',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words)), (parts) => {
      const line = parts.join('')
      const spans = spansOf(line, has)
      const written = spans.toSorted((one, other) => one.at - other.at)
      expect(written.map(({ shown, actual }) => actual ?? shown).join('')).toBe(line)
      expect(spans.length <= 1 || isMixed(line)).toBe(true)
    }),
    { numRuns: 10_000 },
  )
})
