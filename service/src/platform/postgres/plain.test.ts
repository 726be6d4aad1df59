/** One rule for comparing names, implemented twice: in the contract and in SQL. */
import { plain } from '@mimamori/contract/shared/plain.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function plainInSql(texts: readonly string[]): Promise<string[]> {
  const rows = await service.sql<{ text: string }[]>`
    select plain(t.text) as text from unnest(${[...texts]}::text[]) with ordinality as t (text, number) order by t.number`
  return rows.map(({ text }) => text)
}

/** Characters that got case pairs after Unicode 10, the version of the ICU in the embedded database. */
const IS_YOUNGER =
  /[\u1c89-\u1c8a\u1c90-\u1cbf\u2c2f\u2c5f\ua7b8-\ua7dc\ua7f1-\ua7f6\u{10570}-\u{105bf}\u{10d50}-\u{10d85}\u{16e40}-\u{16e9f}\u{16ea0}-\u{16ed3}\u{1e030}-\u{1e06d}\u{1fbf0}-\u{1fbf9}\u{1ccd6}-\u{1ccf9}\ua7f2-\ua7f4\u{10780}-\u{107ba}]/u
/** Text that PostgreSQL can store: without NUL and unpaired surrogates. */
const isText = (text: string) => text.isWellFormed() && !text.includes('\0') && !IS_YOUNGER.test(text)

test('SQL and the contract fold each character to the same text', async () => {
  const letters: string[] = []
  for (let code = 1; code < 0x110000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const letter = String.fromCodePoint(code)
    if (isText(letter) && /\p{Assigned}/u.test(letter)) letters.push(`a${letter}b`)
  }
  const inSql = await plainInSql(letters)
  const differing = letters.filter((letter, index) => inSql[index] !== plain(letter))
  expect(differing).toEqual([])
})

test('SQL and the contract fold generated names alike, and folding twice changes nothing', async () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'iIİıﬁΣσςÅÅＡａ髙高ガｶﾞぱ ﾟẞß\u3000\u00a0\u1680\ufeff\t\n@.K'), maxLength: 12 }),
  )
  const words = fc.sample(word, { numRuns: 5_000, seed: 20 }).filter(isText)
  const inSql = await plainInSql(words)
  expect(words.filter((one, index) => inSql[index] !== plain(one))).toEqual([])
  expect(words.filter((one) => plain(plain(one)) !== plain(one))).toEqual([])
})
