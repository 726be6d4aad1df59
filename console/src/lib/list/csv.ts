/** Reads all pages of a list, and hands a text to the browser as a file. */
import { type CsvEncoding, csvBytes } from '@mimamori/contract/shared/csv.ts'
import { saveBytes } from '../browser/take-away.ts'

export { type CsvColumn, type CsvValue, toCsv } from '@mimamori/contract/shared/csv.ts'

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

/** Hands a text to the browser as a file to keep. */
export function download(name: string, text: string, encoding: CsvEncoding = 'utf-8'): void {
  saveBytes(new Blob([csvBytes(text, encoding)], { type: `text/csv;charset=${encoding}` }), name)
}
