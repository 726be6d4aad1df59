/** Removes old recordings: by age and size limits of their site, and when the disk is full. Requirement REC-05. */

import type { ReadDisk } from '#platform/disk.ts'
import type { Storage } from '#platform/files/storage.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'
import { discardFiles } from './recording.jobs.ts'
import { dueRecordings } from './recording.retention.queries.ts'
import { missingBytes } from './recording.room.ts'

/** Recordings removed in one transaction: an hour each, with some six hundred segments. */
const BATCH = 20

/**
 * Removes, for each site, recordings older than its days, and then the oldest ones until the rest fits its gigabytes.
 * Files are removed through the discard list; alerts and their clips stay.
 */
export const retainRecordings: Job = {
  name: 'recording.retain',
  everyMs: 5 * 60_000,
  batchSize: BATCH,
  batch: async (db, now) => remove(db, await lockDue(db, now)),
}

type Due = { tenantId: string; id: string; bytes: number }

const SITES = sql`(t.recording_days is not null or t.recording_gigabytes is not null)`
const LIMITS = { days: sql`t.recording_days`, gigabytes: sql`t.recording_gigabytes` }

function lockDue(db: PlatformDb, now: Date): Promise<Due[]> {
  return db.rows(sql<Due>`
    select r.tenant_id as "tenantId", r.id, r.bytes from recording r
    join (select * from (${dueRecordings(SITES, LIMITS, now)}) d order by d.started_at limit ${BATCH}) due
      on due.tenant_id = r.tenant_id and due.id = r.id
    where not r.is_archived
    for update of r skip locked`)
}

/** At most about a day of recordings is processed in one round. */
const ROUNDS = 50

/**
 * When the service's disk has less free space than alerts and their clips need, removes the oldest recordings of all
 * sites early, file by file, until there is more space than the limit at which new ones are rejected. Archived ones
 * stay; if they alone fill the disk, recordings wait on their hubs. The sites' settings show when that happened.
 */
export function makeRoom(storage: Pick<Storage, 'remove'>, readDisk: ReadDisk): Job {
  return {
    name: 'recording.make-room',
    everyMs: 60_000,
    // Ends by itself, within its task.
    batchSize: Number.POSITIVE_INFINITY,
    async task(database, now) {
      let removed = 0
      for (let round = 0; round < ROUNDS; round++) {
        const missing = missingBytes(await readDisk())
        if (missing <= 0) break
        const gone = await removeOldest(database, missing, now)
        if (gone === 0) break
        removed += gone
        await discardNow(database, storage, now)
      }
      return removed
    },
  }
}

/** Removes the oldest ones until enough bytes are free, at most a batch. */
function removeOldest(database: Database, bytes: number, now: Date): Promise<number> {
  return database.asPlatform('recordings make room', async (db) => {
    const oldest = await lockOldest(db)
    let freed = 0
    const due = oldest.filter((one) => {
      const isNeeded = freed < bytes
      freed += one.bytes
      return isNeeded
    })
    const tenantIds = [...new Set(due.map(({ tenantId }) => tenantId))]
    await db.run(sql`update tenant set recordings_shortened_at = ${now} where id = any(${tenantIds}::uuid[])`)
    return remove(db, due)
  })
}

/** Index: recording_oldest. */
function lockOldest(db: PlatformDb): Promise<Due[]> {
  return db.rows(sql<Due>`
    select tenant_id as "tenantId", id, bytes from recording
    where not is_archived and bytes > 0 and hub_bytes = 0 order by started_at limit ${BATCH} for update skip locked`)
}

async function discardNow(database: Database, storage: Pick<Storage, 'remove'>, now: Date): Promise<void> {
  const { batch } = discardFiles(storage)
  const more = () => database.asPlatform('files of removed recordings', (db) => batch(db, now))
  while ((await more()) > 0);
}

async function remove(db: PlatformDb, due: readonly Due[]): Promise<number> {
  if (due.length === 0) return 0
  const these = sql`jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d ("tenantId" uuid, id uuid)`
  await db.run(
    sql`delete from recording_segment x using ${these} where x.tenant_id = d."tenantId" and x.recording_id = d.id`,
  )
  await db.run(
    sql`delete from recording_snapshot x using ${these} where x.tenant_id = d."tenantId" and x.recording_id = d.id`,
  )
  await db.run(sql`delete from recording x using ${these} where x.tenant_id = d."tenantId" and x.id = d.id`)
  return due.length
}
