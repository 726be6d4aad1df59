/** Statements of stored images and clips: access, and recorded views. */
import type { MediaKind } from '@mimamori/contract/footage/media.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { aroundClip, isRefused } from '#shared/consent.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

/** `ready`: the file is there in its full size; `damaged`: it has another size or other bytes, or cannot be read. */
export type FileState = 'ready' | 'missing' | 'damaged'
/** `sha256`: of a clip, when it was written; null: not known. */
export type StoredFileRow = { tenantId: string; id: string; bytes: number; sha256: string | null; state: FileState }

export type MediaRow = StoredFileRow & {
  kind: MediaKind
  cameraId: string
  alertId: string | null
  contentType: string
  takenAt: string
  /** No person can be recognized in it. */
  isBlurred: boolean
  /** A resident of the room refused clear video at that time. */
  isClearRefused: boolean
  cameraName: string
  location: string
  /** The site's zone: names of files carry its wall clock. */
  timezone: string
}

/**
 * The image or clip, if the scope reaches its object: a thumbnail or clip by its alert's unit, a frame by its
 * camera's. A clip without its alert is visible to nobody.
 */
export function readMedia(db: TenantDb, scope: ResidentScope, id: string): Promise<MediaRow | undefined> {
  return db.first(sql<MediaRow>`
    select m.id, m.tenant_id as "tenantId", m.bytes::float8 as bytes, m.sha256, m.state, m.kind,
      m.camera_id as "cameraId", m.alert_id as "alertId", m.content_type as "contentType", m.taken_at as "takenAt", m.is_blurred as "isBlurred",
      ${isRefused('clear-images', aroundClip(sql`coalesce(a.occurred_at, m.taken_at)`))} as "isClearRefused", c.name as "cameraName", c.location, t.timezone
    from media m
    join tenant t on t.id = m.tenant_id
    join camera c on c.tenant_id = m.tenant_id and c.id = m.camera_id
    left join alert a on a.tenant_id = m.tenant_id and a.id = m.alert_id
    where ${inTenants(sql`m.tenant_id`, scope)} and m.id = ${id}
      and case when m.kind = 'frame' then ${inUnits(sql`c.unit_id`, scope)}
        else a.id is not null and a.deleted_at is null and ${inUnits(sql`a.unit_id`, scope)} end`)
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

/**
 * Saves the states and returns the alerts that show one of the files. The trigger media_state_changed updates alert and
 * camera.
 */
export function saveStates(db: PlatformDb, files: readonly StoredFileRow[]) {
  return db.rows(sql<{ tenantId: string; alertId: string; unitId: string | null }>`
    with changed as (
      update media m set state = r.state
      from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as r ("tenantId" uuid, id uuid, state text)
      where m.tenant_id = r."tenantId" and m.id = r.id and m.state <> r.state
      returning m.tenant_id, m.alert_id)
    select a.tenant_id as "tenantId", a.id as "alertId", a.unit_id as "unitId"
    from changed c join alert a on a.tenant_id = c.tenant_id and a.id = c.alert_id`)
}

type Orphan = { tenantId: string; id: string }

/** Clips and snapshots that no alert claimed, and frames that are not their camera's latest. Index: media_unclaimed. */
export function lockOrphans(db: PlatformDb, storedBefore: Date, most: number): Promise<Orphan[]> {
  return db.rows(sql<Orphan>`
    select m.tenant_id as "tenantId", m.id from media m
    where m.alert_id is null and m.created_at < ${storedBefore} and not exists (
      select from camera c where c.tenant_id = m.tenant_id and c.id = m.camera_id and c.latest_frame_media_id = m.id)
    order by m.created_at limit ${most} for update of m skip locked`)
}

export async function deleteMedia(db: PlatformDb, of: readonly Orphan[]): Promise<void> {
  if (of.length === 0) return
  await db.run(sql`
    delete from media m using jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as r ("tenantId" uuid, id uuid)
    where m.tenant_id = r."tenantId" and m.id = r.id`)
}
