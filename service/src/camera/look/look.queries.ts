/** The fields of a camera that are needed before its hub turns it. */
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { type LiveSwitches, liveSwitches } from '#shared/live-off.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

type LookCamera = { id: string; tenantId: string; agentId: string; switches: LiveSwitches }

/** Returns undefined if the scope has no such camera. */
export function readLookCamera(db: TenantDb, scope: ResidentScope, cameraId: string): Promise<LookCamera | undefined> {
  return db.first(sql<LookCamera>`
    select c.id, c.tenant_id as "tenantId", c.agent_id as "agentId", ${liveSwitches} as switches
    from camera c
    where c.id = ${cameraId} and ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)}
      and c.deregistered_at is null`)
}
