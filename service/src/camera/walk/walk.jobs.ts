/** Ends walk tests automatically. Requirement REAL-11. */
import { writeAudit } from '#platform/auth/audit.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { Job } from '#platform/work/jobs.ts'
import { endDueWalks } from './walk.queries.ts'
import { walkEvent } from './walk.routes.ts'

const SWEEP_MS = 10_000
const BATCH = 200

/** Ends tests that timed out or whose phone disconnected: they yield no certificate. */
export function endWalks(bus: Pick<Bus, 'publish'>): Job {
  return {
    name: 'walk-tests.end',
    everyMs: SWEEP_MS,
    batchSize: BATCH,
    async batch(db, now, afterCommit) {
      const ended = await endDueWalks(db, now, BATCH)
      for (const { tenantId, id, cameraId, reason } of ended) {
        const by = { tenantId, at: now, actorUserId: null, actorTenantId: null, hubId: null, sessionId: null, ip: null }
        const details = { testId: id, reason }
        await writeAudit(db, by, { action: 'walkTest.end', objectType: 'camera', objectId: cameraId, details })
      }
      afterCommit(() => {
        for (const walk of ended) bus.publish(walk.tenantId, walkEvent(walk))
      })
      return ended.length
    },
  }
}
