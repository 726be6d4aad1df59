/** Statements for uploads of hubs: each segment is added to its recording, and repeating an upload changes nothing. */
import type { PeopleLook } from '@mimamori/contract/camera/camera-fields.ts'
import type { GapCause } from '@mimamori/contract/footage/recording-intake.ts'
import type { Hub } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { fail, found } from '#platform/service-error.ts'
import { isRefused } from '#shared/consent.ts'
import { type FileKind, type OwnFile, requireOwnFile } from '#shared/file-owner.ts'

export type IntakeCamera = { unitId: string | null; isRecordingEnabled: boolean }

/** Whether no resident of the room at that time refused recording; without a time, no current resident. */
const isAllowed = (at: Date | null) =>
  sql`t.is_recording_enabled and not ${at === null ? isRefused('recording') : isRefused('recording', { from: sql`${at}::timestamptz`, until: sql`${at}::timestamptz` })}`

/** The camera, if this hub watches it. `at`: when it was recorded. */
export function findCamera(
  db: TenantDb,
  hub: Hub,
  cameraId: string,
  at: Date | null,
): Promise<IntakeCamera | undefined> {
  return db.first(sql<IntakeCamera>`
    select c.unit_id as "unitId", ${isAllowed(at)} as "isRecordingEnabled"
    from camera c join tenant t on t.id = c.tenant_id
    where c.tenant_id = ${hub.tenantId} and c.agent_id = ${hub.id} and c.id = ${cameraId}`)
}

/**
 * The same, also for a camera that has moved to another hub: this one still uploads what it retained, and what it
 * recorded before the move. `startedAt` null: a header, which has no time.
 */
export async function findCameraOf(
  db: TenantDb,
  hub: Hub,
  part: OwnFile & { kind: PartKind; startedAt: Date | null },
): Promise<IntakeCamera | undefined> {
  const own = await findCamera(db, hub, part.cameraId, part.startedAt)
  if (own) return own
  const known = await findPart(db, part.kind, part.id)
  if (known?.hubId !== hub.id) return findFormerCamera(db, hub, part.cameraId, part.startedAt)
  return db.first(sql<IntakeCamera>`
    select c.unit_id as "unitId", ${isAllowed(part.startedAt)} as "isRecordingEnabled"
    from camera c join tenant t on t.id = c.tenant_id where c.tenant_id = ${db.tenantId} and c.id = ${part.cameraId}`)
}

/** The camera, if this hub watched it at that time and another hub does now. */
export function findFormerCamera(
  db: TenantDb,
  hub: Hub,
  cameraId: string,
  at: Date | null,
): Promise<(IntakeCamera & { leftAt: string }) | undefined> {
  return db.first(sql<IntakeCamera & { leftAt: string }>`
    select c.unit_id as "unitId", ${isAllowed(at)} as "isRecordingEnabled", f.left_at as "leftAt"
    from camera_former_hub f join camera c on c.tenant_id = f.tenant_id and c.id = f.camera_id
    join tenant t on t.id = f.tenant_id
    where f.tenant_id = ${hub.tenantId} and f.camera_id = ${cameraId} and f.agent_id = ${hub.id}
      and (${at}::timestamptz is null or ${at}::timestamptz < f.left_at)`)
}

/** Returns the camera if it belongs to this hub and its site has recording enabled; throws otherwise. */
export function requireEnabled(camera: IntakeCamera | undefined): IntakeCamera {
  const own = found(camera)
  if (!own.isRecordingEnabled) throw fail('recording-disabled')
  return own
}

export type PartKind = Exclude<FileKind, 'media'>

const PART_OF = {
  init: sql`select false as "isOnHub", null::uuid as "hubId" from recording_init x`,
  segment: sql`select x.is_on_hub as "isOnHub", case when x.is_on_hub then r.agent_id end as "hubId"
    from recording_segment x join recording r on r.tenant_id = x.tenant_id and r.id = x.recording_id`,
  snapshot: sql`select false as "isOnHub", null::uuid as "hubId" from recording_snapshot x`,
} as const satisfies Record<PartKind, Sql>

/** `hubId`: the hub that has its file; null: the storage has it. */
export type KnownPart = { isOnHub: boolean; hubId: string | null }

function findPart(db: TenantDb, kind: PartKind, id: string): Promise<KnownPart | undefined> {
  return db.first(sql<KnownPart>`${PART_OF[kind]} where x.tenant_id = ${db.tenantId} and x.id = ${id}`)
}

/** The same; throws if the id is of another camera or kind, or its file is on another hub. */
export async function findOwnPart(db: TenantDb, hub: Hub, file: OwnFile & { kind: PartKind }) {
  // In this order: a part that another camera stores between the two checks is rejected and not mistaken for its own.
  const known = await findPart(db, file.kind, file.id)
  await requireOwnFile(db, file)
  if (known?.isOnHub && known.hubId !== hub.id) throw fail('conflict')
  return known
}

/** Whether it is a stored header or segment of a camera that the hub watches now. */
export async function isOwnPart(db: TenantDb, hub: Hub, id: string): Promise<boolean> {
  const row = await db.first(sql<object>`
    select from camera c where c.tenant_id = ${hub.tenantId} and c.agent_id = ${hub.id} and c.id in (
      select i.camera_id from recording_init i where i.tenant_id = ${hub.tenantId} and i.id = ${id}
      union all select r.camera_id from recording_segment s
        join recording r on r.tenant_id = s.tenant_id and r.id = s.recording_id
        where s.tenant_id = ${hub.tenantId} and s.id = ${id} and not s.is_on_hub)`)
  return row !== undefined
}

/** Records that a file is about to arrive: a job removes it if its row never follows. */
export async function expectFile(db: TenantDb, id: string, dueAt: Date): Promise<void> {
  await db.run(sql`
    insert into recording_discard (tenant_id, id, due_at) values (${db.tenantId}, ${id}, ${dueAt})
    on conflict (tenant_id, id) do update set due_at = excluded.due_at`)
}

/** Removes that record: the file has its row. */
export async function keepFile(db: TenantDb, id: string): Promise<void> {
  await db.run(sql`delete from recording_discard where tenant_id = ${db.tenantId} and id = ${id}`)
}

type InitDraft = {
  id: string
  cameraId: string
  codec: string
  width: number
  height: number
  people: PeopleLook
  bytes: number
}

export async function insertInit(db: TenantDb, init: InitDraft, now: Date): Promise<void> {
  await db.run(sql`
    insert into recording_init (tenant_id, id, camera_id, codec, width, height, people, bytes, created_at)
    values (${db.tenantId}, ${init.id}, ${init.cameraId}, ${init.codec}, ${init.width}, ${init.height},
      ${init.people}, ${init.bytes}, ${now})
    on conflict (tenant_id, id) do nothing`)
}

/** The header of the camera's run. */
export function findInit(db: TenantDb, cameraId: string, id: string): Promise<{ people: PeopleLook } | undefined> {
  return db.first(sql<{ people: PeopleLook }>`
    select people from recording_init
    where tenant_id = ${db.tenantId} and id = ${id} and camera_id = ${cameraId}`)
}

/** Serializes the uploads of one camera. */
export async function lockIntake(db: TenantDb, cameraId: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${cameraId}, 79))`)
}

/** A longer pause begins another recording. */
const PAUSE_SECONDS = 300

/**
 * The recording of the camera's hour (by the site's clock) to which this segment belongs: the nearest one that it
 * continues or precedes. Segments on a hub and stored segments belong to separate recordings, but a recording without
 * segments accepts either. `hubId`: the hub that has them, null: none; omitted: either. A camera that moved to another
 * unit begins a new recording for that unit. Index: recording_by_camera.
 */
export async function findRecording(
  db: TenantDb,
  of: {
    cameraId: string
    unitId: string | null
    people: PeopleLook
    startedAt: Date
    endedAt: Date
    hubId?: string | null
  },
): Promise<string | undefined> {
  const isOfPlace =
    of.hubId === undefined ? sql`true` : sql`(r.agent_id is not distinct from ${of.hubId}::uuid or r.duration_ms = 0)`
  const row = await db.first(sql<{ id: string }>`
    select r.id from recording r join tenant t on t.id = r.tenant_id
    where r.tenant_id = ${db.tenantId} and r.camera_id = ${of.cameraId} and r.people = ${of.people}
      and r.unit_id is not distinct from ${of.unitId}::uuid and ${isOfPlace}
      and r.started_at >= date_trunc('hour', ${of.startedAt}::timestamptz, t.timezone)
      and r.started_at < date_trunc('hour', ${of.startedAt}::timestamptz, t.timezone) + interval '1 hour'
      and r.started_at <= ${of.endedAt}::timestamptz + make_interval(secs => ${PAUSE_SECONDS})
      and r.ended_at >= ${of.startedAt}::timestamptz - make_interval(secs => ${PAUSE_SECONDS})
    order by r.started_at desc limit 1`)
  return row?.id
}

export async function insertRecording(
  db: TenantDb,
  of: { cameraId: string; unitId: string | null; people: PeopleLook; startedAt: Date },
  now: Date,
): Promise<string> {
  const row = await db.first(sql<{ id: string }>`
    insert into recording (tenant_id, camera_id, unit_id, started_at, ended_at, duration_ms, bytes, people, created_at)
    values (${db.tenantId}, ${of.cameraId}, ${of.unitId}, ${of.startedAt}, ${of.startedAt}, 0, 0, ${of.people}, ${now})
    returning id`)
  return row!.id
}

type SegmentDraft = {
  id: string
  recordingId: string
  initId: string
  startedAt: Date
  endedAt: Date
  durationMs: number
  bytes: number
  /** The hub that has its file; null: the storage has it. */
  hubId: string | null
}

/** Adds the segment, and its duration to its recording; repeating an id changes nothing. */
export async function insertSegment(db: TenantDb, of: SegmentDraft): Promise<void> {
  await db.run(sql`
    with added as (
      insert into recording_segment (tenant_id, id, recording_id, init_id, started_at, duration_ms, bytes, is_on_hub)
      values (${db.tenantId}, ${of.id}, ${of.recordingId}, ${of.initId}, ${of.startedAt}, ${of.durationMs}, ${of.bytes},
        ${of.hubId !== null})
      on conflict (tenant_id, id) do nothing returning recording_id)
    update recording r set started_at = least(r.started_at, ${of.startedAt}::timestamptz),
      ended_at = greatest(r.ended_at, ${of.endedAt}::timestamptz),
      duration_ms = r.duration_ms + ${of.durationMs}::integer, bytes = r.bytes + ${of.bytes}::integer,
      agent_id = case when r.duration_ms = 0 then ${of.hubId}::uuid else r.agent_id end,
      hub_bytes = r.hub_bytes + ${of.hubId === null ? 0 : of.bytes}::integer
    from added where r.tenant_id = ${db.tenantId} and r.id = added.recording_id`)
}

/** Records that the hub uploaded a segment that it had retained. */
export async function markStored(db: TenantDb, id: string, bytes: number): Promise<void> {
  await db.run(sql`
    with known as (
      select x.recording_id, x.bytes from recording_segment x
      where x.tenant_id = ${db.tenantId} and x.id = ${id} and x.is_on_hub for update),
    shorter as (
      update recording r set bytes = r.bytes - known.bytes + ${bytes}::integer, hub_bytes = r.hub_bytes - known.bytes
      from known where r.tenant_id = ${db.tenantId} and r.id = known.recording_id)
    update recording_segment x set is_on_hub = false, bytes = ${bytes}::integer
    from known where x.tenant_id = ${db.tenantId} and x.id = ${id}`)
}

export async function insertSnapshot(
  db: TenantDb,
  of: { id: string; recordingId: string; takenAt: Date; bytes: number },
): Promise<void> {
  await db.run(sql`
    insert into recording_snapshot (tenant_id, id, recording_id, taken_at, bytes)
    values (${db.tenantId}, ${of.id}, ${of.recordingId}, ${of.takenAt}, ${of.bytes})
    on conflict (tenant_id, id) do nothing`)
}

type GapDraft = { id: string; cameraId: string; startedAt: string; endedAt: string | null; cause: GapCause }

/** Stores a gap, or its end. An ended gap stays unchanged; an id of another camera's gap is rejected. */
export async function saveGap(db: TenantDb, gap: GapDraft): Promise<void> {
  await db.run(sql`
    insert into recording_gap as g (tenant_id, id, camera_id, started_at, ended_at, cause)
    values (${db.tenantId}, ${gap.id}, ${gap.cameraId}, ${gap.startedAt}, ${gap.endedAt}, ${gap.cause})
    on conflict (tenant_id, id) do update set ended_at = excluded.ended_at
    where g.camera_id = excluded.camera_id and g.ended_at is null and excluded.ended_at >= g.started_at`)
  const own = await db.first(sql<object>`
    select from recording_gap where tenant_id = ${db.tenantId} and id = ${gap.id} and camera_id = ${gap.cameraId}`)
  if (!own) throw fail('conflict')
}
