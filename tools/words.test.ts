// Words that are no terms of the field (docs/glossary.md lists them) with the most of each, and titles of tests that are too long.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles } from './boundaries/source-tree.ts'

const root = join(import.meta.dirname, '..')
/** In names, comments, titles and texts of the product, its tests and benches. To be lowered with each change that needs fewer. */
const MOST: Readonly<Record<string, number>> = {
  // Stored names, wire names of hubs in use, migrations, CSS and SOAP keywords.
  ...{ stretch: 38, piece: 7, told: 5, kept: 20 },
  ...{ wish: 3, fault: 13 },
}

const LONGEST_TITLE = 90
const TITLE = /\btest(?:\.each\([^`'"]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g

/** Titles of tests without the requirements in front of them. */
const titlesIn = (source: string) =>
  [...source.matchAll(TITLE)].map(([, , title]) => title!.replace(/^(?:[A-Z]+\d*-?\d+ )+/, ''))

/** Hashes are no words. */
const HASH = /\b[0-9a-f]{64}\b/g

const wordsOf = (text: string) =>
  text
    .replaceAll(HASH, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? []

function privateWords(): string[] {
  const section = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('## Words of the field')[1] ?? ''
  const rows = [...section.matchAll(/^\| (?!say|-)([^|]+) \| ([^|]+) \|$/gm)]
  return rows.flatMap(([, , not]) => not!.split(', ')).map((word) => word.trim())
}

function counted(words: readonly string[]): Record<string, number> {
  const counts = Object.fromEntries(words.map((word) => [word, 0]))
  const wordOf = new Map(words.flatMap((word) => [word, `${word}s`, `${word}es`].map((form) => [form, word] as const)))
  const files = listFiles(root, /\.(ts|tsx|mjs|css|sql|json)$/)
  for (const file of files.filter((one) => !/words\.test|0163_baseline/.test(one))) {
    for (const each of wordsOf(`${file} ${readFileSync(join(root, file), 'utf8')}`)) {
      const word = wordOf.get(each)
      if (word) counts[word]!++
    }
  }
  return counts
}

describe('the words of the checkout', () => {
  const words = privateWords()
  const counts = counted(words)

  test('are counted in singular and plural, inside of names and in sentences', () => {
    expect(wordsOf('function toldOf() {} // Pieces are told.')).toEqual([
      ...['function', 'told', 'of', 'pieces', 'are', 'told'],
    ])
    expect(words).toContain('stretch')
  })

  test.each(words)('use "%s" no more often than before', (word) => {
    expect(counts[word]).toBeLessThanOrEqual(MOST[word] ?? 0)
  })

  test('titles of tests are measured without the requirements in front of them', () => {
    expect(titlesIn("test('ALERT-01 S16 is raised', () => {})\ntest.each([1])(`of %s`, f)")).toEqual([
      'is raised',
      'of %s',
    ])
  })

  test(`no title of a test has over ${LONGEST_TITLE} characters`, () => {
    const titles = listFiles(root, /\.(test|spec)\.tsx?$/).flatMap((file) =>
      titlesIn(readFileSync(join(root, file), 'utf8')),
    )
    expect(titles.filter((title) => title.length > LONGEST_TITLE)).toEqual([])
  })
})
