/** Records as CSV for spreadsheets: RFC 4180, with a mark that tells Excel it is UTF-8, and no cell that runs. */

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

type Page<T> = { records: T[]; totalCount: number }
/** What the service hands out at once. */
const PAGE_SIZE = 100

/** Reads of a list that changes all the time. */
const PASSES_MAX = 5

/**
 * All records that `ask` finds, a hundred at a time, each once by its key. When the list changed meanwhile, rows may have
 * moved between pages: then it is read again, so that none is missing.
 */
export async function readAll<T>(
  ask: (page: { pageNumber: number; pageSize: number }) => Promise<Page<T>>,
  keyOf: (row: T) => string,
): Promise<T[]> {
  const all = new Map<string, T>()
  for (let pass = 1; ; pass++) {
    const { records, isSteady } = await readPass(ask, keyOf)
    for (const [key, record] of records) all.set(key, record)
    if (isSteady || pass === PASSES_MAX) return [...all.values()]
  }
}

async function readPass<T>(
  ask: (page: { pageNumber: number; pageSize: number }) => Promise<Page<T>>,
  keyOf: (row: T) => string,
) {
  const records = new Map<string, T>()
  const counts = new Set<number>()
  for (let pageNumber = 0; ; pageNumber++) {
    const page = await ask({ pageNumber, pageSize: PAGE_SIZE })
    counts.add(page.totalCount)
    for (const record of page.records) records.set(keyOf(record), record)
    if (page.records.length < PAGE_SIZE || (pageNumber + 1) * PAGE_SIZE >= page.totalCount)
      return { records, isSteady: counts.size === 1 && records.size === page.totalCount }
  }
}

/** Hands a text to the browser as a file to keep. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the bytes by the time that the click returns, Safari a little later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
