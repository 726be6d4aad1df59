/** A CSV file that somebody chose: bytes to text, text to rows. */
import Papa from 'papaparse'

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

/** Ours and other exports put an apostrophe before what a spreadsheet would take for a formula. */
function withoutGuard(cell: string): string {
  return /^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}

/** Case, width, blanks, brackets and marks of required fields do not tell headings apart; units in brackets may be missing. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/[\s*_\-・:]/g, '')
}

/** Why a file cannot be taken. */
export type FileError = { key: 'too-large' | 'too-many' | 'no-rows' | 'unreadable'; count: number }

/** Reads a file that somebody chose: rows, or why not. */
export async function readCsvFile(
  chosen: File,
  { rowsMax, bytesMax }: { rowsMax: number; bytesMax: number },
): Promise<CsvFile | FileError> {
  if (chosen.size > bytesMax) return { key: 'too-large', count: 0 }
  try {
    const file = parseCsv(decodeText(new Uint8Array(await chosen.arrayBuffer())))
    if (file.lines.length > rowsMax) return { key: 'too-many', count: file.lines.length }
    return file.lines.length === 0 ? { key: 'no-rows', count: 0 } : file
  } catch {
    return { key: 'unreadable', count: 0 }
  }
}
