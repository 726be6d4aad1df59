/** What the searches of all nouns share: the number of the page, and the column that it is sorted by. */
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import type { PageNumber } from '#platform/postgres/nearer-end.ts'
import { fail } from '#platform/service-error.ts'

/** The number of the page in the response: a count alone has no pages. */
export function pageNumberOf({ pageNumber, pageSize }: PageNumber): number {
  return pageSize === 0 ? 0 : pageNumber
}

/** The wanted column of a list, otherwise its first one. Throws `invalid-request` for any other. */
export function sortColumnOf<T extends string>({ sortColumn }: PageQuery, columns: readonly [T, ...T[]]): T {
  const column = columns.find((each) => each === (sortColumn ?? columns[0]))
  if (!column) throw fail('invalid-request', { sortColumn: 'invalid' })
  return column
}

/** Sorted by the first column in ascending order, unless the caller wants another order. */
export function byName<T extends string>(query: PageQuery, columns: readonly [T, ...T[]]) {
  const sortAscending = query.sortColumn === undefined || query.sortAscending
  return { ...query, sortColumn: sortColumnOf(query, columns), sortAscending }
}
