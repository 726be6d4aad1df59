// Words that are no terms of the field (docs/glossary.md lists them) with the most of each, and titles of tests that are too long.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles } from './boundaries/source-tree.ts'

const root = join(import.meta.dirname, '..')
/** In names, comments, titles and texts of the product, its tests and benches. To be lowered with each change that needs fewer. */
const MOST: Readonly<Record<string, number>> = {
  // Stored names, wire names of hubs in use, migrations, CSS and SOAP keywords.
  ...{ stretch: 19, piece: 7, told: 2, kept: 10 },
  ...{ wish: 0, fault: 2 },
  // In names of libraries and standards, and in senses that are no terms: letters of an alphabet, "later" and "still" as adverbs.
  ...{
    picture: 6,
    still: 550,
    refusal: 0,
    failure: 93,
    question: 34,
    letter: 115,
    settled: 28,
    lane: 11,
    sight: 8,
    later: 454,
  },
}
/** Phrases of translated English, with the most of each in comments, titles and texts of the sources. */
const PHRASES: readonly { name: string; phrase: RegExp; most: number }[] = [
  { name: 'Of ...', phrase: /(?:\/\/|\/\*\*|\*|--|['"`]) *Of [a-z]/g, most: 1 },
  { name: 'is no ...', phrase: /(?<!there )\b(?:is|are) no (?!longer\b)/gi, most: 0 },
  { name: 'is none', phrase: /(?<!there )\b(?:is|are) none\b/gi, most: 1 },
  { name: 'so long, so many', phrase: /\bso (?:long|many)\b/g, most: 1 },
  { name: 'of before', phrase: /\bof before\b(?!\.)/g, most: 0 },
  { name: 'of one’s own', phrase: /\bof one[’']s own\b/g, most: 0 },
]

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

/** Paths and texts of the sources. */
const sources = listFiles(root, /\.(ts|tsx|mjs|css|sql|json)$/)
  .filter((file) => !/words\.test|0100_baseline/.test(file))
  .map((file) => `${file} ${readFileSync(join(root, file), 'utf8')}`)

function counted(words: readonly string[]): Record<string, number> {
  const counts = Object.fromEntries(words.map((word) => [word, 0]))
  const wordOf = new Map(words.flatMap((word) => [word, `${word}s`, `${word}es`].map((form) => [form, word] as const)))
  for (const each of sources.flatMap(wordsOf)) {
    const word = wordOf.get(each)
    if (word) counts[word]!++
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

  test.each(PHRASES)('use "$name" no more often than before', ({ phrase, most }) => {
    const found = sources.reduce((sum, text) => sum + (text.match(phrase)?.length ?? 0), 0)
    expect(found).toBeLessThanOrEqual(most)
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
