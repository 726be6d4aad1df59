/** The text side of bulk registration: bytes to text, text to rows, headings in any language to fields. CAM-07. */
import words from 'virtual:every-language/camera-field'
import Papa from 'papaparse'
import type { Language } from '#lib/browser/language.ts'
import { toCsv } from '#lib/list/csv.ts'

/** Columns of the template in their order; masks, subscribers and escalations are chosen on pictures and in lists, not in a file. */
export const CSV_FIELDS = [
  'name',
  'description',
  'type',
  'brand',
  'model',
  'streamUrl',
  'streamingId',
  'location',
  'locationType',
  'unitId',
  'tagIds',
  'shiftIds',
  'agentId',
  'username',
  'password',
  'vendor',
  'installationDate',
  'width',
  'height',
  'frameRate',
  'angle',
  'sensitivity',
  'pixelChangePercent',
  'sequenceDurationSeconds',
  'motionDurationSeconds',
  'imageDurationSeconds',
  'placementAngleDegrees',
  'placementHeightCm',
  'roomSizeM2',
  'ipAddress',
  'macId',
  'connection',
  'ssid',
  'signalStrengthDbm',
  'channel',
  'isPrivacyOn',
  'privacyLevel',
  'isInactiveAlertOn',
  'inactiveAlertMinutes',
  'isExternalAlertOn',
  'unitCode',
  'resCode',
  'axisApplication',
  'extraConfig',
] as const satisfies (keyof (typeof words)[Language])[]
export type CsvField = (typeof CSV_FIELDS)[number]

/** What the service takes at once. */
export const ROWS_MAX = 500
export const FILE_BYTES_MAX = 2_000_000

/** One line of the file: as typed, by field. */
export type CsvCells = Partial<Record<CsvField, string>>

export type CsvFile = {
  headings: string[]
  /** Lines under the headings, without empty ones; each as long as the headings. */
  lines: string[][]
}

/** Files of Japanese spreadsheets are Shift_JIS as often as UTF-8, with its mark or without. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('shift_jis').decode(bytes)
  }
}

/** Commas, semicolons or tabs, quoted cells with line breaks: as spreadsheets write them. */
export function parseCsv(text: string): CsvFile {
  const { data } = Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
  })
  const [headings = [], ...lines] = data
  return {
    headings: headings.map((heading) => heading.trim()),
    lines: lines.map((line) => headings.map((_, at) => withoutGuard(line[at] ?? '').trim())),
  }
}

/** For each column of the file the field that its heading names, or null; a field is given away once. */
export function mapHeadings(headings: readonly string[]): (CsvField | null)[] {
  const taken = new Set<CsvField>()
  return headings.map((heading) => {
    const field = FIELD_OF_HEADING.get(normal(heading))
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** The lines by field; columns without one are left out. */
export function toCells(file: CsvFile, mapping: readonly (CsvField | null)[]): CsvCells[] {
  return file.lines.map((line) => {
    const cells: CsvCells = {}
    for (const [at, field] of mapping.entries()) if (field) cells[field] = line[at] ?? ''
    return cells
  })
}

/** A file with every heading and the example lines, to be filled in; opens in Excel in every language. */
export function templateCsv(language: Language, examples: readonly CsvCells[]): string {
  const names = words[language]
  const columns = CSV_FIELDS.map((field) => ({ header: names[field], csv: (row: CsvCells) => row[field] ?? '' }))
  return toCsv(columns, examples)
}

/** Ours and other exports put an apostrophe before what a spreadsheet would take for a formula. */
function withoutGuard(cell: string): string {
  return /^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}

/** Case, width, blanks, brackets and marks of required fields do not tell headings apart; units in brackets may be missing. */
function normal(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/[\s*_\-・:]/g, '')
}

const FIELD_OF_HEADING = new Map<string, CsvField>(
  CSV_FIELDS.flatMap((field) => [
    [normal(field), field] as const,
    ...Object.values(words).map((names) => [normal(names[field]), field] as const),
  ]),
)
