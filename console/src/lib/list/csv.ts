/** Records as CSV for spreadsheets: RFC 4180, with a mark that tells Excel it is UTF-8, and no cell that runs. */

import { saveBytes } from '../service/save-file.ts'
import { toShiftJis } from './shift-jis.ts'

export type CsvValue = string | number | boolean | null | undefined
export type CsvColumn<T> = { header: string; csv: (row: T) => CsvValue }

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

export type CsvEncoding = 'utf-8' | 'shift_jis'

type Page<T> = { records: T[]; totalCount: number }
/** `after`: the records behind this id, in the order of ids. */
export type Asked = { pageNumber: number; pageSize: number; after?: string }
type Ask<T> = (page: Asked) => Promise<Page<T>>
/** What the service hands out at once. */
const PAGE_SIZE = 100
/** Before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * All records that `ask` finds, each once by its id `keyOf`, in the order of the list. Rows move between its pages while others
 * are added, changed and deleted, but no id changes: records that the pages missed are found by their ids, and come last.
 */
export async function readAll<T>(ask: Ask<T>, keyOf: (row: T) => string): Promise<T[]> {
  const all = new Map<string, T>()
  for (let pageNumber = 0; ; pageNumber++) {
    const { records, totalCount } = await ask({ pageNumber, pageSize: PAGE_SIZE })
    for (const record of records) all.set(keyOf(record), record)
    if (records.length < PAGE_SIZE || (pageNumber + 1) * PAGE_SIZE >= totalCount) break
  }
  // One statement read all of it.
  if (all.size < PAGE_SIZE) return [...all.values()]
  for (let after = FIRST; ; ) {
    const { records } = await ask({ pageNumber: 0, pageSize: PAGE_SIZE, after })
    for (const record of records) if (!all.has(keyOf(record))) all.set(keyOf(record), record)
    const last = records.at(-1)
    if (last === undefined || records.length < PAGE_SIZE || keyOf(last) <= after) return [...all.values()]
    after = keyOf(last)
  }
}

/** Hands a text to the browser as a file to keep; for programs that read no UTF-8 in Shift_JIS. */
export function download(name: string, text: string, encoding: CsvEncoding = 'utf-8'): void {
  const bytes = encoding === 'utf-8' ? text : toShiftJis(text.replace(BYTE_ORDER_MARK, ''))
  saveBytes(new Blob([bytes], { type: `text/csv;charset=${encoding}` }), name)
}
