/** Statements for live viewing. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { isRefused } from '#shared/consent.ts'
import { type LiveSwitches, liveSwitches } from '#shared/live-off.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

export type LiveCamera = {
  tenantId: string
  hubId: string
  status: string
  switches: LiveSwitches
  streamingRestrictionMinutes: number | null
  privacyLevel: DesiredCamera['privacy']['level']
  /** A resident of the room refused clear video. */
  isClearRefused: boolean
  /** Its hub says that it has a small stream of it. */
  hasSmall: boolean
}

/** The camera, if it is in the user's scope, with the limits of its site. */
export function findLiveCamera(db: TenantDb, scope: ResidentScope, cameraId: string): Promise<LiveCamera | undefined> {
  return db.first(sql<LiveCamera>`
    select c.tenant_id as "tenantId", c.agent_id as "hubId", c.status,
      ${liveSwitches} as switches, ${isRefused('clear-images')} as "isClearRefused",
      coalesce(c.reported_settings->>'subStreamUrl', '') <> '' as "hasSmall",
      t.streaming_restriction_minutes as "streamingRestrictionMinutes",
      case when c.is_privacy_on then c.privacy_level else 'none' end as "privacyLevel"
    from camera c join tenant t on t.id = c.tenant_id
    where ${inTenants(sql`c.tenant_id`, scope)} and c.id = ${cameraId} and ${inUnits(sql`c.unit_id`, scope)}
      and c.deregistered_at is null`)
}

/** The place of a watched camera. */
export type WatchedCamera = {
  id: string
  tenantId: string
  unitId: string | null
  hubId: string
  switches: LiveSwitches
  isClearRefused: boolean
}

/** The subset of these cameras that exist. */
export function readWatchedCameras(
  db: PlatformDb,
  cameras: readonly { tenantId: string; cameraId: string }[],
): Promise<WatchedCamera[]> {
  const tenantIds = cameras.map(({ tenantId }) => tenantId)
  const ids = cameras.map(({ cameraId }) => cameraId)
  return db.rows(sql<WatchedCamera>`
    select c.id, c.tenant_id as "tenantId", c.unit_id as "unitId", c.agent_id as "hubId",
      ${liveSwitches} as switches, ${isRefused('clear-images')} as "isClearRefused"
    from unnest(${tenantIds}::uuid[], ${ids}::uuid[]) k (tenant_id, id)
    join camera c on c.tenant_id = k.tenant_id and c.id = k.id and c.deregistered_at is null`)
}
