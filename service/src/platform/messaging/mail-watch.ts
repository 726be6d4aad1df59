/** Whether e-mail leaves: people who have nothing else learn of no alarm while it does not. */
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Database, PlatformDb } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'
import { createWaitWatch, GIVEN_UP_COUNTS_MS, LATE_MS, type WaitWatch } from '../work/wait-watch.ts'

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

/** The sign is `mails-waiting` while e-mail is not sent. */
export function createMailWatch(
  platform: { database: Pick<Database, 'asPlatform'>; clock: Clock },
  log: Pick<Logger, 'warn' | 'info'>,
): WaitWatch {
  return createWaitWatch(platform, log, {
    error: 'mails-waiting',
    figure: 'mimamori_mails_waiting',
    read: readMailWaitsSince,
    begun: 'E-mail waits: the mail server does not take it.',
    ended: 'E-mail leaves again.',
  })
}
