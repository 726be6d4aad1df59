/** Reading a whole list while it changes: pages continue behind the id of the last row, in the order of ids. */

import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import { type Sql, sql } from './sql.ts'

type Page = Pick<PageQuery, 'pageNumber' | 'pageSize' | 'after'>

/** Whether a row comes behind the last one. Without a key: true. */
export function isBehind(id: Sql, { after }: Pick<Page, 'after'>): Sql {
  return after === undefined ? sql`true` : sql`${id} > ${after}::uuid`
}

/** The order of ids behind a key, otherwise the other one. */
export function keyedOrder(id: Sql, { after }: Pick<Page, 'after'>, order: Sql): Sql {
  return after === undefined ? order : id
}

/** Rows to skip before the page. */
export function skippedOf({ pageNumber, pageSize, after }: Page): number {
  return after === undefined ? pageNumber * pageSize : 0
}
