/** A report as plain text and as sentences with what they rest on: one sentence in a line, an empty line between parts. */
import { REPORT_SECTIONS, type ReportSection, type ReportSentence } from './report.ts'

/** The text of the sentences, in the order of the parts. */
export function toContent(sentences: readonly Pick<ReportSentence, 'section' | 'text'>[]): string {
  return REPORT_SECTIONS.map((section) => sentences.filter((one) => one.section === section))
    .filter((part) => part.length > 0)
    .map((part) => part.map(({ text }) => text).join('\n'))
    .join('\n\n')
}

/**
 * Parses a text that a person may have changed. A line that equals one in `known` retains its evidence and author;
 * every other one is a person's. An unknown line belongs to the section of the previous line, and never to the log.
 */
export function toSentences(content: string, known: readonly ReportSentence[]): ReportSentence[] {
  const left = [...known]
  let section: ReportSection = known[0]?.section ?? 'summary'
  return content
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((text) => {
      const at = left.findIndex((one) => one.text === text)
      // What a person adds below the log belongs to the report, not to its appendix.
      if (at < 0) return { section: section === 'log' ? 'actions' : section, text, author: 'person', evidence: [] }
      const [retained] = left.splice(at, 1)
      section = retained!.section
      return retained!
    })
}
