/** The kind of a tenant, and the organization or site of a call that may name one. */
import type { TenantKind } from '@mimamori/contract/site/site-lists.ts'
import type { Context } from '#platform/context.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { hasAccess, requireAccess } from './access.ts'

/**
 * The named tenant, otherwise the current one. Throws `site-needed` outside of any site, and `not-found` for a tenant
 * out of reach.
 */
export function placeOf({ actor }: Pick<Context, 'actor'>, named: string | undefined): string {
  const isOperator = hasAccess(actor, 'reach all sites')
  const tenantId = named ?? actor.tenantId
  if (isOperator && tenantId === OPERATOR_TENANT_ID) throw fail('site-needed')
  requireAccess(actor, 'reach the site', tenantId)
  return tenantId
}

/** Returns undefined if there is no such tenant. */
export async function readTenantKind(db: Statements, tenantId: string): Promise<TenantKind | undefined> {
  const row = await db.first(sql<{ kind: TenantKind }>`select kind from tenant where id = ${tenantId}`)
  return row?.kind
}

/** Whether it is a site, which has units, cameras and people on duty, and not an organization. */
export async function isSite(db: Statements, tenantId: string): Promise<boolean> {
  return (await readTenantKind(db, tenantId)) === 'site'
}
