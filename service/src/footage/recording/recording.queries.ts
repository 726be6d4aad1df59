/** Statements that read recordings: a page, one with its details, its parts. */
import type { AlertMark, Recording, RecordingGap } from '@mimamori/contract/footage/recording.ts'
import type { RecordingSort } from '@mimamori/contract/shared/sorts.ts'
import { isBehind, keyedOrder, skippedOf } from '#platform/postgres/by-key.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { isPossible } from '#shared/alarm/alarm-row.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'
import { inReach, matching, type PageOf, type RecordingScope, type Search } from './recording.search.ts'

export type RecordingRow = {
  id: string
  tenantId: string
  cameraId: string
  cameraName: string
  location: string
  unitId: string | null
  unitName: string | null
  startedAt: string
  endedAt: string
  durationMs: number
  bytes: number
  archived: boolean
  people: Recording['people']
  snapshotId: string | null
  /** The hub that has segments of it; null: none. */
  hubId: string | null
  hubName: string | null
  /** The hub that watches its camera now; null: none. */
  cameraHubId: string | null
  /** The site's time zone: file names contain its wall-clock time. */
  timezone: string
}

const COLUMNS = sql`r.id, r.tenant_id as "tenantId", r.camera_id as "cameraId", c.name as "cameraName", c.location,
  r.unit_id as "unitId", u.name as "unitName", r.started_at as "startedAt", r.ended_at as "endedAt",
  r.duration_ms as "durationMs", r.bytes, r.is_archived as archived, r.people, t.timezone,
  h.id as "hubId", h.name as "hubName", c.agent_id as "cameraHubId",
  (select s.id from recording_snapshot s where s.tenant_id = r.tenant_id and s.recording_id = r.id
    order by s.taken_at limit 1) as "snapshotId"`
/** Sites with recording switched off show no recordings. */
const JOINS = sql`join tenant t on t.id = r.tenant_id and t.is_recording_enabled
  join camera c on c.tenant_id = r.tenant_id and c.id = r.camera_id
  left join unit u on u.tenant_id = r.tenant_id and u.id = r.unit_id
  left join agent h on h.tenant_id = r.tenant_id and h.id = r.agent_id and r.hub_bytes > 0`

const ORDER: Record<RecordingSort, Sql> = {
  startedAt: sql`r.started_at`,
  durationMs: sql`r.duration_ms`,
  bytes: sql`r.bytes`,
}

/** One page. Rows are found first and joined afterwards. Indexes: recording_by_time, recording_by_camera. */
export function readPage(db: TenantDb, by: Search, page: PageOf): Promise<RecordingRow[]> {
  const direction = page.sortAscending ? sql`asc` : sql`desc`
  const byColumn = sql`${ORDER[page.sortColumn]} ${direction}, r.id ${direction}`
  const order = sql`order by ${keyedOrder(sql`r.id`, page, byColumn)}`
  return db.rows(sql<RecordingRow>`
    select ${COLUMNS} from (
      select r.* from recording r where ${inTenants(sql`r.tenant_id`, by.scope)} ${matching(by)}
        and ${isBehind(sql`r.id`, page)}
      ${order} limit ${page.pageSize} offset ${skippedOf(page)}) r
    ${JOINS} ${order}`)
}

export async function countRecordings(db: TenantDb, by: Search): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*) as count from recording r where ${inTenants(sql`r.tenant_id`, by.scope)} ${matching(by)}`)
  return row!.count
}

/** Whether any site of the scope has recording. */
export async function hasRecording(db: TenantDb, { tenantIds }: ResidentScope): Promise<boolean> {
  return (
    (await db.first(sql`select from tenant where id = any(${tenantIds}::uuid[]) and is_recording_enabled limit 1`)) !==
    undefined
  )
}

/** One recording of the scope; undefined if it is not found or not visible. */
export function readRecording(db: TenantDb, scope: RecordingScope, id: string): Promise<RecordingRow | undefined> {
  return db.first(sql<RecordingRow>`
    select ${COLUMNS} from recording r ${JOINS}
    where ${inTenants(sql`r.tenant_id`, scope)} and r.id = ${id} and r.duration_ms > 0
      and ${inReach(scope)}`)
}

export type SegmentRow = {
  id: string
  initId: string
  startedAt: string
  durationMs: number
  bytes: number
  /** Its file is on the recording's hub. */
  isOnHub: boolean
  /** As in `MediaSource`. */
  codec: string
}

/** Its segments in order. Index: recording_segment_by_recording. */
export function readSegments(db: TenantDb, of: Pick<RecordingRow, 'tenantId' | 'id'>): Promise<SegmentRow[]> {
  return db.rows(sql<SegmentRow>`
    select s.id, s.init_id as "initId", s.started_at as "startedAt", s.duration_ms as "durationMs", s.bytes,
      s.is_on_hub as "isOnHub", i.codec
    from recording_segment s join recording_init i on i.tenant_id = s.tenant_id and i.id = s.init_id
    where s.tenant_id = ${of.tenantId} and s.recording_id = ${of.id} order by s.started_at, s.id`)
}

export function readSnapshots(
  db: TenantDb,
  of: Pick<RecordingRow, 'tenantId' | 'id'>,
): Promise<{ id: string; takenAt: string }[]> {
  return db.rows(sql<{ id: string; takenAt: string }>`
    select id, taken_at as "takenAt" from recording_snapshot
    where tenant_id = ${of.tenantId} and recording_id = ${of.id} order by taken_at`)
}

/** Gaps this long before and after a recording are listed too: they explain why it begins and ends. */
const AROUND_MINUTES = 5

/** A camera during a period; instants are ISO text. */
export type Span = { tenantId: string; cameraId: string; startedAt: string; endedAt: string }

/** Gaps that overlap it, newest first; one may have begun long before. Index: recording_gap_by_camera. */
export function readGaps(db: TenantDb, of: Span, aroundMinutes = AROUND_MINUTES): Promise<RecordingGap[]> {
  return db.rows(sql<RecordingGap>`
    select started_at as "startedAt", ended_at as "endedAt", cause from recording_gap
    where tenant_id = ${of.tenantId} and camera_id = ${of.cameraId}
      and started_at < ${of.endedAt}::timestamptz + make_interval(mins => ${aroundMinutes})
      and (ended_at is null or ended_at > ${of.startedAt}::timestamptz - make_interval(mins => ${aroundMinutes}))
    order by started_at desc limit 500`)
}

/** Alerts of the camera within it. Index: alert_by_camera. */
export function readAlertsWithin(db: TenantDb, of: Span, scope: ResidentScope): Promise<AlertMark[]> {
  return db.rows(sql<AlertMark>`
    select a.id, a.activity, ${isPossible} as "isPossible", a.kind_name as "kindName", a.severity, a.occurred_at as "occurredAt" from alert a
    where tenant_id = ${of.tenantId} and camera_id = ${of.cameraId} and is_archived in (true, false)
      and occurred_at >= ${of.startedAt} and occurred_at < ${of.endedAt} and deleted_at is null
      and ${inUnits(sql`unit_id`, scope)}
    order by occurred_at limit 500`)
}

/** The site of a camera of the scope; undefined if it is not found or not visible. */
export function readCameraSite(
  db: TenantDb,
  scope: ResidentScope,
  id: string,
): Promise<{ tenantId: string } | undefined> {
  return db.first(sql<{ tenantId: string }>`
    select c.tenant_id as "tenantId" from camera c join tenant t on t.id = c.tenant_id and t.is_recording_enabled
    where ${inTenants(sql`c.tenant_id`, scope)} and c.id = ${id} and ${inUnits(sql`c.unit_id`, scope)}`)
}

/** The camera's previous or next recording. Index: recording_by_camera. */
export async function readNeighbour(
  db: TenantDb,
  scope: RecordingScope,
  of: RecordingRow,
  isAfter: boolean,
): Promise<string | null> {
  const beyond = isAfter ? sql`>` : sql`<`
  const direction = isAfter ? sql`asc` : sql`desc`
  const row = await db.first(sql<{ id: string }>`
    select r.id from recording r
    where r.tenant_id = ${of.tenantId} and r.camera_id = ${of.cameraId} and r.duration_ms > 0
      and ${inReach(scope)}
      and (r.started_at, r.id) ${beyond} (${of.startedAt}::timestamptz, ${of.id}::uuid)
    order by r.started_at ${direction}, r.id ${direction} limit 1`)
  return row?.id ?? null
}

/** `bytesOnHub`: the size of the file on the recording's hub; null: the storage has it. */
type PartRow = { type: 'video/mp4' | 'image/jpeg'; bytesOnHub: number | null; video: PartVideo | null }
/** The source for H.264: a header, or a segment with that header; the size in pixels. */
export type PartVideo = { codec: string; initId: string; width: number; height: number }

const VIDEO = sql`jsonb_build_object('codec', i.codec, 'initId', i.id, 'width', i.width, 'height', i.height)`

/** The content type of a part; undefined if it does not belong to the recording. */
export async function readPart(
  db: TenantDb,
  of: Pick<RecordingRow, 'tenantId' | 'id'>,
  partId: string,
): Promise<PartRow | undefined> {
  return db.first(sql<PartRow>`
    select 'video/mp4' as type, case when s.is_on_hub then s.bytes end as "bytesOnHub", ${VIDEO} as video
      from recording_segment s join recording_init i on i.tenant_id = s.tenant_id and i.id = s.init_id
      where s.tenant_id = ${of.tenantId} and s.recording_id = ${of.id} and s.id = ${partId}
    union all select 'video/mp4', null, ${VIDEO}
      from recording_segment s join recording_init i on i.tenant_id = s.tenant_id and i.id = s.init_id
      where s.tenant_id = ${of.tenantId} and s.recording_id = ${of.id} and s.init_id = ${partId}
    union all select 'image/jpeg', null, null from recording_snapshot
      where tenant_id = ${of.tenantId} and recording_id = ${of.id} and id = ${partId}
    limit 1`)
}

export type Target = {
  id: string
  tenantId: string
  unitId: string | null
  archived: boolean
  /** The hub that has segments of it; null: none. */
  hubId: string | null
}

/** Those of the ids that are in the scope, locked in the order of their ids. */
export function findTargets(db: TenantDb, scope: RecordingScope, ids: readonly string[]): Promise<Target[]> {
  return db.rows(sql<Target>`
    select r.id, r.tenant_id as "tenantId", r.unit_id as "unitId", r.is_archived as archived,
      case when r.hub_bytes > 0 then r.agent_id end as "hubId"
    from recording r join tenant t on t.id = r.tenant_id and t.is_recording_enabled
    where ${inTenants(sql`r.tenant_id`, scope)} and r.id = any(${ids}::uuid[]) and ${inReach(scope)}
    order by r.id`)
}

/** Returns those that changed; works on the writable tenant. */
export async function setArchived(db: TenantDb, ids: readonly string[], isArchived: boolean): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    with chosen as (
      select id from recording where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[]) order by id for update)
    update recording r set is_archived = ${isArchived} from chosen
    where r.tenant_id = ${db.tenantId} and r.id = chosen.id and r.is_archived <> ${isArchived} returning r.id`)
  return rows.map(({ id }) => id)
}
