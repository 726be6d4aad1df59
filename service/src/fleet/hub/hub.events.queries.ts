/** Every statement that stores a hub's events. */

import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { PeopleLook } from '@mimamori/contract/camera/people-look.ts'
import type { ClipError } from '@mimamori/contract/fleet/clip-error.ts'
import type { AlertRaised, HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import type { Hub } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** A camera of the hub, as its alerts need it. */
export type WatchedCamera = {
  id: string
  name: string
  location: string
  unitId: string | null
  /** Settings of its apps by their code. */
  apps: Record<string, unknown>
}

/** An alert as a row; what is left out has the table's default. */
export type AlertRow = Pick<AlertRaised, 'cameraId' | 'severity' | 'detections'> & {
  id: string
  activity: AlertRaised['appCode']
  unitId: string | null
  occurredAt: Date
  inferencedBy: 'camera' | 'cloud'
  region: unknown
  thumbnailMediaId: string | null
  blurredMediaId: string | null
  people: PeopleLook
  clipState: 'none' | 'pending'
  blurredClipState: 'none' | 'pending'
}

export type StoredPicture = {
  id: string
  alertId: string
  cameraId: string
  bytes: number
  takenAt: Date
  isBlurred: boolean
}

/** What the camera sent, where the clip was made of it. */
type ClipOriginal = { mediaId: string; codec: string }

/** `isBlurred`: it is about the copy in which people are blurred. */
export type ClipChange = { alertId: string; isBlurred: boolean } & (
  | { mediaId: string; durationMs: number; alertAtMs: number; error: null; original: ClipOriginal | null }
  | { mediaId: null; durationMs: null; alertAtMs: null; error: ClipError; original: null }
)

/** The last sequence number stored. Waits for another batch of the same spool, and keeps the next one waiting. */
export async function lockCursor(db: TenantDb, hub: Hub, epoch: string, now: Date): Promise<number> {
  const row = await db.first(sql<{ sequence: number }>`
    insert into agent_cursor (tenant_id, agent_id, epoch, updated_at) values (${hub.tenantId}, ${hub.id}, ${epoch}, ${now})
    on conflict (tenant_id, agent_id, epoch) do update set updated_at = excluded.updated_at
    returning sequence`)
  return row!.sequence
}

export async function moveCursor(db: TenantDb, hub: Hub, epoch: string, sequence: number): Promise<void> {
  await db.run(sql`update agent_cursor set sequence = ${sequence}
    where tenant_id = ${hub.tenantId} and agent_id = ${hub.id} and epoch = ${epoch}`)
}

/** Those of these cameras that the hub watches. */
export async function watchedCameras(db: TenantDb, hub: Hub, ids: readonly string[]): Promise<WatchedCamera[]> {
  if (ids.length === 0) return []
  return db.rows(sql<WatchedCamera>`
    select c.id, c.name, c.location, c.unit_id as "unitId",
      coalesce((select jsonb_object_agg(a.app_code, a.settings) from camera_app a
        where a.tenant_id = c.tenant_id and a.camera_id = c.id), '{}') as apps
    from camera c where c.tenant_id = ${hub.tenantId} and c.agent_id = ${hub.id} and c.id = any(${ids}::uuid[])`)
}

/** As its live event says it. */
export type StoredAlert = Omit<Extract<LiveEvent, { type: 'alert-raised' }>, 'type'> & { isPaused: boolean }

/** Alerts of the hub among these ids that were stored after that instant. */
export function alertsSince(db: TenantDb, hub: Hub, ids: readonly string[], since: Date): Promise<StoredAlert[]> {
  return db.rows(sql<StoredAlert>`
    select a.id as "alertId", a.camera_id as "cameraId", c.name as "cameraName", c.location, a.unit_id as "unitId",
      a.activity, a.severity, a.occurred_at as "occurredAt", a.visit_id is not null as "isPaused"
    from alert a join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id and c.agent_id = ${hub.id}
    where a.tenant_id = ${hub.tenantId} and a.id = any(${ids}::uuid[]) and a.deleted_at is null
      and a.created_at > ${since}`)
}

/** Stores the alerts that are not there yet; answers for each id whether a care visit paused it. */
export async function insertAlerts(
  db: TenantDb,
  tenantId: string,
  rows: readonly AlertRow[],
  now: Date,
): Promise<Map<string, boolean>> {
  if (rows.length === 0) return new Map()
  const stored = await db.rows(sql<{ id: string; isPaused: boolean }>`
    insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at, inferenced_by,
      detections, region, thumbnail_media_id, blurred_media_id, people, clip_state,
      blurred_clip_state)
    select ${tenantId}, r.id, r."cameraId", r."unitId", r.activity, r.severity, r."occurredAt", ${now}, r."inferencedBy",
      r.detections, nullif(r.region, 'null'), r."thumbnailMediaId", r."blurredMediaId",
      r.people, r."clipState", r."blurredClipState"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "cameraId" uuid, "unitId" uuid, activity text,
      severity text, "occurredAt" timestamptz, "inferencedBy" text, detections jsonb, region jsonb,
      "thumbnailMediaId" uuid, "blurredMediaId" uuid, people text, "clipState" text, "blurredClipState" text)
    on conflict do nothing
    returning id, visit_id is not null as "isPaused"`)
  const paused = stored.filter(({ isPaused }) => isPaused).map(({ id }) => id)
  await addPausedSteps(db, tenantId, paused, now)
  return new Map(stored.map(({ id, isPaused }) => [id, isPaused]))
}

/** Their timelines name the person of the visit. */
async function addPausedSteps(db: TenantDb, tenantId: string, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.run(sql`
    insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name)
    select a.tenant_id, a.id, ${now}, 'paused', a.first_seen_by, a.first_seen_name from alert a
    where a.tenant_id = ${tenantId} and a.id = any(${ids}::uuid[])`)
}

/** Those of the alerts whose id is that of an alert of another camera. */
export async function alertsOfOthers(db: TenantDb, rows: readonly Pick<AlertRow, 'id' | 'cameraId'>[]) {
  const taken = await db.rows(sql<{ id: string }>`
    select a.id from jsonb_to_recordset(${JSON.stringify(rows.map(({ id, cameraId }) => ({ id, cameraId })))}::jsonb)
      as r (id uuid, "cameraId" uuid)
    join alert a on a.tenant_id = ${db.tenantId} and a.id = r.id and a.camera_id <> r."cameraId"`)
  return new Set(taken.map(({ id }) => id))
}

export async function insertThumbnails(
  db: TenantDb,
  tenantId: string,
  pictures: readonly StoredPicture[],
  now: Date,
): Promise<void> {
  if (pictures.length === 0) return
  await db.run(sql`
    insert into media (tenant_id, id, kind, camera_id, alert_id, content_type, bytes, taken_at, created_at, is_blurred)
    select ${tenantId}, r.id, 'thumbnail', r."cameraId", r."alertId", 'image/jpeg', r.bytes, r."takenAt", ${now},
      r."isBlurred"
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb)
      as r (id uuid, "cameraId" uuid, "alertId" uuid, bytes bigint, "takenAt" timestamptz, "isBlurred" boolean)
    on conflict do nothing`)
}

/** Pictures that could not be stored; their alerts stand without them. */
export async function dropThumbnails(db: TenantDb, tenantId: string, mediaIds: readonly string[]): Promise<void> {
  if (mediaIds.length === 0) return
  await db.run(sql`
    update alert set thumbnail_media_id = nullif(thumbnail_media_id, r.id),
      blurred_media_id = nullif(blurred_media_id, r.id)
    from unnest(${mediaIds}::uuid[]) as r (id)
    where tenant_id = ${tenantId} and r.id in (thumbnail_media_id, blurred_media_id)`)
}

/** Alerts of the hub's own cameras, of those ids, with their unit; and whether each one's clip was uploaded. */
export function alertsOfClips(db: TenantDb, hub: Hub, clips: readonly ClipChange[]) {
  return db.rows(sql<{ alertId: string; isBlurred: boolean; unitId: string | null; hasMedia: boolean }>`
    select a.id as "alertId", r."isBlurred", a.unit_id as "unitId", m.id is not null as "hasMedia"
    from jsonb_to_recordset(${JSON.stringify(clips)}::jsonb) as r ("alertId" uuid, "isBlurred" boolean, "mediaId" uuid)
    join alert a on a.tenant_id = ${hub.tenantId} and a.id = r."alertId"
    join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id and c.agent_id = ${hub.id}
    left join media m on m.tenant_id = a.tenant_id and m.id = r."mediaId" and m.kind = 'clip'
      and m.camera_id = a.camera_id and (m.alert_id is null or m.alert_id = a.id)`)
}

/** What became of clips and of their copies. One that was stored stays so: the hub may say so twice. */
export async function changeClips(db: TenantDb, tenantId: string, changes: readonly ClipChange[], now: Date) {
  const clips = changes.filter(({ isBlurred }) => !isBlurred)
  const copies = changes.filter(({ isBlurred }) => isBlurred)
  if (clips.length > 0) await changeOwnClips(db, tenantId, clips, now)
  if (copies.length > 0) await changeCopies(db, tenantId, copies)
  if (changes.length > 0) await claimClips(db, tenantId, changes)
  const originals = clips.flatMap(({ alertId, mediaId, original }) =>
    original ? [{ alertId, clipId: mediaId, ...original }] : [],
  )
  if (originals.length > 0) await addOriginals(db, tenantId, originals)
}

type OriginalDraft = ClipOriginal & { alertId: string; clipId: string }

/** Beside the clip that was made of them; one that did not arrive, or is another camera's, is left out. */
async function addOriginals(db: TenantDb, tenantId: string, originals: readonly OriginalDraft[]) {
  await db.run(sql`
    with sent as (
      select r.* from jsonb_to_recordset(${JSON.stringify(originals)}::jsonb)
        as r ("alertId" uuid, "clipId" uuid, "mediaId" uuid, codec text)),
    added as (
      update alert a set clip_original_media_id = m.id, clip_original_codec = r.codec
      from sent r join media m on m.tenant_id = ${tenantId} and m.id = r."mediaId" and m.kind = 'clip'
        and m.alert_id is null
      where a.tenant_id = ${tenantId} and a.id = r."alertId" and a.clip_media_id = r."clipId"
        and a.camera_id = m.camera_id and m.id <> r."clipId" and a.people = 'clear'
      returning a.id, a.clip_media_id, a.clip_original_media_id)
    update media m set alert_id = added.id, taken_at = c.taken_at
    from added join media c on c.tenant_id = ${tenantId} and c.id = added.clip_media_id
    where m.tenant_id = ${tenantId} and m.id = added.clip_original_media_id`)
}

const recordsOf = (clips: readonly ClipChange[]) => sql`jsonb_to_recordset(${JSON.stringify(clips)}::jsonb)
  as r ("alertId" uuid, "mediaId" uuid, "durationMs" integer, "alertAtMs" integer, error jsonb)`

/** A clip in which nobody can be recognised is also that of those who may see no other. */
async function changeOwnClips(db: TenantDb, tenantId: string, clips: readonly ClipChange[], now: Date) {
  await db.run(sql`
    update alert a set clip_state = case when r."mediaId" is null then 'failed' else 'ready' end,
      clip_media_id = r."mediaId", clip_duration_ms = r."durationMs", clip_alert_at_ms = r."alertAtMs",
      clip_error = nullif(r.error, 'null'), clip_changed_at = ${now},
      blurred_clip_state = case when a.people = 'clear' then a.blurred_clip_state
        when r."mediaId" is null then 'failed' else 'ready' end,
      blurred_clip_media_id = case when a.people = 'clear' then a.blurred_clip_media_id else r."mediaId" end
    from ${recordsOf(clips)} where a.tenant_id = ${tenantId} and a.id = r."alertId"
      and a.clip_state not in ('ready', 'missing', 'damaged')`)
}

/** Of a copy how long it is, and where in it the alert began, is known from what it is a copy of. */
async function changeCopies(db: TenantDb, tenantId: string, copies: readonly ClipChange[]) {
  await db.run(sql`
    update alert a set blurred_clip_state = case when r."mediaId" is null then 'failed' else 'ready' end,
      blurred_clip_media_id = r."mediaId",
      clip_duration_ms = coalesce(a.clip_duration_ms, r."durationMs"),
      clip_alert_at_ms = coalesce(a.clip_alert_at_ms, r."alertAtMs")
    from ${recordsOf(copies)} where a.tenant_id = ${tenantId} and a.id = r."alertId"
      and a.blurred_clip_state not in ('ready', 'missing', 'damaged')`)
}

/** The uploads belong to their alerts from now on. */
async function claimClips(db: TenantDb, tenantId: string, clips: readonly ClipChange[]) {
  await db.run(sql`
    update media m set alert_id = a.id, taken_at = a.occurred_at - r."alertAtMs" * interval '1 millisecond',
      is_blurred = a.blurred_clip_media_id is not distinct from m.id
    from ${recordsOf(clips)} join alert a on a.tenant_id = ${tenantId} and a.id = r."alertId"
    where m.tenant_id = ${tenantId} and m.id = r."mediaId" and m.id in (a.clip_media_id, a.blurred_clip_media_id)`)
}

export type RejectedEvent = {
  sequence: number
  code: 'camera-not-watched' | 'id-taken' | 'alert-unknown'
  event: HubEvent
}
/** A technician finds the latest; a hub that sends nothing else does not fill the table. */
const REJECTED_MAX = 1000

export async function keepRejected(
  db: TenantDb,
  hub: Hub,
  epoch: string,
  rejected: readonly RejectedEvent[],
  now: Date,
) {
  if (rejected.length === 0) return
  await db.run(sql`
    insert into hub_refusal (tenant_id, agent_id, epoch, sequence, received_at, code, event)
    select ${hub.tenantId}, ${hub.id}, ${epoch}, r.sequence, ${now}, r.code, r.event - 'thumbnail' - 'blurredThumbnail'
    from jsonb_to_recordset(${JSON.stringify(rejected)}::jsonb) as r (sequence bigint, code text, event jsonb)`)
  await db.run(sql`
    delete from hub_refusal where tenant_id = ${hub.tenantId} and id in (
      select id from hub_refusal where tenant_id = ${hub.tenantId} and agent_id = ${hub.id}
      order by id desc offset ${REJECTED_MAX})`)
}
