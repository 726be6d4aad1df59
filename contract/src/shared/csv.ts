/** Records as CSV for spreadsheets: RFC 4180, with a mark that tells Excel it is UTF-8, and no cell that runs; or in Shift_JIS. */

export type CsvValue = string | number | boolean | null | undefined
export type CsvColumn<T> = { header: string; csv: (row: T) => CsvValue }

export const CSV_ENCODINGS = ['utf-8', 'shift_jis'] as const
export type CsvEncoding = (typeof CSV_ENCODINGS)[number]

const BYTE_ORDER_MARK = '\uFEFF'
/** What makes a spreadsheet take text for a formula. https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** One line per record under one line of headings. */
export function toCsv<T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string {
  const lines = [
    columns.map(({ header }) => cell(header)),
    ...rows.map((row) => columns.map(({ csv }) => cell(csv(row)))),
  ]
  return `${BYTE_ORDER_MARK}${lines.map((line) => `${line.join(',')}\r\n`).join('')}`
}

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of `toCsv` as bytes; what Shift_JIS lacks is `〓`. REACH-80. */
export function csvBytes(text: string, encoding: CsvEncoding): Uint8Array<ArrayBuffer> {
  return encoding === 'utf-8' ? new TextEncoder().encode(text) : toShiftJis(text.replace(BYTE_ORDER_MARK, ''))
}

/** Printed for a character that Shift_JIS lacks: the geta mark, as printers set it. */
const MISSING = '〓'
/** What JIS X 0208 writes with other characters than Unicode's of the same look. */
const ALIKE: Record<string, string> = { '—': '―', '−': '－', '〜': '～', '‖': '∥', '¢': '￠', '£': '￡', '¬': '￢' }

let table: Map<string, readonly number[]> | null = null

/** By the platform's own table, CP932. */
function toShiftJis(text: string): Uint8Array<ArrayBuffer> {
  table ??= readTable()
  const bytesOf = (character: string) => table!.get(character) ?? table!.get(ALIKE[character] ?? MISSING)!
  return Uint8Array.from([...text.normalize('NFC')].flatMap((character) => [...bytesOf(character)]))
}

/** What each byte and each pair of bytes decodes to; of several pairs the first one counts. */
function readTable(): Map<string, readonly number[]> {
  const decoder = new TextDecoder('shift_jis')
  const found = new Map<string, readonly number[]>()
  const note = (bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if ([...character].length === 1 && character !== '\uFFFD' && !found.has(character)) found.set(character, bytes)
  }
  for (let byte = 0; byte < 0xe0; byte++) note([byte])
  for (let lead = 0x81; lead < 0xfd; lead++) for (let trail = 0x40; trail < 0xfd; trail++) note([lead, trail])
  return found
}
