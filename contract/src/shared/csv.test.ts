import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvBytes } from './csv.ts'

const read = (text: string) => new TextDecoder('shift_jis', { fatal: true }).decode(csvBytes(text, 'shift_jis'))

describe('text in Shift_JIS', () => {
  test('REACH-80 of Japanese names, kana of both widths and signs reads as it was written', () => {
    for (const text of ['佐藤 一郎 様', '髙橋・﨑山', 'ｶﾀｶﾅとカタカナ', '①Ⅲ㈱～～', '206号室,"離床"\r\n']) {
      expect(read(text)).toBe(text)
    }
  })

  test('REACH-80 has the mark 〓 for each character that it lacks, and the same number of lines', () => {
    expect(read('María 🙂 한국')).toBe('Mar〓a 〓 〓〓')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(read(text).split('\n')).toHaveLength(text.split('\n').length)
      }),
    )
  })

  test('REACH-80 writes signs of the same look by the one that it has', () => {
    expect(read('22:00〜7:00 −1')).toBe('22:00～7:00 －1')
  })
})
