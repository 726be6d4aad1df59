/**
 * Work with due times in rows: one timer of this instance sleeps until the next row is due. Measured against polling
 * queues in performance.md P9: milliseconds late with 100,000 rows waiting, instead of one to two seconds.
 */
import type { Logger } from 'pino'
import type { Cancel, Clock } from '../clock.ts'
import type { Database } from '../postgres/database.ts'

export type DueWork = {
  /** Noun and verb, `escalations.fire`. */
  name: string
  /** When the earliest row of any writer is due; null if none waits. */
  nextAt(database: Database): Promise<Date | null>
  /** Processes some rows that are due at `now`; returns true if more may be due already. */
  work(database: Database, now: Date): Promise<boolean>
  /**
   * Whether another instance is woken for this work (wake-signals.ts). Omitted: this one processes all that it finds.
   */
  isElsewhere?(): boolean
}

export type DueWorker = {
  start(): void
  /** Something may be due earlier than planned: checks at once, or soon if it has just checked. */
  wake(): void
  /** Waits for the running round. */
  stop(): Promise<void>
  /** Resolves when everything that is due by the clock is processed. For tests, which move the clock. */
  idle(): Promise<void>
}

/** Rows of other instances, and a clock that was set, are noticed after at most this time. */
const LOOK_AGAIN_MS = 1_000
/**
 * Minimum interval of rounds caused by wake-ups: in a storm of alerts each round would find only a few rows at the same
 * cost.
 */
const APART_MS = 50
/** Consecutive rounds without a pause. A row that is still due after them is locked by somebody else. */
const ROUNDS_AT_ONCE = 10
/** After an error, so that an unreachable database is not flooded with retries. */
const AFTER_ERROR_MS = 1_000

/** Creates the worker of this instance. Several instances may run the same work: its rows must be claimed. */
export function createDueWorker(
  due: DueWork,
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
): DueWorker {
  let cancel: Cancel | null = null
  let isStopped = true
  let isWoken = false
  let begunMs = 0
  /** Time of the next check by `cancel`. */
  let nextLookMs = 0
  let running: Promise<void> | null = null

  /** Time until a woken round may begin, ms; 0: at once. Never longer than `APART_MS`, even if the clock is set. */
  function restMs(): number {
    const passedMs = clock.now().getTime() - begunMs
    return passedMs < 0 || passedMs >= APART_MS ? 0 : APART_MS - passedMs
  }
  /** Rows that became due during this round are found by the instance that was woken for them, or by the next check. */
  function untilDue(next: Date | null): number {
    if (next === null) return LOOK_AGAIN_MS
    const ms = next.getTime() - clock.now().getTime()
    return ms <= 0 && due.isElsewhere?.() ? LOOK_AGAIN_MS : ms
  }
  /** Returns the milliseconds until the next check. */
  async function round(): Promise<number> {
    for (let rounds = 1; ; rounds++) {
      isWoken = false
      begunMs = clock.now().getTime()
      while (!isStopped && (await due.work(database, clock.now()))) {}
      const untilDueMs = untilDue(await due.nextAt(database))
      const waitMs = Math.min(untilDueMs, isWoken ? restMs() : LOOK_AGAIN_MS)
      if (isStopped || waitMs > 0) return waitMs
      if (rounds === ROUNDS_AT_ONCE) return APART_MS
    }
  }
  function lookAfter(waitMs: number): void {
    nextLookMs = clock.now().getTime() + waitMs
    cancel = clock.after(waitMs, look)
  }
  function look(): void {
    cancel?.()
    cancel = null
    if (isStopped || running) return
    running = round()
      .catch((error: unknown) => {
        logger.error({ err: error, worker: due.name }, 'due work failed')
        return AFTER_ERROR_MS
      })
      .then((waitMs) => {
        running = null
        if (!isStopped) lookAfter(waitMs)
      })
  }
  function wake(): void {
    if (isStopped) return
    isWoken = true
    if (running) return
    const waitMs = restMs()
    if (waitMs === 0) {
      look()
      return
    }
    if (cancel && nextLookMs <= clock.now().getTime() + waitMs) return
    cancel?.()
    lookAfter(waitMs)
  }

  return {
    start() {
      isStopped = false
      look()
    },
    wake,
    async stop() {
      isStopped = true
      cancel?.()
      await running
    },
    async idle() {
      isWoken = true
      while (isWoken && !isStopped) {
        while (running) await running
        look()
        while (running) await running
      }
    },
  }
}
