/** A sign of health for messages that have waited too long. */
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Database, PlatformDb } from '../postgres/database.ts'
import type { Sign } from '../sign.ts'
import { repeatLook } from './repeated-look.ts'

const LOOK_EVERY_MS = 30_000
/** What waits for longer is late. */
export const LATE_MS = 2 * 60_000
/** A message that was given up counts for this long, unless a later one has left. */
export const GIVEN_UP_COUNTS_MS = 60 * 60_000

export type WaitWatch = {
  start(): void
  stop(): void
  look(): Promise<void>
  isWaiting(): boolean
  /** Calls when that changes, until the returned function is called. */
  onChange(listener: (isWaiting: boolean) => void): () => void
  sign: Sign
}

type Waits = {
  error: string
  figure: string
  /** Since when the oldest one waits; null: none does. */
  read(db: PlatformDb, now: Date): Promise<string | null>
  /** Texts of the log. */
  begun: string
  ended: string
}

/** Checks twice a minute after `start`. */
export function createWaitWatch(
  { database, clock }: { database: Pick<Database, 'asPlatform'>; clock: Clock },
  log: Pick<Logger, 'warn' | 'info'>,
  { error, figure, read, begun, ended }: Waits,
): WaitWatch {
  let since: string | null = null
  const listeners = new Set<(isWaiting: boolean) => void>()

  async function look(): Promise<void> {
    const before = since
    since = await database.asPlatform(error, (db) => read(db, clock.now()))
    if (since && !before) log.warn({ since }, begun)
    if (before && !since) log.info(ended)
    if ((before === null) !== (since === null)) for (const listener of listeners) listener(since !== null)
  }

  return {
    look,
    isWaiting: () => since !== null,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ...repeatLook(clock, LOOK_EVERY_MS, look),
    sign: {
      errors: () => (since ? [error] : []),
      figures: () => [`# TYPE ${figure} gauge`, `${figure} ${since ? 1 : 0}`],
    },
  }
}
