/** Reads a table that the user selected, a CSV file or an Excel workbook: bytes to text, text to rows. */
import Papa from 'papaparse'
import { decodeText } from './decode-text.ts'

export type CsvFile = {
  headings: string[]
  /** Lines below the headings, without empty ones; each as long as the headings. */
  lines: string[][]
  /** For each of `lines` its number in the file. */
  numbers: number[]
}

/**
 * An error in a line of a file. `quote-open`: a quoted cell never ends. `quote-text`: text follows the closing quotation mark
 * of a cell. `quote-lines`: a quoted cell contains the end of one row and the start of the next. `columns`: more cells than
 * headings. `character`: invalid bytes.
 */
export type LineError = { line: number; key: 'quote-open' | 'quote-text' | 'quote-lines' | 'columns' | 'character' }

const DELIMITERS = [',', ';', '\t']
/** NUL, and the replacement for invalid bytes. */
const UNREADABLE = ['\u0000', '\uFFFD']

/** Rows from the top of a file among which its headings are searched: titles and dates often stand above them. */
const TITLES_MAX = 20

export type IsHeading = (cell: string) => boolean
type Row = { cells: string[]; line: number }

/**
 * Commas, semicolons or tabs, quoted cells with line breaks, as spreadsheets write them. A file with an error may have lost a
 * row inside a cell, so its rows must not be used. `isHeading`: the headings are the row that has most of them.
 */
export function parseCsv(text: string, isHeading: IsHeading = () => false): CsvFile & { errors: LineError[] } {
  // A single carriage return also ends a line. Excel's `sep=` line becomes empty, so that lines keep their numbers.
  const whole = text.replaceAll(/\r\n?/g, '\n')
  const [mark, named] = /^\uFEFF?"?sep=(.)"?[,;\t]*(?=\n)/i.exec(whole) ?? ['']
  const input = whole.slice(mark.length)
  const delimiter = named ?? guessDelimiter(input, isHeading)
  const parsed = Papa.parse<string[]>(input, { delimiter, newline: '\n' })
  const { headings, below } = toTable(numbered(parsed.data), isHeading)
  const width = lastFilled(headings)
  const errors = [
    ...parsed.errors.flatMap(({ code, index = 0 }) => quoteError(code, lineAt(input, index))),
    ...below.flatMap(({ cells, line }) => rowErrors(cells, { line, width, delimiter })),
    ...unreadableIn(input),
  ]
  return {
    ...fileOf(headings, below),
    // Further errors of a line follow from its first one.
    errors: [...new Map(errors.reverse().map((error) => [error.line, error])).values()].sort((a, b) => a.line - b.line),
  }
}

function unreadableIn(input: string): LineError[] {
  return input
    .split('\n')
    .flatMap((one, at) =>
      UNREADABLE.some((character) => one.includes(character)) ? [{ line: at + 1, key: 'character' as const }] : [],
    )
}

/** The one that finds most headings; without known headings the one that Papa finds most regular. */
function guessDelimiter(input: string, isHeading: IsHeading): string {
  const found = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(input, { delimiter, newline: '\n', preview: TITLES_MAX })
    return { delimiter, count: Math.max(0, ...data.map((cells) => cells.filter(isHeading).length)) }
  }).reduce((a, b) => (b.count > a.count ? b : a))
  if (found.count > 0) return found.delimiter
  return Papa.parse(input, { preview: 10, newline: '\n', skipEmptyLines: 'greedy', delimitersToGuess: DELIMITERS }).meta
    .delimiter
}

/** The headings, and the rows below them without empty ones. */
function toTable(all: readonly Row[], isHeading: IsHeading): { headings: string[]; below: Row[] } {
  const rows = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const counts = rows.slice(0, TITLES_MAX).map(({ cells }) => cells.filter(isHeading).length)
  const at = Math.max(0, counts.indexOf(Math.max(0, ...counts)))
  return { headings: (rows[at]?.cells ?? []).map((heading) => heading.trim()), below: rows.slice(at + 1) }
}

function fileOf(headings: string[], below: readonly Row[]): CsvFile {
  return {
    headings,
    lines: below.map(({ cells }) => headings.map((_, at) => withoutGuard(cells[at] ?? '').trim())),
    numbers: below.map(({ line }) => line),
  }
}

/** The first sheet of an Excel workbook. */
async function readWorkbook(chosen: File, isHeading: IsHeading): Promise<CsvFile> {
  const { readSheet } = await import('read-excel-file/universal')
  const rows = (await readSheet(chosen)).map((cells, at) => ({ cells: cells.map(cellText), line: at + 1 }))
  const { headings, below } = toTable(rows, isHeading)
  return fileOf(headings, below)
}

/** All rows of a text, without known headings; cells that were copied from a spreadsheet have tabs between them. */
export function parseRows(text: string): { rows: string[][]; errors: LineError[] } {
  const input = text.replaceAll(/\r\n?/g, '\n')
  const delimiter = input.includes('\t') ? '\t' : guessDelimiter(input, () => false)
  const parsed = Papa.parse<string[]>(input, { delimiter, newline: '\n' })
  const errors = parsed.errors.flatMap(({ code, index = 0 }) => quoteError(code, lineAt(input, index)))
  return { rows: parsed.data.map((cells) => cells.map(withoutGuard)), errors: [...errors, ...unreadableIn(input)] }
}

/** Reads the rows of all sheets of a selected file; a CSV file is one sheet. */
export async function readSheets(chosen: File, bytesMax: number): Promise<{ sheets: string[][][] } | FileError> {
  if (chosen.size > bytesMax) return { key: 'too-large', count: 0 }
  try {
    const bytes = new Uint8Array(await chosen.arrayBuffer())
    if (isWorkbook(bytes)) {
      const { default: readExcel } = await import('read-excel-file/universal')
      return { sheets: (await readExcel(chosen)).map(({ data }) => data.map((cells) => cells.map(cellText))) }
    }
    const { rows, errors } = parseRows(decodeText(bytes))
    return errors.length > 0 ? { key: 'broken', count: errors.length, errors } : { sheets: [rows] }
  } catch {
    return { key: 'unreadable', count: 0 }
  }
}

const isWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Days of a workbook are midnights in UTC. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
}

/** Rows with the line number in the file on which each begins. */
function numbered(rows: readonly string[][]): Row[] {
  let line = 1
  return rows.map((cells) => {
    const begin = line
    line += 1 + cells.reduce((sum, cell) => sum + breaksIn(cell), 0)
    return { cells, line: begin }
  })
}

const breaksIn = (text: string): number => text.split('\n').length - 1
const lineAt = (text: string, index: number): number => 1 + breaksIn(text.slice(0, index))
const lastFilled = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1

function quoteError(code: string, line: number): LineError[] {
  if (code === 'MissingQuotes') return [{ line, key: 'quote-open' }]
  return code === 'InvalidQuotes' ? [{ line, key: 'quote-text' }] : []
}

function rowErrors(
  cells: readonly string[],
  { line, width, delimiter }: { line: number; width: number; delimiter: string },
): LineError[] {
  if (cells.some((cell) => holdsRow(cell, delimiter, width))) return [{ line, key: 'quote-lines' }]
  return lastFilled(cells) > width ? [{ line, key: 'columns' }] : []
}

/** Two missing quotation marks in the same column turn the text between them into one cell with a whole row of delimiters. */
function holdsRow(cell: string, delimiter: string, width: number): boolean {
  const counts = cell.split('\n').map((line) => line.split(delimiter).length - 1)
  return width > 2 && counts.some((count, at) => at > 0 && counts[at - 1]! + count >= width - 1)
}

/** Many exports, including ours, put an apostrophe before text that a spreadsheet would treat as a formula. */
function withoutGuard(cell: string): string {
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}

/** Headings match regardless of case, width, spaces, brackets and marks of required fields; units in brackets are optional. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^)]*\)|【[^】]*】/g, '')
    .replaceAll(/[\s*_\-・:※]/g, '')
}

/** Why a file is rejected; only `broken` has `errors`. */
export type FileError = {
  key: 'too-large' | 'too-many' | 'no-rows' | 'unreadable' | 'broken'
  count: number
  errors?: LineError[]
}

/** Reads a selected file: returns its rows, or the error. */
export async function readCsvFile(
  chosen: File,
  { rowsMax, bytesMax, isHeading }: { rowsMax: number; bytesMax: number; isHeading: IsHeading },
): Promise<CsvFile | FileError> {
  if (chosen.size > bytesMax) return { key: 'too-large', count: 0 }
  try {
    const bytes = new Uint8Array(await chosen.arrayBuffer())
    const { errors, ...file } = isWorkbook(bytes)
      ? { ...(await readWorkbook(chosen, isHeading)), errors: [] }
      : parseCsv(decodeText(bytes), isHeading)
    if (errors.length > 0) return { key: 'broken', count: errors.length, errors }
    if (file.lines.length > rowsMax) return { key: 'too-many', count: file.lines.length }
    return file.lines.length === 0 ? { key: 'no-rows', count: 0 } : file
  } catch {
    return { key: 'unreadable', count: 0 }
  }
}
