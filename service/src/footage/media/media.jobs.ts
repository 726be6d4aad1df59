/** Removes images and clips that belong to no alert or camera, row and file. */

import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { type Storage, storageName } from '#platform/files/storage.ts'
import type { Job } from '#platform/work/jobs.ts'
import { deleteMedia, lockOrphans } from './media.queries.ts'

/** A hub reports the alert of a clip seconds after it uploaded it. */
const UNCLAIMED_HOURS = 24
const BATCH = 200

/**
 * Removes clips without an alert and frames that were replaced. The file is deleted first: if the service dies in
 * between, the row is found again, while a file without its row would stay forever.
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
