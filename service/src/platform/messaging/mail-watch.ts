/** Whether e-mail leaves: people who have nothing else learn of no alarm while it does not. */
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Database, PlatformDb } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'
import type { Sign } from '../sign.ts'
import { repeatLook } from '../work/repeated-look.ts'

const LOOK_EVERY_MS = 30_000
const LATE_MS = 2 * 60_000
/** A message that was given up counts for this long, unless a later one has left. */
const GIVEN_UP_COUNTS_MS = 60 * 60_000

export type MailWatch = {
  start(): void
  stop(): void
  look(): Promise<void>
  isWaiting(): boolean
  /** Calls when that changes, until the answered function is called. */
  onChange(listener: (isWaiting: boolean) => void): () => void
  sign: Sign
}

/**
 * When the oldest e-mail was written that has waited for more than two minutes, or was given up after several tries while no later
 * one has left; null: e-mail leaves.
 */
export async function readMailWaitsSince(db: PlatformDb, now: Date): Promise<string | null> {
  const late = new Date(now.getTime() - LATE_MS)
  const counts = new Date(now.getTime() - GIVEN_UP_COUNTS_MS)
  const row = await db.first(sql<{ since: string | null }>`
    select min(m.created_at) as since from mail_message m
    where m.state in ('pending', 'sending') and m.created_at <= ${late}
      or m.state = 'dead' and m.attempts > 1 and m.changed_at > ${counts} and not exists (
        select from mail_message later where later.state = 'sent' and later.changed_at > m.changed_at)`)
  return row!.since
}

/** Checks twice a minute after `start`. The sign is `mails-waiting` while e-mail is not sent. */
export function createMailWatch(
  { database, clock }: { database: Pick<Database, 'asPlatform'>; clock: Clock },
  log: Pick<Logger, 'warn' | 'info'>,
): MailWatch {
  let since: string | null = null
  const listeners = new Set<(isWaiting: boolean) => void>()

  async function look(): Promise<void> {
    const before = since
    since = await database.asPlatform('waiting e-mail', (db) => readMailWaitsSince(db, clock.now()))
    if (since && !before) log.warn({ since }, 'E-mail waits: the mail server does not take it.')
    if (before && !since) log.info('E-mail leaves again.')
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
      errors: () => (since ? ['mails-waiting'] : []),
      figures: () => ['# TYPE mimamori_mails_waiting gauge', `mimamori_mails_waiting ${since ? 1 : 0}`],
    },
  }
}
