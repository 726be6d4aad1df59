/** Accident reports are retained for five years after their last change and submission, then dropped. Requirement REPORT-05. */
import { writeAudit } from '#platform/auth/audit.ts'
import type { Job } from '#platform/work/jobs.ts'
import { dropOld } from './accident.changes.ts'

const RETAINED_MS = 5 * 365.25 * 24 * 60 * 60_000
const BATCH = 100

export const dropAccidents: Job = {
  name: 'accidents.drop',
  everyMs: 60 * 60_000,
  batchSize: BATCH,
  async batch(db, now) {
    const dropped = await dropOld(db, new Date(now.getTime() - RETAINED_MS), BATCH)
    const nobody = { actorUserId: null, actorTenantId: null, hubId: null, sessionId: null, ip: null }
    for (const { tenantId, id, state } of dropped) {
      const entry = { action: 'accident.remove', objectType: 'accident', objectId: id, details: { isDue: true, state } }
      await writeAudit(db, { tenantId, at: now, ...nobody }, entry)
    }
    return dropped.length
  },
}
