/**
 * Checks whether this machine's clock agrees with the database's: all instances plan by their own clock what the others
 * execute, so one that is ahead notifies people too early.
 */
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Database } from './postgres/database.ts'
import { sql } from './postgres/sql.ts'
import type { Sign } from './sign.ts'
import { repeatLook } from './work/repeated-look.ts'

const LOOK_EVERY_MS = 60_000
/** Maximum lateness of an escalation (SET-05). */
const APART_MS = 5_000

type ClockWatch = { start(): void; stop(): void; look(): Promise<void>; sign: Sign }

/** Checks once a minute after `start`. The sign is `clock-differs` while the clocks are more than 5 s apart. */
export function createClockWatch(
  { database, clock }: { database: Pick<Database, 'asPlatform'>; clock: Clock },
  log: Pick<Logger, 'warn' | 'info'>,
): ClockWatch {
  let offsetMs: number | null = null
  let isApart = false

  async function look(): Promise<void> {
    const beganMs = clock.now().getTime()
    const row = await database.asPlatform('clock', (db) =>
      db.first(sql<{ atMs: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as "atMs"`),
    )
    const endedMs = clock.now().getTime()
    offsetMs = (beganMs + endedMs) / 2 - row!.atMs
    // The database read its clock at some moment during the round trip.
    const wasApart = isApart
    isApart = Math.abs(offsetMs) - (endedMs - beganMs) / 2 > APART_MS
    const offsetSeconds = Math.round(offsetMs / 1_000)
    if (isApart && !wasApart)
      log.warn({ offsetSeconds }, 'The clock of this machine differs from that of the database.')
    if (wasApart && !isApart) log.info('The clock of this machine is that of the database again.')
  }

  return {
    look,
    ...repeatLook(clock, LOOK_EVERY_MS, look),
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
