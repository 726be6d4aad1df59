/**
 * Writes the requested drafts, one at a time for each site. Each step is stored before it begins, so that the work
 * resumes after a restart. Requirement REPORT-01.
 */
import type { Logger } from 'pino'
import { createQueueWorker } from '#platform/work/queue/queue-worker.ts'
import { nextClaimAt } from '#platform/work/queue/row-queue.ts'
import { claimJob, endJob, REPORT_QUEUE } from './report.job.queries.ts'
import type { ModelOptions } from './report.model.ts'
import { JobRecord, type WorkerPlatform } from './report.record.ts'
import { writeDraft } from './report.writing.ts'

/** Decoding occupies a CPU core; more at once would delay live video. */
const AT_ONCE = 2
const HELD_MS = 30_000
const RENEW_MS = 10_000
const TRIES = 3

/** Creates the worker of this instance; instances share the rows. */
export function createReportWorker(platform: WorkerPlatform, logger: Logger, options: ModelOptions = {}) {
  const { clock, database, wakeSignals, bus } = platform
  const worker = createQueueWorker(
    {
      name: 'reports.write',
      atOnce: AT_ONCE,
      tries: TRIES,
      renewMs: RENEW_MS,
      nextAt: () => nextClaimAt(database, REPORT_QUEUE),
      claim: (now) => claimJob(database, now, new Date(now.getTime() + HELD_MS)),
      begin: (job) => new JobRecord(platform, job, HELD_MS),
      renew: (record) => record.renew(),
      work: (job, record, signal) => writeDraft(platform, job, record, { signal, ...options }),
      async end(job, ending) {
        const isOurs = await database.asPlatform('end a report', (db) => endJob(db, job, ending, clock.now()))
        if (isOurs) bus.publish(job.tenantId, { type: 'report-changed', alertId: job.alertId, unitId: job.unitId })
      },
    },
    { database, clock, logger },
  )
  const unsubscribe = wakeSignals.onSignal('report', worker.wake)
  return {
    ...worker,
    async stop() {
      unsubscribe()
      await worker.stop()
    },
  }
}
