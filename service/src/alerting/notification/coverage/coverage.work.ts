/** Chooses the recipients of test incidents as of alerts, and notifies none of them. Requirement PROOF-01. */
import type { Bus } from '#platform/messaging/bus.ts'
import type { DueWork } from '#platform/work/due-worker.ts'
import { audiencesOf } from './coverage.audience.ts'
import { claimProofs, nextProof, readUnits, saveChosen } from './coverage.queries.ts'

const AT_ONCE = 100

type Parts = { bus: Pick<Bus, 'publish'>; mail: { isSent: boolean } }

export function proofs({ bus, mail }: Parts): DueWork {
  return {
    name: 'proofs.choose',
    nextAt: (database) => database.asPlatform('next test incident', nextProof),
    async work(database, now) {
      const news = await database.asPlatform('recipients of test incidents', async (db) => {
        const waiting = await claimProofs(db, AT_ONCE)
        if (waiting.length === 0) return []
        const ids = waiting.map(({ cameraId }) => cameraId)
        const audiences = await audiencesOf(db, ids, mail.isSent, now)
        const chosen = waiting.map((one) => ({ ...one, recipients: audiences.get(one.cameraId)?.recipients ?? 0 }))
        await saveChosen(db, chosen, now)
        return readUnits(db, ids)
      })
      for (const { tenantId, unitId, cameraIds } of news)
        bus.publish(tenantId, { type: 'path-proven', unitId, cameraIds })
      return news.length > 0
    },
  }
}
