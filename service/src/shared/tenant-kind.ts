/** The kind of a tenant. */
import type { TenantKind } from '@mimamori/contract/site/tenant-lists.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** Returns undefined if there is no such tenant. */
export async function readTenantKind(db: Statements, tenantId: string): Promise<TenantKind | undefined> {
  const row = await db.first(sql<{ kind: TenantKind }>`select kind from tenant where id = ${tenantId}`)
  return row?.kind
}

/** Whether it is a site, which has units, cameras and people on duty, and not an organization. */
export async function isSite(db: Statements, tenantId: string): Promise<boolean> {
  return (await readTenantKind(db, tenantId)) === 'site'
}
