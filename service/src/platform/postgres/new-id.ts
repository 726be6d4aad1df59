/** Ids that are known before their row is. */
import type { Statements } from './database.ts'
import { sql } from './sql.ts'

/** A UUID of version 7: later ones sort later. */
export async function newId(db: Statements): Promise<string> {
  return (await db.first(sql<{ id: string }>`select uuidv7() as id`))!.id
}
