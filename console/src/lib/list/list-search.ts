/** The state of every list in its address: search, order, page, view. A page adds its own filters. */

/** Undefined means the default, so that a plain address stays plain. */
export type ListSearch<S extends string = string> = {
  text?: string
  sort?: S
  /** Reverses the order of `sort`. */
  turned?: true
  /** Cards or rows, if a list has both; undefined means its default view. */
  view?: 'list'
  /** Starts at 1. */
  page?: number
}

/** The default order: a column and its direction. */
export type ListOrder<S extends string = string> = { column: S; ascending: boolean }

const TEXT_MAX = 80
/** Parameters that do not filter: a tab is another list, `plain` disables the default filter (ALERT-03). */
const SAVED = ['sort', 'turned', 'view', 'page', 'tab', 'tabIndex', 'plain']

/** Parses an address that a person may have typed: drops invalid parts. `sorts`: the sortable columns. */
export function toListSearch<S extends string>(raw: Record<string, unknown>, sorts: readonly S[]): ListSearch<S> {
  const text = textOf(raw.text)
  const sort = sorts.find((known) => known === raw.sort)
  const page = Math.floor(toNumber(raw.page))
  return {
    ...(text && { text }),
    ...(sort && { sort }),
    ...((raw.turned === true || raw.turned === 'true') && { turned: true as const }),
    ...(raw.view === 'list' && { view: 'list' as const }),
    ...(page > 1 && page <= 1_000_000 && { page }),
  }
}

/** The router parses digits as a number; text that no database can store is dropped. */
function textOf(raw: unknown): string {
  if (typeof raw !== 'string' && typeof raw !== 'number') return ''
  return String(raw)
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, TEXT_MAX)
    .replace(/\p{Cs}/gu, '\ufffd')
}

/** Whether the list has filters: then an empty result means "nothing matches". */
export function isNarrowed(search: ListSearch): boolean {
  return Object.entries(search).some(([key, value]) => value !== undefined && !SAVED.includes(key))
}

/** The same list in the same tab, order and view, without filters, from its first page. */
export function withoutNarrowing<T extends ListSearch>({ page: _page, ...search }: T): T {
  return Object.fromEntries(Object.entries(search).filter(([key]) => SAVED.includes(key))) as T
}

/** The current order. `firstWays`: which columns start with the largest or latest. */
export function orderOf<S extends string>(
  search: ListSearch<S>,
  standard: ListOrder<S>,
  descendingFirst: readonly S[],
) {
  const column = search.sort ?? standard.column
  const first = column === standard.column ? standard.ascending : !descendingFirst.includes(column)
  return { column, ascending: search.turned ? !first : first }
}

/** The address after a click on a column's heading: reverses the same column, or starts another in its own direction. */
export function sortedBy<S extends string>(search: ListSearch<S>, standard: ListOrder<S>, column: S) {
  const isSame = (search.sort ?? standard.column) === column
  return {
    sort: column === standard.column ? undefined : column,
    turned: isSame && !search.turned ? (true as const) : undefined,
  }
}

/** As the service accepts them: with a version and a variant. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export function isId(raw: unknown): raw is string {
  return typeof raw === 'string' && UUID.test(raw)
}

/** NaN if invalid: an object in an address may throw on conversion. */
export function toNumber(raw: unknown): number {
  return typeof raw === 'number' || typeof raw === 'string' ? Number(raw) : Number.NaN
}

export function isTrue(raw: unknown): boolean {
  return raw === true || raw === 'true'
}

/** The values of a parameter with several: an array, or text such as `critical,high`. */
function listOf(raw: unknown): readonly unknown[] {
  if (Array.isArray(raw)) return raw
  return typeof raw === 'string' ? raw.split(',') : []
}

/** The known words in an address, in their usual order; null without any. */
export function wordsOf<T extends string>(known: readonly T[], raw: unknown): T[] | null {
  const found = known.filter((word) => listOf(raw).includes(word))
  return found.length > 0 ? found : null
}

/** The ids in an address without duplicates, up to a limit; null without ids. */
export function idsOf(raw: unknown, most: number): string[] | null {
  const ids = listOf(raw).filter(isId)
  return ids.length > 0 ? [...new Set(ids)].slice(0, most) : null
}
