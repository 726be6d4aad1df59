/**
 * Escalation as a part of the service: the timers of rules and rounds, the auditor that checks rules, and the cleanup.
 * SET-05, NIGHT-04.
 */

import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { Logger } from 'pino'
import type { Platform } from '#platform/platform.ts'
import { createDueWorker, type DueWorker } from '#platform/work/due-worker.ts'
import type { Job } from '#platform/work/jobs.ts'
import { forgetChains } from './chain.queries.ts'
import { repeatRounds } from './chain.work.ts'
import { createEscalationAuditor, type EscalationAuditor } from './escalation.auditor.ts'
import { createEscalationStore, forgetGivenUp } from './escalation.queries.ts'
import { escalate } from './escalation.worker.ts'

export type EscalationEngine = {
  worker: DueWorker
  /** Repeats alarms that nobody answers. */
  rounds: DueWorker
  auditor: EscalationAuditor
  start(): void
  stop(): Promise<void>
}

/** Creates the engine of this instance. */
export function createEscalationEngine(
  { database, clock, wakeSignals, bus }: Pick<Platform, 'database' | 'clock' | 'wakeSignals' | 'bus'>,
  logger: Logger,
): EscalationEngine {
  const store = createEscalationStore(database, (rules) =>
    logger.warn({ rules }, 'escalation rules were fired that have nobody to tell'),
  )
  const onFired = (count: number) => logger.info({ count }, 'alerts were escalated')
  const worker = createDueWorker(escalate({ store, wakeSignals, bus, onFired }), { database, clock, logger })
  const onRound = (count: number) => logger.info({ count }, 'unanswered alarms were repeated')
  const rounds = createDueWorker(repeatRounds({ database, wakeSignals, onRound }), { database, clock, logger })
  const auditor = createEscalationAuditor({ database, clock, log: logger })
  let unsubscribe = () => {}
  return {
    worker,
    rounds,
    auditor,
    start() {
      unsubscribe = wakeSignals.onSignal('escalation', () => {
        worker.wake()
        rounds.wake()
      })
      worker.start()
      rounds.start()
      auditor.start()
    },
    async stop() {
      unsubscribe()
      await Promise.all([worker.stop(), rounds.stop(), auditor.stop()])
    },
  }
}

/** Longer than any clock is wrong for, so that one that is set right finds everything that it should fire. */
const RETAINED_MS = 7 * 24 * HOUR_MS
const BATCH = 1_000

/** Rules and alarms that were given up are deleted after a week. */
export const forgetEscalations: Job = {
  name: 'escalations.forget',
  everyMs: HOUR_MS,
  batchSize: BATCH,
  async batch(db, now) {
    const before = new Date(now.getTime() - RETAINED_MS)
    return Math.max(await forgetGivenUp(db, before, BATCH), await forgetChains(db, before, BATCH))
  },
}
