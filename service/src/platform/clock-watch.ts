/**
 * Whether the clock of this machine is that of the database: all instances plan by their own clock what the others carry out,
 * so one that is ahead calls people too early.
 */
import type { Logger } from 'pino'
import type { Cancel, Clock } from './clock.ts'
import type { Database } from './postgres/database.ts'
import { sql } from './postgres/sql.ts'
import type { Sign } from './sign.ts'

const LOOK_EVERY_MS = 60_000
/** An escalation is to come within so long of its time (SET-05). */
const APART_MS = 5_000

type ClockWatch = { start(): void; stop(): void; look(): Promise<void>; sign: Sign }

/** Looks once a minute after `start`. The sign says `clock-differs` while the clocks are more than 5 s apart. */
export function createClockWatch(
  { database, clock }: { database: Pick<Database, 'asPlatform'>; clock: Clock },
  log: Pick<Logger, 'warn' | 'info'>,
): ClockWatch {
  let offsetMs: number | null = null
  let isApart = false
  let isStopped = false
  let cancel: Cancel = () => {}

  async function look(): Promise<void> {
    const beganMs = clock.now().getTime()
    const row = await database.asPlatform('clock', (db) =>
      db.first(sql<{ atMs: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as "atMs"`),
    )
    const endedMs = clock.now().getTime()
    offsetMs = (beganMs + endedMs) / 2 - row!.atMs
    // The database read its clock at some moment of the way there and back.
    const wasApart = isApart
    isApart = Math.abs(offsetMs) - (endedMs - beganMs) / 2 > APART_MS
    const offsetSeconds = Math.round(offsetMs / 1_000)
    if (isApart && !wasApart)
      log.warn({ offsetSeconds }, 'The clock of this machine differs from that of the database.')
    if (wasApart && !isApart) log.info('The clock of this machine is that of the database again.')
  }

  async function round(): Promise<void> {
    // A database that is away says so elsewhere.
    await look().catch(() => {})
    if (!isStopped) cancel = clock.after(LOOK_EVERY_MS, () => void round())
  }

  return {
    look,
    start: () => void round(),
    stop() {
      isStopped = true
      cancel()
    },
    sign: {
      errors: () => (isApart ? ['clock-differs'] : []),
      figures: () =>
        offsetMs === null
          ? []
          : [
              '# TYPE mimamori_clock_offset_seconds gauge',
              `mimamori_clock_offset_seconds ${(offsetMs / 1_000).toFixed(3)}`,
            ],
    },
  }
}
