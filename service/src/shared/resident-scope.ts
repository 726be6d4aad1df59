/** What a user may see of residents' data: one rule for alerts, cameras, units and media. domain.md, "Who may do what". */

import type { Actor } from '#platform/auth/session.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { hasAccess } from './access.ts'

/** Rows of these tenants; of these units alone, or of all (and of none) when null. */
export type ResidentScope = { tenantIds: readonly string[]; unitIds: readonly string[] | null }

/**
 * The scope of a user, restricted to the wanted units if given. Null: nothing, as for SUPER_ADMIN outside of a
 * connected site and for RESTRICTED_USER without a unit.
 */
export function residentScope(
  actor: Pick<Actor, 'role' | 'tenantIds' | 'unitIds' | 'isImpersonating'>,
  wantedUnitIds: readonly string[] = [],
): ResidentScope | null {
  if (hasAccess(actor, 'reach all sites')) return null
  if (actor.role === 'RESTRICTED_USER' && actor.unitIds === null) return null
  const { tenantIds, unitIds } = actor
  if (wantedUnitIds.length === 0) return { tenantIds, unitIds }
  const wanted = wantedUnitIds.filter((id) => unitIds === null || unitIds.includes(id))
  return wanted.length === 0 ? null : { tenantIds, unitIds: wanted }
}

/** The scope within one of its tenants, where one is wanted; null: it does not reach that one. */
export function ofTenant(scope: ResidentScope | null, wanted: string | undefined): ResidentScope | null {
  if (!scope || wanted === undefined) return scope
  const tenantIds = scope.tenantIds.filter((id) => id === wanted.toLowerCase())
  return tenantIds.length === 0 ? null : { ...scope, tenantIds }
}

/** What the user may see, as one text: a long view compares it to see a change. */
export function rightsText(actor: Actor): string {
  const { role, tenantId, isLiveStreamingEnabled, allowedRanges } = actor
  // The database returns them without a defined order, which changes with unrelated updates.
  const tenantIds = actor.tenantIds.toSorted()
  const unitIds = actor.unitIds?.toSorted() ?? null
  return JSON.stringify([role, tenantId, tenantIds, unitIds, isLiveStreamingEnabled, allowedRanges])
}

/** `column` is a tenant of the scope. A single tenant is compared with `=`: its index then also yields the order. */
export function inTenants(column: Sql, { tenantIds }: ResidentScope): Sql<boolean> {
  return tenantIds.length === 1 ? sql`${column} = ${tenantIds[0]}` : sql`${column} = any(${tenantIds}::uuid[])`
}

/** `column` is a unit of the scope. */
export function inUnits(column: Sql, { unitIds }: ResidentScope): Sql<boolean> {
  return unitIds === null ? sql`true` : sql`${column} = any(${unitIds}::uuid[])`
}
