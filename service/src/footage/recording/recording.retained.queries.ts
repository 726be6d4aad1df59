/** Statements about segments on their hubs: those that a hub reports, removes, and should upload. */
import { RETAINED_WANTED_MAX } from '@mimamori/contract/footage/recording-on-hub.ts'
import type { Hub } from '#platform/context.ts'
import type { Statements, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** The subset of the ids that are on this hub and belong to an archived recording. */
export async function findArchivedRetained(db: TenantDb, hub: Hub, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select s.id from recording_segment s
    join recording r on r.tenant_id = s.tenant_id and r.id = s.recording_id
    where s.tenant_id = ${hub.tenantId} and s.id = any(${ids}::uuid[]) and s.is_on_hub
      and r.agent_id = ${hub.id} and r.is_archived
    order by s.id`)
  return rows.map(({ id }) => id)
}

/** Locks the recordings of these segments in order of ids, so that archiving and removing are serialized. */
export async function lockRetainedRecordings(db: TenantDb, hub: Hub, ids: readonly string[]): Promise<void> {
  await db.run(sql`
    select from recording r where r.tenant_id = ${hub.tenantId} and r.agent_id = ${hub.id} and r.id in (
      select s.recording_id from recording_segment s where s.tenant_id = ${hub.tenantId} and s.id = any(${ids}::uuid[]))
    order by r.id for update`)
}

/** Removes the rows of segments on this hub; returns the recordings that became shorter. */
export async function removeRetained(db: TenantDb, hub: Hub, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    with gone as (
      delete from recording_segment s using recording r
      where s.tenant_id = ${hub.tenantId} and s.id = any(${ids}::uuid[]) and s.is_on_hub
        and r.tenant_id = s.tenant_id and r.id = s.recording_id and r.agent_id = ${hub.id}
      returning s.recording_id, s.duration_ms, s.bytes)
    update recording r set duration_ms = r.duration_ms - g.ms, bytes = r.bytes - g.bytes, hub_bytes = r.hub_bytes - g.bytes
    from (select recording_id, sum(duration_ms) as ms, sum(bytes) as bytes from gone group by recording_id) g
    where r.tenant_id = ${hub.tenantId} and r.id = g.recording_id returning r.id`)
  return rows.map(({ id }) => id)
}

/** Adjusts start and end of recordings to their remaining segments; deletes empty ones, unless still recording. */
export async function tightenRecordings(db: TenantDb, ids: readonly string[], endedBefore: Date): Promise<void> {
  const { tenantId } = db
  await db.run(sql`
    update recording r set started_at = s.first, ended_at = s.last from (
      select recording_id, min(started_at) as first,
        max(started_at + make_interval(secs => duration_ms / 1000.0)) as last
      from recording_segment where tenant_id = ${tenantId} and recording_id = any(${ids}::uuid[])
      group by recording_id) s
    where r.tenant_id = ${tenantId} and r.id = s.recording_id`)
  const emptied = sql`select r.id from recording r where r.tenant_id = ${tenantId} and r.id = any(${ids}::uuid[])
    and r.duration_ms = 0 and r.ended_at < ${endedBefore}`
  await db.run(sql`
    delete from recording_snapshot s using recording r
    where r.tenant_id = ${tenantId} and r.id = any(${ids}::uuid[]) and s.tenant_id = r.tenant_id
      and s.recording_id = r.id and (s.taken_at < r.started_at - interval '10 seconds' or r.id in (${emptied}))`)
  await db.run(sql`delete from recording where tenant_id = ${tenantId} and id in (${emptied})`)
}

/** The subset of the ids without a row that says they are on this hub. */
export async function findUnknownRetained(db: TenantDb, hub: Hub, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select k.id from unnest(${ids}::uuid[]) k (id) where not exists (
      select from recording_segment s join recording r on r.tenant_id = s.tenant_id and r.id = s.recording_id
      where s.tenant_id = ${hub.tenantId} and s.id = k.id and s.is_on_hub and r.agent_id = ${hub.id})`)
  return rows.map(({ id }) => id)
}

/** Ids after the first up to the second; null: unbounded. */
type IdRange = { after: string | null; until: string | null }

/**
 * Segments of this range recorded as on the hub but not among `ids`, up to a limit. Index: recording_segment_on_hub.
 */
export async function findMissingRetained(
  db: TenantDb,
  hub: Hub,
  { after, until }: IdRange,
  ids: readonly string[],
  most: number,
): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select s.id from recording_segment s join recording r on r.tenant_id = s.tenant_id and r.id = s.recording_id
    where s.tenant_id = ${hub.tenantId} and s.is_on_hub and r.agent_id = ${hub.id}
      and (${after}::uuid is null or s.id > ${after}) and (${until}::uuid is null or s.id <= ${until})
      and s.id <> all(${ids}::uuid[])
    order by s.id limit ${most}`)
  return rows.map(({ id }) => id)
}

/** Segments that archived recordings need from this hub, by id. */
export async function findWantedRetained(db: TenantDb, hub: Hub, after: string | null): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select s.id from recording r
    join recording_segment s on s.tenant_id = r.tenant_id and s.recording_id = r.id and s.is_on_hub
    where r.tenant_id = ${hub.tenantId} and r.agent_id = ${hub.id} and r.hub_bytes > 0 and r.is_archived
      and (${after}::uuid is null or s.id > ${after})
    order by s.id limit ${RETAINED_WANTED_MAX}`)
  return rows.map(({ id }) => id)
}

/**
 * Deletes the rows of segments whose file no longer exists and records gaps instead; consecutive segments become one
 * gap. Returns their recordings.
 */
export async function markLost(db: Statements, tenantId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    with gone as (
      delete from recording_segment where tenant_id = ${tenantId} and id = any(${ids}::uuid[])
      returning recording_id, started_at, started_at + make_interval(secs => duration_ms / 1000.0) as ended_at,
        duration_ms, bytes, is_on_hub),
    marked as (
      select *, case when started_at - lag(ended_at) over by_time <= interval '500 ms' then 0 else 1 end as is_first
      from gone window by_time as (partition by recording_id order by started_at)),
    numbered as (
      select *, sum(is_first) over (partition by recording_id order by started_at) as number from marked),
    gaps as (
      insert into recording_gap (tenant_id, camera_id, started_at, ended_at, cause)
      select ${tenantId}, r.camera_id, min(n.started_at), max(n.ended_at), 'file-lost'
      from numbered n join recording r on r.tenant_id = ${tenantId} and r.id = n.recording_id
      group by r.camera_id, n.recording_id, n.number)
    update recording r set duration_ms = r.duration_ms - g.ms, bytes = r.bytes - g.bytes,
      hub_bytes = r.hub_bytes - g.hub_bytes
    from (select recording_id, sum(duration_ms) as ms, sum(bytes) as bytes,
        coalesce(sum(bytes) filter (where is_on_hub), 0) as hub_bytes from gone group by recording_id) g
    where r.tenant_id = ${tenantId} and r.id = g.recording_id returning r.id`)
  return rows.map(({ id }) => id)
}
