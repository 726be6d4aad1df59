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
  /** Whether another instance is woken for this work (wake-signals.ts). Left out: this one works off all that it finds. */
  isElsewhere?(): boolean
}

export type DueWorker = {
  start(): void
  /** Something may be due earlier than was thought: looks at once, or soon where it has just looked. */
  wake(): void
  /** Lets the running round finish. */
  stop(): Promise<void>
  /** Resolves when everything that is due by the clock is worked off. For tests, which move the clock. */
  settled(): Promise<void>
}

/** Rows of other instances, and a clock that was set, are noticed after at most this. */
const LOOK_AGAIN_MS = 1_000
/** Rounds that somebody woke begin at least so far apart: in a storm of alerts each would find a few rows, and cost the same. */
const APART_MS = 50
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
  let begunMs = 0
  /** When `cancel` would look. */
  let nextLookMs = 0
  let running: Promise<void> | null = null

  /** Until a round that is woken now may begin; 0: at once. Never longer than `APART_MS`, whatever becomes of the clock. */
  function restMs(): number {
    const passedMs = clock.now().getTime() - begunMs
    return passedMs < 0 || passedMs >= APART_MS ? 0 : APART_MS - passedMs
  }
  /** What became due while this one looked is found by the instance that was woken for it, or by the next look. */
  function untilDue(next: Date | null): number {
    if (next === null) return LOOK_AGAIN_MS
    const ms = next.getTime() - clock.now().getTime()
    return ms <= 0 && due.isElsewhere?.() ? LOOK_AGAIN_MS : ms
  }
  /** Answers after how many milliseconds to look again. */
  async function round(): Promise<number> {
    for (;;) {
      isWoken = false
      begunMs = clock.now().getTime()
      while (!isStopped && (await due.work(database, clock.now()))) {}
      const untilDueMs = untilDue(await due.nextAt(database))
      const waitMs = Math.min(untilDueMs, isWoken ? restMs() : LOOK_AGAIN_MS)
      if (isStopped || waitMs > 0) return waitMs
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
    async settled() {
      isWoken = true
      while (isWoken && !isStopped) {
        while (running) await running
        look()
        while (running) await running
      }
    },
  }
}
