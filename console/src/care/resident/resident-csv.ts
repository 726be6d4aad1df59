/** A CSV file of residents: maps headings of any language to fields, and words to values. Pure. RESIDENT-01. */

import words from 'virtual:every-language/resident'
import { HONORIFICS } from '@mimamori/contract/care/resident-title.ts'
import { toCsv } from '@mimamori/contract/shared/csv.ts'
import type { Language } from '#lib/browser/language.ts'
import { answerOf, dayOf } from '#lib/list/cell.ts'
import { type CsvFile, plainHeading } from '#lib/list/csv-file.ts'

export const FIELDS = [
  'name',
  'kana',
  'honorific',
  'careNote',
  'room',
  'bed',
  'from',
  'detection',
  'recording',
  'clearImages',
  'answeredOn',
  'answeredBy',
] as const
export type Field = (typeof FIELDS)[number]
/** Fields of a line for the service, which reports their errors. */
export type Line = Partial<Record<Field, unknown>>

const OPTIONAL: readonly Field[] = ['kana', 'honorific', 'careNote', 'room', 'bed', 'from']
const FIELD_OF_HEADING = new Map<string, Field>(
  FIELDS.flatMap((field) => [
    [plainHeading(field), field] as const,
    ...Object.values(words).map((names) => [plainHeading(names[`csv-${field}`]), field] as const),
  ]),
)

export const isHeading = (heading: string): boolean => FIELD_OF_HEADING.has(plainHeading(heading))

/** Required columns that the file lacks. */
export function missingFields({ headings }: CsvFile): Field[] {
  const there = headings.map((heading) => FIELD_OF_HEADING.get(plainHeading(heading)))
  return FIELDS.filter((field) => !OPTIONAL.includes(field) && !there.includes(field))
}

export function toLines({ headings, lines }: CsvFile): Line[] {
  const fields = headings.map((heading) => FIELD_OF_HEADING.get(plainHeading(heading)))
  return lines.map((cells) => {
    const line: Line = {}
    for (const [at, field] of fields.entries()) {
      const value = field && readCell(field, cells[at] ?? '')
      if (field && value !== undefined) line[field] = value
    }
    return line
  })
}

function readCell(field: Field, cell: string): unknown {
  const text = cell.normalize('NFKC').trim()
  switch (field) {
    case 'detection':
    case 'recording':
    case 'clearImages':
      return answerOf(text)
    case 'honorific':
      return text === '' ? undefined : honorificOf(text)
    case 'bed':
      return text === '' ? undefined : Number(text)
    case 'from':
    case 'answeredOn':
      return dayOf(text)
    default:
      return cell.trim()
  }
}

function honorificOf(text: string): string {
  const known = HONORIFICS.find((one) =>
    [one, ...Object.values(words).map((names) => names[`honorific-${one}`])].some(
      (name) => plainHeading(name) === plainHeading(text),
    ),
  )
  return known ?? text
}

/** A template file with all headings and one example line. */
export function templateCsv(language: Language): string {
  const texts = words[language]
  const example: Record<Field, string> = {
    kana: texts['example-kana'],
    ...{ name: texts['example-name'], honorific: texts['honorific-sama'], careNote: texts['example-note'] },
    ...{ room: '201', bed: '1', from: '2026-11-01', detection: texts.yes, recording: texts.yes },
    ...{ clearImages: texts.no, answeredOn: '2026-11-01', answeredBy: texts['example-signer'] },
  }
  const columns = FIELDS.map((field) => ({
    header: texts[`csv-${field}`],
    csv: (row: Record<Field, string>) => row[field],
  }))
  return toCsv(columns, [example])
}
