/**
 * Processes long jobs of a RowQueue in this instance: several at once, leased while they run, resumed after a crash.
 */
import type { Logger } from 'pino'
import { type Clock, wait } from '../../clock.ts'
import type { Database } from '../../postgres/database.ts'
import { createDueWorker } from '../due-worker.ts'
import type { ClaimedRow } from './row-queue.ts'

/** Another instance works on the row, or it was canceled or removed: results of this one must be discarded. */
export class RowLost extends Error {
  constructor() {
    super('The row of this job is not held any more.')
    this.name = 'RowLost'
  }
}

/** `stopped`: this instance ends, and the row waits for the next; `interrupted`: every try ended with its process. */
export type Ending = 'done' | 'stopped' | 'interrupted' | 'unexpected'

type LongWork<Row extends ClaimedRow, Held> = {
  /** Noun and verb, `reports.write`. */
  name: string
  atOnce: number
  /** A row that was claimed more often than this is given up. */
  tries: number
  renewMs: number
  nextAt(): Promise<Date | null>
  claim(now: Date): Promise<Row | undefined>
  /** State shared by the work and its renewals. */
  begin(row: Row): Held
  /** Throws RowLost. */
  renew(held: Held): Promise<void>
  /** Throws RowLost. */
  work(row: Row, held: Held, signal: AbortSignal): Promise<void>
  end(row: Row, ending: Ending): Promise<void>
}

type QueueWorker = {
  start(): void
  wake(): void
  /** Aborts running work, which continues after the next start. */
  stop(): Promise<void>
  /** Resolves when everything that waits is done. For tests. */
  idle(): Promise<void>
}

export function createQueueWorker<Row extends ClaimedRow, Held>(
  plan: LongWork<Row, Held>,
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
): QueueWorker {
  const running = new Set<Promise<void>>()
  let ending = new AbortController()
  const isFull = () => running.size >= plan.atOnce
  const due = createDueWorker(
    {
      name: plan.name,
      nextAt: async () => (isFull() ? null : soonest(await plan.nextAt(), running.size > 0, clock.now())),
      async work(_, now) {
        if (isFull() || ending.signal.aborted) return false
        const row = await plan.claim(now)
        if (!row) return false
        const work: Promise<void> = workOff(plan, row, { clock, logger, stopping: ending.signal }).finally(() => {
          running.delete(work)
          due.wake()
        })
        running.add(work)
        return true
      },
    },
    { database, clock, logger },
  )
  const hasDue = async () => {
    const at = await plan.nextAt()
    return at !== null && at <= clock.now()
  }
  return {
    start() {
      ending = new AbortController()
      due.start()
    },
    wake: due.wake,
    async stop() {
      ending.abort()
      await due.stop()
      await Promise.all(running)
    },
    async idle() {
      do {
        await due.idle()
        await Promise.all(running)
      } while (running.size > 0 || (await hasDue()))
    },
  }
}

/** A due row that was not claimed waits for another row of its tenant, whose end wakes the worker. */
function soonest(at: Date | null, isWorking: boolean, now: Date): Date | null {
  return at !== null && isWorking && at <= now ? null : at
}

async function workOff<Row extends ClaimedRow, Held>(
  plan: LongWork<Row, Held>,
  row: Row,
  { clock, logger, stopping }: { clock: Clock; logger: Logger; stopping: AbortSignal },
): Promise<void> {
  const over = new AbortController()
  const held = plan.begin(row)
  void keepHolding(plan, held, clock, over)
  let ending: Ending = 'done'
  try {
    if (row.attempts > plan.tries) ending = 'interrupted'
    else await plan.work(row, held, AbortSignal.any([stopping, over.signal]))
  } catch (error) {
    if (error instanceof RowLost) return over.abort()
    if (!stopping.aborted) logger.error({ err: error, worker: plan.name, row: row.id }, 'a job of a queue failed')
    ending = stopping.aborted ? 'stopped' : 'unexpected'
  }
  over.abort()
  // If this fails, the row is resumed once its lease expires.
  await plan.end(row, ending).catch((error) => {
    logger.error({ err: error, worker: plan.name, row: row.id }, 'the end of a job could not be noted')
  })
}

/** While a step takes long no other instance must assume that this one died. */
async function keepHolding<Row extends ClaimedRow, Held>(
  plan: LongWork<Row, Held>,
  held: Held,
  clock: Clock,
  over: AbortController,
): Promise<void> {
  for (;;) {
    await wait(clock, plan.renewMs)
    if (over.signal.aborted) return
    await plan.renew(held).catch((error) => {
      if (error instanceof RowLost) over.abort()
    })
  }
}
