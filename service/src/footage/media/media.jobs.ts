/** Pictures and clips that belong to nothing are removed, row and file. security.md, goal S21. */

import { type Storage, storageName } from '#platform/files/storage.ts'
import type { Job } from '#platform/work/jobs.ts'
import { deleteMedia, lockOrphans } from './media.queries.ts'

const HOUR_MS = 60 * 60_000
/** A hub says which alert a clip belongs to seconds after it uploaded it. */
const UNCLAIMED_HOURS = 24
const BATCH = 200

/**
 * Removes clips that no alert claimed and frames that were replaced. The file goes first: should the service end in
 * between, the row is found again, while a file without its row would stay for ever.
 */
export function dropOrphans(storage: Pick<Storage, 'remove'>): Job {
  return {
    name: 'media.drop-orphans',
    everyMs: 10 * 60_000,
    batchSize: BATCH,
    async batch(db, now) {
      const orphans = await lockOrphans(db, new Date(now.getTime() - UNCLAIMED_HOURS * HOUR_MS), BATCH)
      await Promise.all(orphans.map(({ tenantId, id }) => storage.remove(storageName(tenantId, id))))
      await deleteMedia(db, orphans)
      return orphans.length
    },
  }
}
