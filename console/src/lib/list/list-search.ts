/** What every list keeps in its address: search, order, page, view. A page adds its own filters. */

/** Left out means the default, so that a plain address stays plain. */
export type ListSearch<S extends string = string> = {
  text?: string
  sort?: S
  /** The order of `sort` turned round. */
  turned?: true
  /** Cards or rows, where a list has both; left out means its own first view. */
  view?: 'list'
  /** From 1, as people count. */
  page?: number
}

/** What orders the list until somebody chooses: a column and its direction. */
export type ListOrder<S extends string = string> = { column: S; ascending: boolean }

const TEXT_MAX = 80
/** What narrows nothing: a tab is another list, `plain` wants no filter by itself (ALERT-03). */
const SAVED = ['sort', 'turned', 'view', 'page', 'tab', 'tabIndex', 'plain']

/** Reads an address that anybody may have typed: what it does not understand is left out. `sorts`: the columns that can be sorted by. */
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

/** The router reads digits as a number; what no database stores as text is left out. */
function textOf(raw: unknown): string {
  if (typeof raw !== 'string' && typeof raw !== 'number') return ''
  return String(raw)
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, TEXT_MAX)
    .toWellFormed()
}

/** Whether anything narrows the list: then an empty answer means "nothing matches". */
export function isNarrowed(search: ListSearch): boolean {
  return Object.entries(search).some(([key, value]) => value !== undefined && !SAVED.includes(key))
}

/** The same list in the same tab, order and view, with nothing narrowed, from its first page. */
export function withoutNarrowing<T extends ListSearch>({ page: _page, ...search }: T): T {
  return Object.fromEntries(Object.entries(search).filter(([key]) => SAVED.includes(key))) as T
}

/** The order in force. `firstWays` says which columns begin with the largest or newest. */
export function orderOf<S extends string>(
  search: ListSearch<S>,
  standard: ListOrder<S>,
  descendingFirst: readonly S[],
) {
  const column = search.sort ?? standard.column
  const first = column === standard.column ? standard.ascending : !descendingFirst.includes(column)
  return { column, ascending: search.turned ? !first : first }
}

/** The address after a click on a column's heading: the same column turns round, another one begins its own way. */
export function sortedBy<S extends string>(search: ListSearch<S>, standard: ListOrder<S>, column: S) {
  const isSame = (search.sort ?? standard.column) === column
  return {
    sort: column === standard.column ? undefined : column,
    turned: isSame && !search.turned ? (true as const) : undefined,
  }
}

/** As the service takes them: with a version and a variant. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export function isId(raw: unknown): raw is string {
  return typeof raw === 'string' && UUID.test(raw)
}

/** NaN for what is none: an object of an address may refuse to become one. */
export function toNumber(raw: unknown): number {
  return typeof raw === 'number' || typeof raw === 'string' ? Number(raw) : Number.NaN
}

export function isTrue(raw: unknown): boolean {
  return raw === true || raw === 'true'
}

/** The ids in an address without duplicates, up to a limit; null without any. */
export function idsOf(raw: unknown, most: number): string[] | null {
  const ids = Array.isArray(raw) ? raw.filter(isId) : []
  return ids.length > 0 ? [...new Set(ids)].slice(0, most) : null
}
