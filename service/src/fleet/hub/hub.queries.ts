/** All statements about hubs themselves, the settings of their cameras, and their uploads. */
import type { MediaKind } from '@mimamori/contract/footage/media.ts'
import { type RecordingRule, UPLOAD_ALL } from '@mimamori/contract/footage/recording-on-hub.ts'
import type { Hub } from '#platform/context.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { isRefused } from '#shared/consent.ts'

export type AgentKey = {
  id: string
  tenantId: string
  keyHash: Buffer
  /** The hash of the previous key, while it is still accepted. */
  previousKeyHash: Buffer | null
  /** ISO text. */
  previousKeyUntil: string | null
}

/**
 * Hubs of a site that is marked for deletion stay connected: they receive its settings, in which every camera is off.
 */
const isOpen = sql`(t.disabled_at is null or exists (select from tenant_deletion d where d.tenant_id = t.id))`

/** The hub with this public id, unless its key was revoked or its site is closed. */
export function findAgentKey(db: PlatformDb, publicId: string, now: Date): Promise<AgentKey | undefined> {
  return db.first(sql<AgentKey>`
    select a.id, a.tenant_id as "tenantId", a.key_hash as "keyHash",
      case when a.previous_key_until > ${now} then a.previous_key_hash end as "previousKeyHash",
      a.previous_key_until as "previousKeyUntil"
    from agent a join tenant t on t.id = a.tenant_id
    where a.public_id = ${publicId} and a.revoked_at is null and ${isOpen}`)
}

/** Records that the hub presented its key. Returns whether it did so for the first time. */
export async function markPresented(
  db: PlatformDb,
  agent: Pick<AgentKey, 'id' | 'tenantId'>,
  says: { version: string; hostname: string },
  now: Date,
): Promise<boolean> {
  const row = await db.first(sql<{ before: string }>`
    with old as (
      select registration_status from agent where tenant_id = ${agent.tenantId} and id = ${agent.id} for update
    )
    update agent a set version = ${says.version}, hostname = ${says.hostname}, last_active_at = ${now}, updated_at = ${now},
      registration_status =
        case old.registration_status when 'CREATED' then 'REGISTRATION_INITIATED' else old.registration_status end
    from old where a.tenant_id = ${agent.tenantId} and a.id = ${agent.id}
    returning old.registration_status as before`)
  return row?.before === 'CREATED'
}

/**
 * The hubs of the installation that may act: tenant and id with the valid generation. Returned as one text: thousands
 * of rows, twice a second, would cost more than their content.
 */
export async function activeHubs(db: PlatformDb): Promise<Map<string, number>> {
  const row = await db.first(sql<{ hubs: string | null }>`
    select string_agg(a.tenant_id || ' ' || a.id || '=' || a.generation, ',') as hubs
    from agent a join tenant t on t.id = a.tenant_id
    where a.revoked_at is null and ${isOpen}`)
  const pairs = row?.hubs?.split(',') ?? []
  return new Map(pairs.map((pair) => [pair.slice(0, NAME_LENGTH), Number(pair.slice(NAME_LENGTH + 1))]))
}

/** Two ids separated by a space. */
const NAME_LENGTH = 36 + 1 + 36

/** Networks that may contain the site's cameras, as CIDR. */
export async function cameraNetworks(db: TenantDb, hub: Hub): Promise<string[]> {
  const row = await db.first(sql<{ networks: string[] }>`
    select camera_networks as networks from tenant where id = ${hub.tenantId}`)
  return row?.networks ?? []
}

/** Where the site's recordings are stored, and for how long. */
export async function recordingRule(db: TenantDb, hub: Hub): Promise<RecordingRule> {
  const row = await db.first(sql<RecordingRule>`
    select recording_place as place, recording_days as days, recording_gigabytes as gigabytes
    from tenant where id = ${hub.tenantId}`)
  return row ?? UPLOAD_ALL
}

/** Changes whenever the hub's desired settings of cameras, networks or recordings change. */
export async function desiredFingerprint(db: PlatformDb, hub: Hub): Promise<string> {
  const row = await db.first(sql<{ print: string }>`
    select coalesce(md5(string_agg(id::text || desired_version, ',' order by id)), '') ||
      (select (camera_networks, recording_place, recording_days, recording_gigabytes)::text
        from tenant where id = ${hub.tenantId}) as print
    from camera where tenant_id = ${hub.tenantId} and agent_id = ${hub.id}`)
  return row!.print
}

type ChangedCamera = { id: string; unitId: string | null }

/** Records that the hub acknowledged its settings. Returns whether it did so for the first time. */
export async function markComplete(db: TenantDb, hub: Hub, now: Date): Promise<boolean> {
  const rows = await db.run(sql`
    update agent set registration_status = 'REGISTRATION_COMPLETE', updated_at = ${now}
    where tenant_id = ${hub.tenantId} and id = ${hub.id} and registration_status <> 'REGISTRATION_COMPLETE'`)
  return rows > 0
}

/** The camera, if this hub watches it. */
export function ownCamera(db: TenantDb, hub: Hub, cameraId: string): Promise<ChangedCamera | undefined> {
  return db.first(sql<ChangedCamera>`
    select id, unit_id as "unitId" from camera
    where tenant_id = ${hub.tenantId} and agent_id = ${hub.id} and id = ${cameraId}`)
}

/** Whether a resident of its room refused recording. */
export async function isUnrecorded(db: TenantDb, tenantId: string, cameraId: string): Promise<boolean> {
  const row = await db.first(sql`
    select from camera c where c.tenant_id = ${tenantId} and c.id = ${cameraId} and ${isRefused('recording')}`)
  return row !== undefined
}

/** Whether a file with this id was uploaded. */
export async function isUploaded(db: TenantDb, tenantId: string, mediaId: string): Promise<boolean> {
  const row = await db.first(sql<object>`select from media where tenant_id = ${tenantId} and id = ${mediaId}`)
  return row !== undefined
}

export type Upload = {
  id: string
  cameraId: string
  kind: MediaKind
  contentType: 'image/jpeg' | 'video/mp4'
  bytes: number
  /** In hex; null if nobody compares it. */
  sha256: string | null
  takenAt: Date
}

export async function insertUpload(db: TenantDb, tenantId: string, of: Upload, now: Date): Promise<void> {
  await db.run(sql`
    insert into media (tenant_id, id, kind, camera_id, content_type, bytes, sha256, taken_at, created_at)
    values (${tenantId}, ${of.id}, ${of.kind}, ${of.cameraId}, ${of.contentType}, ${of.bytes}, ${of.sha256},
      ${of.takenAt}, ${now})
    on conflict (tenant_id, id) do nothing`)
}

/**
 * Makes a frame the camera's latest, unless a newer one is there, or the camera has privacy and its hub has not put that
 * in force: then the frame was taken under former settings. Answers whether it became it.
 */
export async function showFrame(db: TenantDb, hub: Hub, frame: Upload): Promise<boolean> {
  const rows = await db.run(sql`
    update camera set latest_frame_media_id = ${frame.id}, latest_frame_at = ${frame.takenAt}
    where tenant_id = ${hub.tenantId} and agent_id = ${hub.id} and id = ${frame.cameraId}
      and (latest_frame_at is null or latest_frame_at <= ${frame.takenAt})
      and (not is_privacy_on and masks = '[]' or reported_version >= desired_version)`)
  return rows > 0
}

/** Deletes stored frames of the camera that nothing refers to any more, and returns their ids. */
export async function dropOldFrames(db: TenantDb, hub: Hub, cameraId: string, storedBefore: Date): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    delete from media m using camera c
    where m.tenant_id = ${hub.tenantId} and m.camera_id = ${cameraId} and m.kind = 'frame'
      and m.created_at < ${storedBefore} and c.tenant_id = m.tenant_id and c.id = m.camera_id
      and c.latest_frame_media_id is distinct from m.id
    returning m.id`)
  return rows.map(({ id }) => id)
}
