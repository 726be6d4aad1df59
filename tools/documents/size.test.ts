// Limits the length of documents: words in total, words of decisions, lines and table cells.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const WORDS_MAX = 35_000
const DECISION_WORDS_MAX = 10_000
const DECISION_LINES_MAX = 40
const LINE_MAX = 120
const CELL_MAX = 200
/** The manual and the changelog are for users, settings.md is generated, lab/ is a notebook, notices are licenses. */
const UNCOUNTED = /^docs\/manual\/|^CHANGELOG|^docs\/settings\.md$|^lab\/|NOTICE\.md$/

const files = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const documents = files
  .filter((file) => !UNCOUNTED.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Tokens with a letter or a digit: pipes and dashes of Markdown are not words. */
const countWords = (text: string) => text.split(/\s+/).filter((token) => /[\p{L}\p{N}]/u.test(token)).length
const wordsIn = (folder: string) =>
  documents.filter(({ file }) => file.startsWith(folder)).reduce((sum, { text }) => sum + countWords(text), 0)

const linesOf = ({ file, text }: { file: string; text: string }) =>
  text.split('\n').map((line, index) => ({ place: `${file}:${index + 1}`, line }))

test('all documents together have at most 35,000 words, the decisions 10,000', () => {
  expect(wordsIn('')).toBeLessThanOrEqual(WORDS_MAX)
  expect(wordsIn('docs/decisions/')).toBeLessThanOrEqual(DECISION_WORDS_MAX)
})

test('a decision has a status and at most 40 lines', () => {
  const decisions = documents.filter(({ file }) => /^docs\/decisions\/\d{4}/.test(file))
  expect(decisions.filter(({ text }) => !/^Status: /m.test(text)).map(({ file }) => file)).toEqual([])
  const long = decisions.filter(({ text }) => text.trimEnd().split('\n').length > DECISION_LINES_MAX)
  expect(long.map(({ file }) => file)).toEqual([])
})

test('lines have at most 120 characters, and cells of tables 200', () => {
  const lines = documents.flatMap(linesOf)
  const long = lines.filter(({ line }) => [...line].length > LINE_MAX && !/^\||https?:|\]\(/.test(line))
  expect(long.map(({ place }) => place)).toEqual([])
  const cells = lines.filter(
    ({ line }) => line.startsWith('|') && line.split('|').some((cell) => cell.length > CELL_MAX),
  )
  expect(cells.map(({ place }) => place)).toEqual([])
})
