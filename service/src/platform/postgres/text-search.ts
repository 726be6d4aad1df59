/** How statements search in names and order them: by the SQL functions `sought` and `plain`. */
import { type Sql, sql } from './sql.ts'

/** Whether a column contains the typed text, in any width, case and kana, with any blanks. Without a text: true. */
export function contains(columns: readonly Sql[], text: string | null | undefined): Sql {
  const typed = text?.trim()
  if (!typed) return sql`true`
  const found = columns.map((column) => sql`strpos(sought(${column}), (select sought(${typed}))) > 0`)
  return sql`(${sql.join(found, ' or ')})`
}

/** As `contains`, in a column that stores what is sought, such as `search_text`. */
export function storedContains(column: Sql, text: string | null | undefined): Sql {
  const typed = text?.trim()
  return typed ? sql`strpos(${column}, (select sought(${typed}))) > 0` : sql`true`
}

/** The key of an order by name: Japanese order, numbers by their value. */
export const inNameOrder = (column: Sql): Sql => sql`plain(${column}) collate natural_order`
