/** What kind of tenant an id names. */
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** Undefined: there is none of that id. */
export async function readTenantKind(db: Statements, tenantId: string): Promise<'organisation' | 'site' | undefined> {
  const row = await db.first(sql<{ kind: 'organisation' | 'site' }>`select kind from tenant where id = ${tenantId}`)
  return row?.kind
}

/** Whether it is a site, which has units, cameras and people on duty, and no organisation. */
export async function isSite(db: Statements, tenantId: string): Promise<boolean> {
  return (await readTenantKind(db, tenantId)) === 'site'
}
