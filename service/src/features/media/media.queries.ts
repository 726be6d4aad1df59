/** Statements of stored pictures and clips: which of them a user may see, and who looked at what. */
import type { MediaKind } from '@mimamori/contract/media.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database.ts'
import { inTenants, inUnits, type ResidentScope } from '#platform/resident-scope.ts'

export type MediaRow = {
  id: string
  tenantId: string
  kind: MediaKind
  cameraId: string
  alertId: string | null
  contentType: string
  takenAt: string
  cameraName: string
  location: string
  /** The site's zone: names of files carry its wall clock. */
  timezone: string
}

/**
 * The picture or clip, if the scope reaches what it shows: a thumbnail or clip by its alert's unit, a frame by its
 * camera's. A clip without its alert is nobody's.
 */
export function readMedia(db: TenantDb, scope: ResidentScope, id: string): Promise<MediaRow | undefined> {
  return db.first(sql<MediaRow>`
    select m.id, m.tenant_id as "tenantId", m.kind, m.camera_id as "cameraId", m.alert_id as "alertId",
      m.content_type as "contentType", m.taken_at as "takenAt", c.name as "cameraName", c.location, t.timezone
    from media m
    join tenant t on t.id = m.tenant_id
    join camera c on c.tenant_id = m.tenant_id and c.id = m.camera_id
    left join alert a on a.tenant_id = m.tenant_id and a.id = m.alert_id
    where ${inTenants(sql`m.tenant_id`, scope)} and m.id = ${id}
      and case when m.kind = 'frame' then ${inUnits(sql`c.unit_id`, scope)}
        else a.id is not null and ${inUnits(sql`a.unit_id`, scope)} end`)
}

/** Whether the audit has a view of this object by this user since then. Index: audit_by_object. */
export async function wasViewed(
  db: TenantDb,
  by: { userId: string; objectType: string; objectId: string; since: Date },
): Promise<boolean> {
  const row = await db.first(sql`
    select from audit where tenant_id = ${db.tenantId} and object_type = ${by.objectType} and object_id = ${by.objectId}
      and at > ${by.since} and action = 'media.view' and actor_user_id = ${by.userId} limit 1`)
  return row !== undefined
}
