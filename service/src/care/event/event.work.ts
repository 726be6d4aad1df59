/** Ends check-ins whose page disappeared silently: a tablet with an empty battery, a killed browser. LIVE-03. */
import { CHECK_IN_SILENT_SECONDS } from '@mimamori/contract/care/event.ts'
import type { Logger } from 'pino'
import type { Platform } from '#platform/platform.ts'
import { createDueWorker, type DueWorker } from '#platform/work/due-worker.ts'
import { type Closed, closeSilent, nextSilence } from './event.changes.ts'

const AT_ONCE = 200
const SILENT_MS = CHECK_IN_SILENT_SECONDS * 1000

/** Creates the timer of this instance. Its work is in rows, so any other instance can take over. */
export function createCheckInWork(
  { database, clock, bus }: Pick<Platform, 'database' | 'clock' | 'bus'>,
  logger: Logger,
): DueWorker {
  return createDueWorker(
    {
      name: 'check-ins.close',
      nextAt: (database) => database.asPlatform('next silence', (db) => nextSilence(db, CHECK_IN_SILENT_SECONDS)),
      async work(database, now) {
        const since = new Date(now.getTime() - SILENT_MS)
        const closed: Closed[] = await database.asPlatform('close silent check-ins', (db) =>
          closeSilent(db, since, AT_ONCE),
        )
        for (const { tenantId, id, cameraId, unitId } of closed) {
          bus.publish(tenantId, { type: 'check-in-changed', eventId: id, cameraId, unitId })
        }
        return closed.length === AT_ONCE
      },
    },
    { database, clock, logger },
  )
}
