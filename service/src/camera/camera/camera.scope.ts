/** Cameras to change: within the user's reach, one site at a time, and locked. */

import type { Context } from '#platform/context.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail, found } from '#platform/service-error.ts'
import { inTenants, inUnits, residentScope } from '#shared/resident-scope.ts'

type Held = { id: string; tenantId: string; unitId: string | null; version: number }

/**
 * Locks the cameras and makes their site the writable one. All of them, or throws `not-found`; cameras of several sites
 * at once cause `site-needed`.
 */
export async function lockInScope(
  { actor, db }: Pick<Context, 'actor' | 'db'>,
  ids: readonly string[],
): Promise<Held[]> {
  const scope = found(residentScope(actor))
  const held = await db.rows(sql<Held>`
    select c.id, c.tenant_id as "tenantId", c.unit_id as "unitId", c.version from camera c
    where ${inTenants(sql`c.tenant_id`, scope)} and c.id = any(${ids}::uuid[]) and ${inUnits(sql`c.unit_id`, scope)}
      and c.deregistered_at is null
    order by c.id`)
  if (held.length < new Set(ids.map((id) => id.toLowerCase())).size) throw fail('not-found')
  const { tenantId } = held[0]!
  if (held.some((each) => each.tenantId !== tenantId)) throw fail('site-needed')
  await db.writeTo(tenantId)
  // Only now, because locking needs the right to write. A camera removed meanwhile is missing.
  const locked = await db.rows(sql<{
    version: number
  }>`select version from camera where tenant_id = ${tenantId} and id = any(${ids}::uuid[])
    and deregistered_at is null order by id for update`)
  if (locked.length < held.length) throw fail('not-found')
  return held.map((each, index) => ({ ...each, version: locked[index]!.version }))
}
