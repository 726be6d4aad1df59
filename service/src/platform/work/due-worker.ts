/**
 * Work whose time is a row: one timer of this instance sleeps until the next row is due. Measured against polling
 * queues in performance.md P9: milliseconds late with 100,000 rows waiting, where they are one to two seconds late.
 */
import type { Logger } from 'pino'
import type { Cancel, Clock } from '../clock.ts'
import type { Database } from '../postgres/database.ts'

export type DueWork = {
  /** Noun and verb, `escalations.fire`. */
  name: string
  /** When the earliest row is due, of any writer; null: none waits. */
  nextAt(database: Database): Promise<Date | null>
  /** Works off what is due at `now`, some rows at a time; true when more may be due already. */
  work(database: Database, now: Date): Promise<boolean>
}

export type DueWorker = {
  start(): void
  /** Something may be due earlier than was thought: looks at once. */
  wake(): void
  /** Lets the running round finish. */
  stop(): Promise<void>
  /** Resolves when everything that is due by the clock is worked off. For tests, which move the clock. */
  settled(): Promise<void>
}

/** Rows of other instances, and a clock that was set, are noticed after at most this. */
const LOOK_AGAIN_MS = 1_000
/** After an error, so that a database that is away is not hammered. */
const AFTER_ERROR_MS = 1_000

/** Creates the worker of this instance. Several instances may run the same work: its rows must be claimed. */
export function createDueWorker(
  due: DueWork,
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
): DueWorker {
  let cancel: Cancel | null = null
  let isStopped = true
  let isWoken = false
  let running: Promise<void> | null = null

  async function round(): Promise<number> {
    for (;;) {
      isWoken = false
      while (!isStopped && (await due.work(database, clock.now()))) {}
      const next = await due.nextAt(database)
      const waitMs = next === null ? LOOK_AGAIN_MS : next.getTime() - clock.now().getTime()
      if (isStopped || (!isWoken && waitMs > 0)) return Math.min(waitMs, LOOK_AGAIN_MS)
    }
  }
  function look(): void {
    cancel?.()
    cancel = null
    if (isStopped) return
    if (running) {
      isWoken = true
      return
    }
    running = round()
      .catch((error: unknown) => {
        logger.error({ err: error, worker: due.name }, 'due work failed')
        return AFTER_ERROR_MS
      })
      .then((waitMs) => {
        running = null
        if (!isStopped) cancel = clock.after(waitMs, look)
      })
  }

  return {
    start() {
      isStopped = false
      look()
    },
    wake: look,
    async stop() {
      isStopped = true
      cancel?.()
      await running
    },
    async settled() {
      look()
      while (running) await running
    },
  }
}
