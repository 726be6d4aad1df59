/** Reads a CSV file that the user selected: bytes to text, text to rows. */
import Papa from 'papaparse'

export type CsvFile = {
  headings: string[]
  /** Lines below the headings, without empty ones; each as long as the headings. */
  lines: string[][]
}

/**
 * An error in a line of a file. `quote-open`: a quoted cell never ends. `quote-text`: text follows the closing quotation mark
 * of a cell. `quote-lines`: a quoted cell contains the end of one row and the start of the next. `columns`: more cells than
 * headings. `character`: invalid bytes.
 */
export type LineError = { line: number; key: 'quote-open' | 'quote-text' | 'quote-lines' | 'columns' | 'character' }

/** Files of Japanese spreadsheets are Shift_JIS as often as UTF-8, with or without a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('shift_jis').decode(bytes)
  }
}

const DELIMITERS = [',', ';', '\t']
/** NUL, and the replacement for invalid bytes. */
const UNREADABLE = ['\u0000', '\uFFFD']

/**
 * Commas, semicolons or tabs, quoted cells with line breaks, as spreadsheets write them. A file with an error may have lost a
 * row inside a cell, so its rows must not be used.
 */
export function parseCsv(text: string): CsvFile & { errors: LineError[] } {
  // A single carriage return also ends a line.
  const input = text.replaceAll(/\r\n?/g, '\n')
  const { delimiter } = Papa.parse(input, {
    ...{ preview: 10, newline: '\n', skipEmptyLines: 'greedy', delimitersToGuess: DELIMITERS },
  }).meta
  const parsed = Papa.parse<string[]>(input, { delimiter, newline: '\n' })
  const rows = numbered(parsed.data).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const headings = (rows[0]?.cells ?? []).map((heading) => heading.trim())
  const width = lastFilled(headings)
  const errors = [
    ...parsed.errors.flatMap(({ code, index = 0 }) => quoteError(code, lineAt(input, index))),
    ...rows.flatMap(({ cells, line }) => rowErrors(cells, { line, width, delimiter })),
    ...input
      .split('\n')
      .flatMap((one, at) =>
        UNREADABLE.some((character) => one.includes(character)) ? [{ line: at + 1, key: 'character' as const }] : [],
      ),
  ]
  return {
    headings,
    lines: rows.slice(1).map(({ cells }) => headings.map((_, at) => withoutGuard(cells[at] ?? '').trim())),
    // Further errors of a line follow from its first one.
    errors: [...new Map(errors.reverse().map((error) => [error.line, error])).values()].sort((a, b) => a.line - b.line),
  }
}

/** Rows with the line number in the file on which each begins. */
function numbered(rows: readonly string[][]): { cells: string[]; line: number }[] {
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
  return /^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}

/** Headings match regardless of case, width, spaces, brackets and marks of required fields; units in brackets are optional. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/[\s*_\-・:]/g, '')
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
  { rowsMax, bytesMax }: { rowsMax: number; bytesMax: number },
): Promise<CsvFile | FileError> {
  if (chosen.size > bytesMax) return { key: 'too-large', count: 0 }
  try {
    const { errors, ...file } = parseCsv(decodeText(new Uint8Array(await chosen.arrayBuffer())))
    if (errors.length > 0) return { key: 'broken', count: errors.length, errors }
    if (file.lines.length > rowsMax) return { key: 'too-many', count: file.lines.length }
    return file.lines.length === 0 ? { key: 'no-rows', count: 0 } : file
  } catch {
    return { key: 'unreadable', count: 0 }
  }
}
