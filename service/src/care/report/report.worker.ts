/**
 * Works off the drafts that people asked for, one at a time for each site: every step is a row before it begins, so that
 * a restart takes the work up again. Requirement REPORT-01.
 */
import type { Logger } from 'pino'
import { wait } from '#platform/clock.ts'
import { createDueWorker } from '#platform/work/due-worker.ts'
import { type ClaimedJob, claimJob, type Ending, endJob, nextJobAt } from './report.job.queries.ts'
import type { ModelOptions } from './report.model.ts'
import { JobLost, JobRecord, type WorkerPlatform } from './report.record.ts'
import { writeDraft } from './report.writing.ts'

type ReportWorker = {
  start(): void
  /** Lets go of running work, which goes on after the next start. */
  stop(): Promise<void>
  /** Resolves when everything that waits is done. For tests. */
  settled(): Promise<void>
}

/** Decoding takes a core; more at once would hold up what is live. */
const AT_ONCE = 2
const HELD_MS = 30_000
const RENEW_MS = 10_000
const TRIES = 3

/** Creates the worker of this instance; several instances share the rows. */
export function createReportWorker(platform: WorkerPlatform, logger: Logger, options: ModelOptions = {}): ReportWorker {
  const { clock, database, wakeSignals } = platform
  const running = new Set<Promise<void>>()
  let ending = new AbortController()

  const due = createDueWorker(
    {
      name: 'reports.write',
      nextAt: async () =>
        running.size >= AT_ONCE ? null : soonest(await nextJobAt(database), running.size > 0, clock.now()),
      async work(_, now) {
        if (running.size >= AT_ONCE || ending.signal.aborted) return false
        const job = await claimJob(database, now, new Date(now.getTime() + HELD_MS))
        if (!job) return false
        const work: Promise<void> = workOff(platform, job, logger, ending.signal, options).finally(() => {
          running.delete(work)
          due.wake()
        })
        running.add(work)
        return true
      },
    },
    { database, clock, logger },
  )
  const unsubscribe = wakeSignals.onSignal('report', () => due.wake())

  return {
    start() {
      ending = new AbortController()
      due.start()
    },
    async stop() {
      unsubscribe()
      ending.abort()
      await due.stop()
      await Promise.all(running)
    },
    async settled() {
      do {
        await due.settled()
        await Promise.all(running)
      } while (running.size > 0 || (await hasDue(platform)))
    },
  }
}

/** What is due already but was not claimed waits for another one of its site: whoever ends wakes the worker. */
function soonest(at: Date | null, isWorking: boolean, now: Date): Date | null {
  return at !== null && isWorking && at <= now ? null : at
}

async function hasDue({ database, clock }: WorkerPlatform): Promise<boolean> {
  const at = await nextJobAt(database)
  return at !== null && at <= clock.now()
}

async function workOff(
  platform: WorkerPlatform,
  job: ClaimedJob,
  logger: Logger,
  stopping: AbortSignal,
  options: ModelOptions,
): Promise<void> {
  const record = new JobRecord(platform, job, HELD_MS)
  const over = new AbortController()
  const signal = AbortSignal.any([stopping, over.signal])
  void keepHolding(platform, record, over)
  let ending: Ending
  try {
    if (job.attempts > TRIES) ending = { state: 'failed', failure: 'interrupted' }
    else {
      await writeDraft(platform, job, record, { signal, ...options })
      ending = { state: 'done' }
    }
  } catch (error) {
    if (error instanceof JobLost) return over.abort()
    if (!stopping.aborted) logger.error({ err: error, report: job.id }, 'a report could not be written')
    ending = stopping.aborted ? { state: 'waiting' } : { state: 'failed', failure: 'unexpected' }
  }
  over.abort()
  await finish(platform, job, ending, logger)
}

/** While a step takes long nobody else may think that this process died. */
async function keepHolding({ clock }: WorkerPlatform, record: JobRecord, over: AbortController): Promise<void> {
  for (;;) {
    await wait(clock, RENEW_MS)
    if (over.signal.aborted) return
    await record.renew().catch((error) => {
      if (error instanceof JobLost) over.abort()
    })
  }
}

async function finish(platform: WorkerPlatform, job: ClaimedJob, ending: Ending, logger: Logger): Promise<void> {
  const { database, clock, bus } = platform
  try {
    const isOurs = await database.asPlatform('end a report', (db) => endJob(db, job, ending, clock.now()))
    if (isOurs) bus.publish(job.tenantId, { type: 'report-changed', alertId: job.alertId, unitId: job.unitId })
  } catch (error) {
    // It is taken up again when nobody holds it any more.
    logger.error({ err: error, report: job.id }, 'the end of a report could not be noted')
  }
}
