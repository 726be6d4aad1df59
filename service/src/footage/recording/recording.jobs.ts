/** Repairs files without rows and rows without files. */

import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { type Storage, storageName } from '#platform/files/storage.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'
import { markLost } from './recording.retained.queries.ts'

const BATCH = 200

/**
 * Removes the files of deleted segments and of unfinished uploads. The file is deleted first: if the service dies in
 * between, its row is found again.
 */
export function discardFiles(storage: Pick<Storage, 'remove'>) {
  return {
    name: 'recording.discard-files',
    everyMs: 2 * MINUTE_MS,
    batchSize: BATCH,
    async batch(db: PlatformDb, now: Date) {
      const due = await lockDiscarded(db, now)
      await Promise.all(due.map(({ tenantId, id }) => storage.remove(storageName(tenantId, id))))
      await forgetDiscarded(db, due)
      return due.length
    },
  } satisfies Job
}

type Part = { tenantId: string; id: string }

/**
 * Index: recording_discard_due. Skips files that were uploaded again and are in use; segments on a hub need no file
 * here.
 */
function lockDiscarded(db: PlatformDb, now: Date): Promise<Part[]> {
  return db.rows(sql<Part>`
    select d.tenant_id as "tenantId", d.id from recording_discard d where d.due_at <= ${now}
      and not exists (select from recording_segment x where x.tenant_id = d.tenant_id and x.id = d.id
        and not x.is_on_hub)
      and not exists (select from recording_snapshot x where x.tenant_id = d.tenant_id and x.id = d.id)
      and not exists (select from recording_init x where x.tenant_id = d.tenant_id and x.id = d.id)
    order by d.due_at limit ${BATCH} for update of d skip locked`)
}

async function forgetDiscarded(db: PlatformDb, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return
  await db.run(sql`
    delete from recording_discard d using jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as r ("tenantId" uuid, id uuid)
    where d.tenant_id = r."tenantId" and d.id = r.id`)
}

/** Deletes headers a day after their last segment: other segments of the run may still arrive. */
export const dropInits: Job = {
  name: 'recording.drop-inits',
  everyMs: 60 * MINUTE_MS,
  batchSize: BATCH,
  batch: (db, now) =>
    db.run(sql`
      delete from recording_init i using (
        select x.tenant_id, x.id from recording_init x
        where x.created_at < ${new Date(now.getTime() - 24 * 60 * MINUTE_MS)} and not exists (
          select from recording_segment s where s.tenant_id = x.tenant_id and s.init_id = x.id)
        order by x.created_at limit ${BATCH} for update skip locked) gone
      where i.tenant_id = gone.tenant_id and i.id = gone.id`),
}

/** Segments checked per round: a month of forty cameras takes a few days. */
const CHECKED = 2_000
/** The position of the last round, among the facts about this installation. */
const CURSOR = 'recording.checked'

/** Continuously looks for segments whose file is missing, a few at a time: each becomes a visible gap. */
export function checkFiles(storage: Pick<Storage, 'size'>): Job {
  return {
    name: 'recording.check-files',
    everyMs: 10 * MINUTE_MS,
    // Never runs a second batch at once: the scan has no end.
    batchSize: Number.POSITIVE_INFINITY,
    async task(database, now) {
      const parts = await nextParts(database)
      const lost: Part[] = []
      for (const part of parts) {
        if ((await storage.size(storageName(part.tenantId, part.id))) === null) lost.push(part)
      }
      await database.asPlatform('recordings whose file is gone', async (db) => {
        for (const { tenantId, id } of lost) await markLost(db, tenantId, [id])
        const last = parts.length < CHECKED ? null : parts.at(-1)!
        await db.run(sql`
          insert into installation (key, value, updated_at) values (${CURSOR}, ${JSON.stringify(last)}::jsonb, ${now})
          on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`)
      })
      return lost.length
    },
  }
}

function nextParts(database: Database): Promise<Part[]> {
  return database.asPlatform('recordings to check', (db) =>
    db.rows(sql<Part>`
      select s.tenant_id as "tenantId", s.id from recording_segment s
      where (s.tenant_id, s.id) > (
        select coalesce(max(value ->> 'tenantId'), '00000000-0000-0000-0000-000000000000')::uuid,
          coalesce(max(value ->> 'id'), '00000000-0000-0000-0000-000000000000')::uuid
        from installation where key = ${CURSOR})
        and not s.is_on_hub
      order by s.tenant_id, s.id limit ${CHECKED}`),
  )
}
