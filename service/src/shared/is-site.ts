/** What kind of tenant an id names. */
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** Whether it is a site, which has units, cameras and people on duty, and no organisation. */
export async function isSite(db: Statements, tenantId: string): Promise<boolean> {
  return (await db.first(sql<{ kind: string }>`select kind from tenant where id = ${tenantId}`))?.kind === 'site'
}
