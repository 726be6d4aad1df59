/** Old recordings make room for new ones, by age and by space, site by site. Archived ones never do. Requirement REC-05. */
import { type RawBuilder, sql } from 'kysely'
import type { PlatformDb } from '#platform/database.ts'
import type { Job } from '#platform/jobs.ts'

/** Recordings removed in one transaction: an hour each, with some six hundred pieces. */
const BATCH = 20
/** One that is still being recorded stays. */
const GROWING_MS = 10 * 60_000

/**
 * Takes away, of each site, what is older than its days and then the oldest until the rest fits into its gigabytes.
 * Files go by the list of those that nobody needs; alerts and their clips stay.
 */
export const retainRecordings: Job = {
  name: 'recording.retain',
  everyMs: 5 * 60_000,
  batchSize: BATCH,
  batch: async (db, now) => remove(db, await lockDue(db, now)),
}

type Due = { tenantId: string; id: string }

/** Newest first, the bytes of all that are newer are added up: what lies beyond the limit goes. Index: recording_removable. */
function dueRecordings(now: Date): RawBuilder<unknown> {
  return sql`
    select r.tenant_id, r.id, r.started_at from tenant t cross join lateral (
      select x.tenant_id, x.id, x.started_at, x.ended_at,
        sum(x.bytes) over (order by x.started_at desc, x.id desc) as kept_bytes
      from recording x where x.tenant_id = t.id and not x.is_archived) r
    where (t.recording_days is not null or t.recording_gigabytes is not null)
      and r.ended_at < ${new Date(now.getTime() - GROWING_MS)}
      and (r.ended_at < ${now}::timestamptz - make_interval(days => t.recording_days)
        or r.kept_bytes > t.recording_gigabytes * 1000000000.0)`
}

function lockDue(db: PlatformDb, now: Date): Promise<Due[]> {
  return db.rows(sql<Due>`
    select r.tenant_id as "tenantId", r.id from recording r
    join (select * from (${dueRecordings(now)}) d order by d.started_at limit ${BATCH}) due
      on due.tenant_id = r.tenant_id and due.id = r.id
    where not r.is_archived
    for update of r skip locked`)
}

async function remove(db: PlatformDb, due: readonly Due[]): Promise<number> {
  if (due.length === 0) return 0
  const these = sql`jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d ("tenantId" uuid, id uuid)`
  await db.run(
    sql`delete from recording_segment x using ${these} where x.tenant_id = d."tenantId" and x.recording_id = d.id`,
  )
  await db.run(
    sql`delete from recording_still x using ${these} where x.tenant_id = d."tenantId" and x.recording_id = d.id`,
  )
  await db.run(sql`delete from recording x using ${these} where x.tenant_id = d."tenantId" and x.id = d.id`)
  return due.length
}
