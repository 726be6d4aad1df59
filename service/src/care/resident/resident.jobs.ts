/** Residents that were removed, and those that left long ago, are erased. Requirement RESIDENT-02. */
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import type { Job } from '#platform/work/jobs.ts'
import { eraseOld } from './resident.changes.ts'

const RESTORABLE_MS = 30 * DAY_MS
/** As long as care records are retained: five years after the end of the service. */
const LEFT_RETAINED_MS = 5 * 365.25 * DAY_MS
const BATCH = 100

export const eraseResidents: Job = {
  name: 'residents.erase',
  everyMs: 60 * 60_000,
  batchSize: BATCH,
  async batch(db, now) {
    const before = (ms: number) => new Date(now.getTime() - ms)
    const erased = await eraseOld(db, before(RESTORABLE_MS), before(LEFT_RETAINED_MS), BATCH)
    const nobody = { actorUserId: null, actorTenantId: null, hubId: null, sessionId: null, ip: null }
    for (const { tenantId, id } of erased) {
      const entry = { action: 'resident.erase', objectType: 'resident', objectId: id, details: { isDue: true } }
      await writeAudit(db, { tenantId, at: now, ...nobody }, entry)
    }
    return erased.length
  },
}
