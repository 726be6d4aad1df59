/** The rows that an administrator manages: own and lower tenants, or all for SUPER_ADMIN outside of a site. */

import type { AuditEntry } from '#platform/auth/audit.ts'
import type { Context } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { found } from '#platform/service-error.ts'
import { hasAccess, requireAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { readUser, type UserRow } from './user.queries.ts'

/** The named tenant, otherwise the current one; a tenant out of reach counts as not found. */
export function placeInReach({ actor }: Context, named: string | undefined): string {
  const tenantId = named ?? actor.tenantId
  requireAccess(actor, 'reach the site', tenantId)
  return tenantId
}

/** Reads rows of the tenants in reach; `tenantIds` null: all. */
export function readInReach<T>(
  { actor, db, asPlatform }: Context,
  work: (rows: Statements, tenantIds: readonly string[] | null) => Promise<T>,
): Promise<T> {
  // Users are not resident data: the operator reaches them without connecting to their site.
  if (hasAccess(actor, 'reach all sites')) return asPlatform('users of all sites', (rows) => work(rows, null))
  return work(db, actor.tenantIds)
}

/** One user whom the actor manages; any other counts as not found. */
export async function readReached(context: Context, id: string): Promise<UserRow> {
  return found(await readInReach(context, (rows, reach) => readUser(rows, reach, id, context.actor)))
}

/** Changes rows of one tenant in reach; any other counts as not found. */
export async function changeInReach<T>(
  { actor, db, asPlatform }: Context,
  tenantId: string,
  work: (rows: Statements) => Promise<T>,
): Promise<T> {
  if (hasAccess(actor, 'reach all sites')) return asPlatform('a user of any site', work)
  requireAccess(actor, 'reach the site', tenantId)
  await db.writeTo(tenantId)
  return work(db)
}

/** Adds to the audit of the changed user's tenant, so that its own administrators see it. */
export async function auditInReach(context: Context, tenantId: string, entry: AuditEntry): Promise<void> {
  const { actor, asPlatform, audit, db } = context
  if (!hasAccess(actor, 'reach all sites')) {
    await db.writeTo(tenantId)
    return audit(entry)
  }
  await asPlatform('audit at the site of the user', (rows) => auditAt(rows, context, tenantId, entry))
}
