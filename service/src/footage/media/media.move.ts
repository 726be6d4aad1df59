/** Moves files from the data folder to the bucket, a few at a time, while all goes on. Requirement SCALE-02. */
import type { BucketStorage } from '#platform/files/bucket-storage.ts'
import { storageName } from '#platform/files/storage.ts'
import type { Database } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'

const BATCH = 500
type FileId = { tenantId: string; id: string }
const NONE: FileId = {
  tenantId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

/**
 * Moving removes a file from its folder, so an interrupted run continues with the rest. Every instance moves the files
 * of its own folder, or helps with a shared one.
 */
export function moveFiles(bucket: Pick<BucketStorage, 'moveIn'>): Job {
  let last = NONE
  return {
    name: 'media.move-files',
    everyMs: 60_000,
    batchSize: BATCH,
    async task(database) {
      const files = await filesAfter(database, last)
      for (const { tenantId, id } of files) await bucket.moveIn(storageName(tenantId, id))
      // Starts over after a complete round.
      last = files.length < BATCH ? NONE : files.at(-1)!
      return files.length
    },
  }
}

/** Files of all kinds, in one order. */
function filesAfter(database: Database, { tenantId, id }: FileId): Promise<FileId[]> {
  return database.asPlatform('files to move', (db) =>
    db.rows(sql<FileId>`
      select f.tenant_id as "tenantId", f.id from (
        (select tenant_id, id from media where (tenant_id, id) > (${tenantId}, ${id}) order by 1, 2 limit ${BATCH})
        union all (select tenant_id, id from recording_init where (tenant_id, id) > (${tenantId}, ${id})
          order by 1, 2 limit ${BATCH})
        union all (select tenant_id, id from recording_snapshot where (tenant_id, id) > (${tenantId}, ${id})
          order by 1, 2 limit ${BATCH})
        union all (select tenant_id, id from recording_segment where (tenant_id, id) > (${tenantId}, ${id})
          and not is_on_hub order by 1, 2 limit ${BATCH})
      ) f order by 1, 2 limit ${BATCH}`),
  )
}
