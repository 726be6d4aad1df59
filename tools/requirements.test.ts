// Keeps the ids of requirements honest: unique, and every id in a test's title is one of docs/requirements.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areasOf, idsInTitles, readNamedRequirements, readRequirements } from './requirement-ids.ts'

const root = join(import.meta.dirname, '..')
const requirements = readRequirements(readFileSync(join(root, 'docs', 'requirements.md'), 'utf8'))
const ids = requirements.map((one) => one.id)

describe('requirements', () => {
  test('are found in the document, each id once', () => {
    expect(ids.length).toBeGreaterThan(100)
    expect(ids).toEqual([...new Set(ids)])
  })

  test('that a test names are in the document', () => {
    const unknown = readNamedRequirements(root, areasOf(requirements)).filter((one) => !ids.includes(one.id))
    expect(unknown.map((one) => `${one.path}:${one.line} names ${one.id}`)).toEqual([])
  })

  test('are read from titles in every quote, on their own line, and from nowhere else', () => {
    // The word is put together here, so that this file itself names no such test.
    const declare = 'te' + 'st'
    const text = [
      `${declare}('ALERT-06 opening marks it seen', () => {})`,
      `${declare}.skipIf(x)("NAV-01 and NAV-02 hold", () => {})`,
      `  ${declare}(`,
      '    `ALERT-99 unknown`,',
      "const note = 'ALERT-07 is not a title'",
      `${declare}('H264-10 is not an area', () => {})`,
    ].join('\n')
    expect(idsInTitles('a.test.ts', text, new Set(['ALERT', 'NAV'])).map((one) => [one.id, one.line])).toEqual([
      ['ALERT-06', 1],
      ['NAV-01', 2],
      ['NAV-02', 2],
      ['ALERT-99', 3],
    ])
  })
})
