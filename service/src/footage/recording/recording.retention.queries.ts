/** Statements about a site's retained recordings, and those that given limits remove. */
import type { RecordingPlace } from '@mimamori/contract/footage/recording-on-hub.ts'
import type { RecordingAmount, Retention, RetentionPreview } from '@mimamori/contract/footage/recording-retention.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

/** A recording that is still growing stays. */
const GROWING_MS = 10 * 60_000

/** Expressions in days and in gigabytes (10^9 bytes); null: no limit. */
export type Limits = { days: Sql; gigabytes: Sql }

/** If a hub has been out of reach for longer, the lists drop recordings that its site's limits would have removed. */
const HUB_SPARE_HOURS = 24

/**
 * For the sites `t`, the recordings beyond these limits. Newest first, bytes are summed up; recordings beyond the limit
 * are removed. Recordings on a hub are removed by the hub itself, and by the service only after long silence; their
 * bytes do not count here. Index: recording_removable.
 */
export function dueRecordings(tenants: Sql, { days, gigabytes }: Limits, now: Date) {
  return sql`
    select r.tenant_id, r.id, r.camera_id, r.started_at, r.duration_ms, r.bytes from tenant t cross join lateral (
      select x.*, sum(x.bytes - x.hub_bytes) over (order by x.started_at desc, x.id desc) as retained_bytes
      from recording x where x.tenant_id = t.id and not x.is_archived) r
    where ${tenants} and r.ended_at < ${new Date(now.getTime() - GROWING_MS)}
      and (r.ended_at < ${now}::timestamptz - make_interval(days => ${days},
          hours => case when r.hub_bytes > 0 then ${HUB_SPARE_HOURS}::integer else 0 end)
        or r.hub_bytes = 0 and r.retained_bytes > ${gigabytes} * 1000000000.0)`
}

/** For the same sites, the recordings that their hubs remove by these limits, each hub separately. */
function dueOnHubs(tenants: Sql, { days, gigabytes }: Limits, now: Date) {
  return sql`
    select r.tenant_id, r.id, r.camera_id, r.started_at, r.duration_ms, r.bytes from tenant t cross join lateral (
      select x.*, sum(x.hub_bytes) over (partition by x.agent_id order by x.started_at desc, x.id desc) as retained_bytes
      from recording x where x.tenant_id = t.id and not x.is_archived and x.hub_bytes > 0) r
    where ${tenants} and (r.ended_at < ${now}::timestamptz - make_interval(days => ${days})
      or r.retained_bytes > ${gigabytes} * 1000000000.0)`
}

export type PolicyRow = Omit<Retention, 'retained' | 'onHubs' | 'archived'> & { kind: string }

/** Locked until the transaction ends. */
export function readPolicy(db: PlatformDb, tenantId: string): Promise<PolicyRow | undefined> {
  return db.first(sql<PolicyRow>`
    select kind, id as "tenantId", name as "tenantName", recording_place as place, recording_days as days, recording_gigabytes as gigabytes,
      measurement_days as "measurementDays", recordings_shortened_at as "shortenedAt", retention_edited_by as "lastEditedBy",
      retention_edited_at as "lastEditedAt", retention_version as version
    from tenant where id = ${tenantId} for update`)
}

/** `retained` and `onHubs` may be removed some day, by the service and by hubs; `archived` may not, wherever it is. */
type AmountOf = 'retained' | 'onHubs' | 'archived'

const IS_OF = {
  retained: sql`not r.is_archived and r.hub_bytes = 0`,
  onHubs: sql`not r.is_archived and r.hub_bytes > 0`,
  archived: sql`r.is_archived`,
} as const satisfies Record<AmountOf, Sql>

/** The amount that the site has. */
export async function readAmount(db: PlatformDb, tenantId: string, of: AmountOf): Promise<RecordingAmount> {
  const row = await db.first(sql<RecordingAmount>`
    select ${AMOUNT} from recording r where r.tenant_id = ${tenantId} and ${IS_OF[of]} and r.duration_ms > 0`)
  return row!
}

const AMOUNT = sql`count(*) as count, coalesce(sum(r.duration_ms), 0)::bigint as "durationMs",
  coalesce(sum(r.bytes), 0)::bigint as bytes, min(r.started_at) as "oldestAt"`

export type Chosen = { days: number | null; gigabytes: number | null }
/** `measurementDays` omitted: unchanged. */
export type ChosenPolicy = Chosen & { place: RecordingPlace; measurementDays?: number | undefined }

function dueOf(tenantId: string, { days, gigabytes }: Chosen, now: Date) {
  const limits = { days: sql`${days}::integer`, gigabytes: sql`${gigabytes}::integer` }
  const site = sql`t.id = ${tenantId}`
  return sql`${dueRecordings(site, limits, now)} union ${dueOnHubs(site, limits, now)}`
}

/** The site's recordings that such limits would remove, in total and by camera. */
export async function previewRemoval(
  db: PlatformDb,
  tenantId: string,
  limits: Chosen,
  now: Date,
): Promise<RetentionPreview> {
  const removed = await db.first(sql<RecordingAmount>`select ${AMOUNT} from (${dueOf(tenantId, limits, now)}) r`)
  const cameras = await db.rows(sql<RetentionPreview['cameras'][number]>`
    select r.camera_id as "cameraId", c.name as "cameraName", ${AMOUNT} from (${dueOf(tenantId, limits, now)}) r
    join camera c on c.tenant_id = r.tenant_id and c.id = r.camera_id
    group by r.camera_id, c.name order by sum(r.bytes) desc, r.camera_id limit 500`)
  return { removed: removed!, cameras }
}

export async function savePolicy(
  db: PlatformDb,
  tenantId: string,
  { place, days, gigabytes, measurementDays }: ChosenPolicy,
  editorId: string,
  now: Date,
): Promise<void> {
  await db.run(sql`
    update tenant set recording_place = ${place}, recording_days = ${days}, recording_gigabytes = ${gigabytes},
      measurement_days = coalesce(${measurementDays ?? null}::integer, measurement_days),
      retention_version = retention_version + 1, retention_edited_at = ${now},
      retention_edited_by = (select person_name(first_name, last_name) from app_user where id = ${editorId})
    where id = ${tenantId}`)
}

/** The site's hubs. */
export async function readHubIds(db: PlatformDb, tenantId: string): Promise<string[]> {
  return (await db.rows(sql<{ id: string }>`select id from agent where tenant_id = ${tenantId}`)).map(({ id }) => id)
}
