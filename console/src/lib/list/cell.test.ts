import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerOf, dayOf } from './cell.ts'

const ERAS = [
  { names: ['令和', '令', 'R', 'r', 'Ｒ', '㋿'], before: 2018, years: [1, 40] },
  { names: ['平成', '平', 'H', '㍻'], before: 1988, years: [1, 31] },
  { names: ['昭和', '昭', 'S', '㍼'], before: 1925, years: [1, 64] },
] as const
const KANJI = '〇一二三四五六七八九'
const inKanji = (value: number): string =>
  value < 10
    ? KANJI[value]!
    : `${value < 20 ? '' : KANJI[Math.floor(value / 10)]}十${value % 10 === 0 ? '' : KANJI[value % 10]}`
const wide = (text: string) =>
  text.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))
const two = (value: number) => String(value).padStart(2, '0')

test('TEXT-02 a day is the same in each era, separator, width and in kanji', () => {
  const parts = fc.record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 28 }) })
  const era = fc.constantFrom(...ERAS).chain(({ names, before, years }) =>
    fc.record({
      name: fc.constantFrom(...names),
      before: fc.constant(before),
      year: fc.integer({ min: years[0], max: years[1] }),
    }),
  )
  fc.assert(
    fc.property(era, parts, ({ name, before, year }, { month, day }) => {
      const expected = `${before + year}-${two(month)}-${two(day)}`
      const first = year === 1 ? '元' : String(year)
      const texts = [
        `${name}${first}年${month}月${day}日`,
        `${name} ${year}年 ${month}月 ${day}日（日）`,
        `${name}${year}.${month}.${day}`,
        `${name}${two(year)}/${two(month)}/${two(day)}`,
        wide(`${name}${year}-${month}-${day}`),
        `${name}${inKanji(year)}年${inKanji(month)}月${inKanji(day)}日`,
        `${before + year}年${month}月${day}日`,
        `${before + year}/${month}/${day} 0:00`,
        `${before + year}${two(month)}${two(day)}`,
        wide(`${before + year}．${month}．${day}`),
      ]
      expect(texts.map(dayOf)).toEqual(texts.map(() => expected))
    }),
  )
})

test.each(['1/11/2026', 'tomorrow', 'X8.11.1', '8.11.1', '令和0年1月1日', ''])(
  '%s is not a day and remains as it is',
  (text) => {
    expect(dayOf(text)).toBe(text)
  },
)

test('yes and no are understood in words and marks, in any width and kana', () => {
  for (const text of ['はい', 'ハイ', 'ﾊｲ', '有り', '○', '〇', '◯', '⭕️', '✓', '✔️', 'ＹＥＳ', '１', 'レ', '同意する'])
    expect(answerOf(text)).toBe(true)
  for (const text of ['いいえ', 'イイエ', '無し', '×', '✕', '❌', 'No', '０', '同意しない'])
    expect(answerOf(text)).toBe(false)
  for (const text of ['', 'maybe', '要確認', '2']) expect(answerOf(text)).toBeUndefined()
})
