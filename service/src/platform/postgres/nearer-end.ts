/** Far pages without the way there: a list that is counted can be read from whichever end is nearer. */

import type { PageQuery } from '@mimamori/contract/shared/page.ts'
export type PageNumber = Pick<PageQuery, 'pageNumber' | 'pageSize' | 'after'>
/** `isBackward`: `offset` counts from the last row, and the order must be turned round to read it. */
export type PagePart = { limit: number; offset: number; isBackward: boolean }

/** Where the rows of a page are among `totalCount`; undefined: it has none. */
export function nearerEnd({ pageNumber, pageSize, after }: PageNumber, totalCount: number): PagePart | undefined {
  if (after !== undefined) return pageSize === 0 ? undefined : { limit: pageSize, offset: 0, isBackward: false }
  const before = pageNumber * pageSize
  const limit = Math.min(pageSize, totalCount - before)
  if (limit <= 0) return undefined
  const behind = totalCount - before - limit
  return behind < before ? { limit, offset: behind, isBackward: true } : { limit, offset: before, isBackward: false }
}
