/** Whether external systems accept what is sent to them: one that hangs is an error long before its runs are given up. */
import type { Installation } from '@mimamori/contract/site/installation.ts'
import type { Logger } from 'pino'
import type { Clock } from '#platform/clock.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { createWaitWatch, GIVEN_UP_COUNTS_MS, LATE_MS, type WaitWatch } from '#platform/work/wait-watch.ts'

/**
 * The site whose system or webhook has accepted nothing for longest: something has waited for more than two minutes, or was
 * given up within the last hour and nothing was accepted since. What is switched off does not count.
 */
export async function readExternalWaits(db: PlatformDb, now: Date): Promise<Installation['externalWaits']> {
  const late = new Date(now.getTime() - LATE_MS)
  const counts = new Date(now.getTime() - GIVEN_UP_COUNTS_MS)
  const row = await db.first(sql<NonNullable<Installation['externalWaits']>>`
    select r.created_at as since, t.name as "siteName" from external_run r
    join external_system s on s.tenant_id = r.tenant_id and s.is_enabled
    join tenant t on t.id = r.tenant_id
    where r.state in ('pending', 'sending') and r.created_at <= ${late}
      or r.state = 'failed' and r.attempts > 1 and r.changed_at > ${counts} and not exists (
        select from external_run a
        where a.tenant_id = r.tenant_id and a.state = 'done' and a.changed_at > r.changed_at)
    union all
    select w.failing_since, t.name from webhook w join tenant t on t.id = w.tenant_id
    where w.is_enabled and w.failing_since <= ${late} and (w.state <> 'idle' or w.changed_at > ${counts})
    order by since limit 1`)
  return row ?? null
}

/** The sign is `external-waiting` while a site's external system or webhook accepts nothing. */
export function createExternalWatch(
  platform: { database: Pick<Database, 'asPlatform'>; clock: Clock },
  log: Pick<Logger, 'warn' | 'info'>,
): WaitWatch {
  return createWaitWatch(platform, log, {
    error: 'external-waiting',
    figure: 'mimamori_external_waiting',
    read: async (db, now) => (await readExternalWaits(db, now))?.since ?? null,
    begun: 'An external system or webhook does not accept what is sent to it; Installation names the site.',
    ended: 'External systems and webhooks accept what is sent to them again.',
  })
}
