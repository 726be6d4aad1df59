/** All statements that store alerts of hubs, for several hubs and sites at once: each row names its site. */

import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { PeopleLook } from '@mimamori/contract/camera/camera-fields.ts'
import type { Place } from '@mimamori/contract/camera/place/place.ts'
import type { AlertRaised } from '@mimamori/contract/fleet/hub-event.ts'
import { type LOOK_IN, SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import type { Hub } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { isPossible } from '#shared/alarm/alarm-row.ts'

/** A camera of the hub, with the fields that its alerts need. */
export type WatchedCamera = {
  id: string
  name: string
  location: string
  unitId: string | null
  /** Settings of its apps by app code. */
  places: Place[]
  apps: Record<string, unknown>
}

/** An alert as a row; omitted fields have the table's default. */
export type AlertRow = Pick<AlertRaised, 'cameraId' | 'severity' | 'detections'> & {
  tenantId: string
  id: string
  activity: AlertRaised['appCode'] | typeof LOOK_IN
  unitId: string | null
  occurredAt: Date
  createdAt: Date
  inferencedBy: 'camera' | 'cloud'
  region: unknown
  thumbnailMediaId: string | null
  blurredMediaId: string | null
  people: PeopleLook
  clipState: 'none' | 'pending'
  blurredClipState: 'none' | 'pending'
}

export type StoredImage = {
  tenantId: string
  id: string
  alertId: string
  cameraId: string
  bytes: number
  takenAt: Date
  now: Date
  isBlurred: boolean
}

/** Requested footage arrives within this time, or not at all. */
const FILLED_WITHIN_MS = 10 * 60_000

/** A hub's spool, and the time at which its batch arrived. */
type Spool = { hub: Hub; epoch: string; now: Date }

/**
 * The last stored sequence number of each spool, by hub id; each hub at most once. Locks the spools until the
 * transaction ends, in the order of their keys, so that two transactions cannot deadlock.
 */
export async function lockCursors(db: Statements, spools: readonly Spool[]): Promise<Map<string, number>> {
  const rows = await db.rows(sql<{ hubId: string; sequence: number }>`
    insert into agent_cursor (tenant_id, agent_id, epoch, updated_at)
    select r.* from unnest(${spools.map(({ hub }) => hub.tenantId)}::uuid[], ${spools.map(({ hub }) => hub.id)}::uuid[],
      ${spools.map(({ epoch }) => epoch)}::uuid[], ${spools.map(({ now }) => now)}::timestamptz[])
      as r (tenant_id, agent_id, epoch, updated_at) order by 1, 2, 3
    on conflict (tenant_id, agent_id, epoch) do update set updated_at = excluded.updated_at
    returning agent_id as "hubId", sequence`)
  return new Map(rows.map(({ hubId, sequence }) => [hubId, sequence]))
}

/** Moves the cursors of locked spools. */
export async function moveCursors(
  db: Statements,
  moved: readonly { hub: Hub; epoch: string; sequence: number }[],
): Promise<void> {
  if (moved.length === 0) return
  await db.run(sql`
    update agent_cursor c set sequence = r.sequence
    from unnest(${moved.map(({ hub }) => hub.tenantId)}::uuid[], ${moved.map(({ hub }) => hub.id)}::uuid[],
      ${moved.map(({ epoch }) => epoch)}::uuid[], ${moved.map(({ sequence }) => sequence)}::bigint[])
      as r (tenant_id, agent_id, epoch, sequence)
    where c.tenant_id = r.tenant_id and c.agent_id = r.agent_id and c.epoch = r.epoch`)
}

export const cameraKey = (hub: Hub, cameraId: string) => `${hub.id} ${cameraId}`

/** The subset of the cameras that the hub beside each watches, by `cameraKey`. */
export async function watchedCameras(
  db: Statements,
  wanted: readonly { hub: Hub; cameraId: string }[],
): Promise<Map<string, WatchedCamera>> {
  if (wanted.length === 0) return new Map()
  const cameras = await db.rows(sql<WatchedCamera & { hubId: string }>`
    select c.id, c.name, c.location, c.unit_id as "unitId", c.places, r.agent_id as "hubId",
      coalesce((select jsonb_object_agg(a.app_code, a.settings) from camera_app a
        where a.tenant_id = c.tenant_id and a.camera_id = c.id), '{}') as apps
    from unnest(${wanted.map(({ hub }) => hub.tenantId)}::uuid[], ${wanted.map(({ hub }) => hub.id)}::uuid[],
      ${wanted.map(({ cameraId }) => cameraId)}::uuid[]) as r (tenant_id, agent_id, camera_id)
    -- It is not looked up by its hub: that finds all the cameras of the hub for each of them.
    join camera c on c.tenant_id = r.tenant_id and c.id = r.camera_id and c.agent_id is not distinct from r.agent_id`)
  return new Map(cameras.map(({ hubId, ...camera }) => [`${hubId} ${camera.id}`, camera]))
}

/** The fields of its live event. `isPaused`: it calls nobody. */
export type StoredAlert = Omit<Extract<LiveEvent, { type: 'alert-raised' }>, 'type'> & { isPaused: boolean }

/** Alerts of the hub among these ids that were stored after that instant. */
export function alertsSince(db: Statements, hub: Hub, ids: readonly string[], since: Date): Promise<StoredAlert[]> {
  return db.rows(sql<StoredAlert>`
    select a.id as "alertId", a.camera_id as "cameraId", c.name as "cameraName", c.location, a.unit_id as "unitId",
      a.activity, ${isPossible} as "isPossible", a.kind_name as "kindName", a.severity, a.occurred_at as "occurredAt",
      a.visit_id is not null or a.is_silent as "isPaused"
    from alert a join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id and c.agent_id = ${hub.id}
    where a.tenant_id = ${hub.tenantId} and a.id = any(${ids}::uuid[]) and a.deleted_at is null
      and a.created_at > ${since}`)
}

/** The key of an alert, including its camera: two hubs of a site may send the same id. */
export function keyOf({ tenantId, id, cameraId }: Pick<AlertRow, 'tenantId' | 'id' | 'cameraId'>): string {
  return `${tenantId} ${id} ${cameraId}`
}

/** Inserts the alerts that do not exist yet, except signals, which hubs do not raise; returns for each key whether it calls nobody: a care visit paused it, or it is silent. */
export async function insertAlerts(db: Statements, rows: readonly AlertRow[]): Promise<Map<string, boolean>> {
  if (rows.length === 0) return new Map()
  const stored = await db.rows(sql<Pick<AlertRow, 'tenantId' | 'id' | 'cameraId'> & { isPaused: boolean }>`
    insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at, inferenced_by,
      detections, region, thumbnail_media_id, blurred_media_id, people, clip_state,
      blurred_clip_state)
    select r."tenantId", r.id, r."cameraId", r."unitId", r.activity, r.severity, r."occurredAt", r."createdAt",
      r."inferencedBy", r.detections, nullif(r.region, 'null'), r."thumbnailMediaId", r."blurredMediaId",
      r.people, r."clipState", r."blurredClipState"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("tenantId" uuid, id uuid, "cameraId" uuid,
      "unitId" uuid, activity text, severity text, "occurredAt" timestamptz, "createdAt" timestamptz,
      "inferencedBy" text, detections jsonb, region jsonb, "thumbnailMediaId" uuid, "blurredMediaId" uuid, people text,
      "clipState" text, "blurredClipState" text)
    where r.activity <> ${SIGNAL}
    on conflict do nothing
    returning tenant_id as "tenantId", id, camera_id as "cameraId", visit_id is not null or is_silent as "isPaused"`)
  await addPausedSteps(
    db,
    stored.filter(({ isPaused }) => isPaused),
  )
  return new Map(stored.map((alert) => [keyOf(alert), alert.isPaused]))
}

/**
 * Adds the requested image and clip to alerts that the service raised itself; returns their keys. Only once and
 * within a limited time: an alert that has footage keeps it.
 */
export async function fillAlerts(db: Statements, rows: readonly AlertRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const filled = await db.rows(sql<Pick<AlertRow, 'tenantId' | 'id' | 'cameraId'>>`
    update alert a set thumbnail_media_id = r."thumbnailMediaId", blurred_media_id = r."blurredMediaId",
      people = r.people, clip_state = r."clipState", blurred_clip_state = r."blurredClipState"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("tenantId" uuid, id uuid, "cameraId" uuid,
      activity text, "createdAt" timestamptz, "thumbnailMediaId" uuid, "blurredMediaId" uuid, people text,
      "clipState" text, "blurredClipState" text)
    where a.tenant_id = r."tenantId" and a.id = r.id and a.camera_id = r."cameraId" and a.activity = r.activity
      and a.thumbnail_media_id is null and a.blurred_media_id is null and a.deleted_at is null
      and a.clip_state = case a.activity when ${SIGNAL} then 'pending' else 'none' end
      and a.created_at > r."createdAt" - ${FILLED_WITHIN_MS} * interval '1 millisecond'
    returning a.tenant_id as "tenantId", a.id, a.camera_id as "cameraId"`)
  return new Set(filled.map(keyOf))
}

/** Adds a timeline step that names the person of the visit. */
async function addPausedSteps(db: Statements, alerts: readonly { tenantId: string; id: string }[]): Promise<void> {
  if (alerts.length === 0) return
  await db.run(sql`
    insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name)
    select a.tenant_id, a.id, a.created_at, 'paused', a.first_seen_by, a.first_seen_name
    from unnest(${alerts.map(({ tenantId }) => tenantId)}::uuid[], ${alerts.map(({ id }) => id)}::uuid[])
      as r (tenant_id, id)
    join alert a on a.tenant_id = r.tenant_id and a.id = r.id and a.visit_id is not null`)
}

/** The alerts whose id already belongs to an alert of another camera. */
export async function alertsOfOthers(
  db: Statements,
  tenantId: string,
  rows: readonly Pick<AlertRow, 'id' | 'cameraId'>[],
): Promise<Set<string>> {
  const taken = await db.rows(sql<{ id: string }>`
    select a.id from jsonb_to_recordset(${JSON.stringify(rows.map(({ id, cameraId }) => ({ id, cameraId })))}::jsonb)
      as r (id uuid, "cameraId" uuid)
    join alert a on a.tenant_id = ${tenantId} and a.id = r.id and a.camera_id <> r."cameraId"`)
  return new Set(taken.map(({ id }) => id))
}

export async function insertThumbnails(db: Statements, images: readonly StoredImage[]): Promise<void> {
  if (images.length === 0) return
  await db.run(sql`
    insert into media (tenant_id, id, kind, camera_id, alert_id, content_type, bytes, taken_at, created_at, is_blurred)
    select r."tenantId", r.id, 'thumbnail', r."cameraId", r."alertId", 'image/jpeg', r.bytes, r."takenAt", r.now,
      r."isBlurred"
    from jsonb_to_recordset(${JSON.stringify(images)}::jsonb) as r ("tenantId" uuid, id uuid, "cameraId" uuid,
      "alertId" uuid, bytes bigint, "takenAt" timestamptz, now timestamptz, "isBlurred" boolean)
    on conflict do nothing`)
}

/** The subset of these ids of a site that are images of an alert. */
export async function imagesAmong(db: Statements, tenantId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows(
    sql<{ id: string }>`select id from media where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  )
  return new Set(rows.map(({ id }) => id))
}
