/** The fields of a camera that are needed before its hub tries settings on it. */

import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { isRefused } from '#shared/consent.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

type TryoutCamera = {
  tenantId: string
  agentId: string
  /** The default if an app's settings leave it open. */
  pixelChangePercent: number
  motionDurationSeconds: number
  /** Null until the hub has reported them. */
  runnableApps: string[] | null
  isClearRefused: boolean
}

/** Returns undefined if the scope has no such camera. */
export function readTryoutCamera(
  db: TenantDb,
  scope: ResidentScope,
  cameraId: string,
): Promise<TryoutCamera | undefined> {
  return db.first(sql<TryoutCamera>`
    select c.tenant_id as "tenantId", c.agent_id as "agentId", c.pixel_change_percent as "pixelChangePercent",
      c.motion_duration_seconds as "motionDurationSeconds", a.runnable_apps as "runnableApps", ${isRefused('clear-images')} as "isClearRefused"
    from camera c join agent a on a.tenant_id = c.tenant_id and a.id = c.agent_id
    where c.id = ${cameraId} and ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)}
      and c.deregistered_at is null`)
}
