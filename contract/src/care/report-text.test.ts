import { describe, expect, test } from 'vitest'
import type { ReportSentence } from './report.ts'
import { toContent, toSentences } from './report-text.ts'

const evidence = [{ kind: 'fact' as const, atMs: null, says: 'Activity: fall' }]
const written: ReportSentence[] = [
  { section: 'summary', text: 'A fall was detected.', author: 'facts', evidence },
  { section: 'timeline', text: '03:12:05 First motion.', author: 'facts', evidence },
  { section: 'actions', text: 'Look at the clip.', author: 'facts', evidence },
]

describe('the text of a report', () => {
  test('the text has a line for each sentence and an empty line between its parts', () => {
    expect(toContent(written)).toBe('A fall was detected.\n\n03:12:05 First motion.\n\nLook at the clip.')
  })

  test('parsing the text again gives the same sentences with their evidence', () => {
    expect(toSentences(toContent(written), written)).toEqual(written)
  })

  test('unchanged lines retain their evidence, edited ones have none', () => {
    const edited = toSentences('A fall was detected.\nHe was sitting up.\n\n03:12:05 First motion!', written)
    expect(edited.map(({ section, author }) => [section, author])).toEqual([
      ['summary', 'facts'],
      ['summary', 'person'],
      ['summary', 'person'],
    ])
    expect(edited.map((one) => one.evidence)).toEqual([evidence, [], []])
  })

  test('evidence belongs to one line only, however often a person repeats it', () => {
    const [first, second] = toSentences('A fall was detected.\nA fall was detected.', written)
    expect([first!.author, second!.author]).toEqual(['facts', 'person'])
  })

  test('all kinds of line ends are accepted, and whitespace alone is not a sentence', () => {
    expect(toSentences('a\r\nb\rc', []).map(({ text }) => text)).toEqual(['a', 'b', 'c'])
    expect(toSentences(' \n\n\t', written)).toEqual([])
  })
})
