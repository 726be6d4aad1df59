/** One rule for comparing names, implemented twice: in the contract and in SQL. */
import { comparePlain } from '@mimamori/contract/shared/intl-format.ts'
import { isVisible, plain, sought } from '@mimamori/contract/shared/plain.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { copied } from '#testing/spellings.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function inSql(texts: readonly string[]): Promise<{ plain: string; sought: string }[]> {
  return service.sql<{ plain: string; sought: string }[]>`
    select plain(t.text) as plain, sought(t.text) as sought
    from unnest(${[...texts]}::text[]) with ordinality as t (text, number) order by t.number`
}

/** Characters that got case pairs after Unicode 10, the version of the ICU in the embedded database. */
const IS_YOUNGER =
  /[\u1c89-\u1c8a\u1c90-\u1cbf\u2c2f\u2c5f\ua7b8-\ua7dc\ua7f1-\ua7f6\u{10570}-\u{105bf}\u{10d50}-\u{10d85}\u{16e40}-\u{16e9f}\u{16ea0}-\u{16ed3}\u{1e030}-\u{1e06d}\u{1fbf0}-\u{1fbf9}\u{1ccd6}-\u{1ccf9}\ua7f2-\ua7f4\u{10780}-\u{107ba}]/u
/** Text that PostgreSQL can store: without NUL and unpaired surrogates. */
const isText = (text: string) => text.isWellFormed() && !text.includes('\0') && !IS_YOUNGER.test(text)

const KATAKANA = 'アイウエオカガキシジツヅハバパヤユヨワヲンヴッャュョァヶヵー'
const HALF = 'ｱｲｳｴｵｶｷｼﾂﾊﾔﾕﾖﾜｦﾝｯｬｭｮｧｰﾞﾟ'
const characters = 'iIİıﬁΣσςÅÅＡａ髙高﨑崎𠮷吉邊邉齋が鈴木一郎々〆ぁゕゝゞ゛ﾞ。．－‐−1１２0０é'
const blanks = ' \u3000\u00a0\u1680\t\n\u2028'
const unseen = '\u200b\u00ad\u202e\ufe0f\u{e0100}\u3164\ufeff\u2060'
const name = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom(...characters, ...KATAKANA, ...HALF, ...blanks, ...unseen, '@', '.', 'K'),
    maxLength: 12,
  }),
)

test('SQL and the contract fold each character to the same text', async () => {
  const characters: string[] = []
  for (let code = 1; code < 0x110000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const character = String.fromCodePoint(code)
    if (isText(character) && /\p{Assigned}/u.test(character)) characters.push(`a${character}b`)
  }
  const texts = Array.from({ length: Math.ceil(characters.length / 100) }, (_, at) =>
    characters.slice(at * 100, (at + 1) * 100).join(''),
  )
  const found = await inSql(texts)
  expect(texts.filter((text, at) => found[at]!.plain !== plain(text))).toEqual([])
})

test('SQL and the contract fold generated names alike, and folding twice changes nothing', async () => {
  const names = fc.sample(name, { numRuns: 5_000, seed: 20 }).filter(isText)
  const found = await inSql(names)
  expect(names.filter((one, at) => found[at]!.plain !== plain(one) || found[at]!.sought !== sought(one))).toEqual([])
  expect(names.filter((one) => plain(plain(one)) !== plain(one))).toEqual([])
})

test('TEXT-01 width, composition, kana, blanks and variants of kanji make no difference', () => {
  const words = fc.array(fc.constantFrom('サクラ', 'ガク', '鈴木', 'Room', '201', '高橋', '吉田'), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(words, copied, (parts, change) => {
      const typed = parts.join(' ')
      const other = change(typed)
      expect(plain(other)).toBe(plain(typed))
      expect(sought(other)).toBe(sought(parts.join('')))
    }),
  )
})

test('a name of two lines, turned text or nothing to see is refused; emoji and Persian are not', () => {
  const bad = fc.constantFrom(
    '\n',
    '\t',
    '\r',
    '\u2028',
    '\u202e',
    '\u2067',
    '\u200f',
    '\u200b',
    '\u2060',
    '\u3164',
    '\u00ad',
    '\0',
  )
  fc.assert(
    fc.property(
      fc.string({ maxLength: 5 }),
      bad,
      fc.string({ maxLength: 5 }),
      (a, one, b) => !isVisible(`x${a}${one}${b}x`),
    ),
  )
  for (const empty of ['\u0301', '\ufe0f', '\u200d']) expect(isVisible(empty)).toBe(false)
  for (const good of ['👨‍👩‍👧', 'می‌خواهم', '葛\u{e0100}城', 'क्‍ष', '김철수', 'O’Brien'])
    expect(isVisible(good)).toBe(true)
})

test('names are in the order that people expect: numbers by value, then kana, then kanji', async () => {
  const expected = ['1号室', '9号室', '10号室', 'Room 2', 'room 10', 'あおば', 'サクラ', '桜']
  const rows = await service.sql<{ name: string }[]>`
    select name from unnest(${expected.toReversed()}::text[]) t (name) order by plain(name) collate natural_order`
  expect(rows.map((row) => row.name)).toEqual(expected)
})

test('the console orders names as SQL does, whatever they are', async () => {
  const part = fc.constantFrom(
    ...[
      'Room',
      'room',
      '号室',
      '2',
      '10',
      '003',
      'サクラ',
      'さくら',
      '桜',
      '櫻',
      '髙橋',
      '高橋',
      '鈴木',
      'ｱｵﾊﾞ',
      'É',
      'Ward',
    ],
    ...['ー', '々', 'っ', 'ツ', '-', ' ', '\u3000', '・', '(', '）', '１Ｆ', 'A', 'ｂ', 'ß', '이', 'Ω', 'я'],
  )
  const names = [...new Set(fc.sample(fc.array(part, { minLength: 1, maxLength: 6 }), { numRuns: 4_000, seed: 44 }))]
    .map((parts) => parts.join(''))
    .filter((one) => plain(one) !== '')
  const rows = await service.sql<{ name: string }[]>`
    select t.name from unnest(${names}::text[]) t (name)
    order by plain(t.name) collate natural_order, plain(t.name) collate "C"`
  const inConsole = names
    .map((one) => ({ one, key: plain(one) }))
    .sort((a, b) => comparePlain(a.key, b.key) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  expect(rows.map((row) => plain(row.name))).toEqual(inConsole.map(({ key }) => key))
})
