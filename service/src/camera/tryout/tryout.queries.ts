/** What must be known of a camera before its hub is asked to try settings on it. */

import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

type TryoutCamera = {
  tenantId: string
  agentId: string
  /** What stands in where an app's settings leave it open. */
  pixelChangePercent: number
  motionDurationSeconds: number
  /** Null until the hub has said. */
  runnableApps: string[] | null
}

/** Undefined when there is no such camera in the scope. */
export function readTryoutCamera(
  db: TenantDb,
  scope: ResidentScope,
  cameraId: string,
): Promise<TryoutCamera | undefined> {
  return db.first(sql<TryoutCamera>`
    select c.tenant_id as "tenantId", c.agent_id as "agentId", c.pixel_change_percent as "pixelChangePercent",
      c.motion_duration_seconds as "motionDurationSeconds", a.runnable_apps as "runnableApps"
    from camera c join agent a on a.tenant_id = c.tenant_id and a.id = c.agent_id
    where c.id = ${cameraId} and ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)}
      and c.deregistered_at is null`)
}
