/** The statements of live viewing. */
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database.ts'
import { inTenants, inUnits, type ResidentScope } from '#platform/resident-scope.ts'

export type LiveCamera = {
  tenantId: string
  hubId: string
  status: string
  isLiveStreamingEnabled: boolean
  streamingRestrictionMinutes: number | null
}

/** The camera, if it is in the user's scope, with what its site allows. */
export function findLiveCamera(db: TenantDb, scope: ResidentScope, cameraId: string): Promise<LiveCamera | undefined> {
  return db.first(sql<LiveCamera>`
    select c.tenant_id as "tenantId", c.agent_id as "hubId", c.status,
      t.is_live_streaming_enabled as "isLiveStreamingEnabled",
      t.streaming_restriction_minutes as "streamingRestrictionMinutes"
    from camera c join tenant t on t.id = c.tenant_id
    where ${inTenants(sql`c.tenant_id`, scope)} and c.id = ${cameraId} and ${inUnits(sql`c.unit_id`, scope)}`)
}
