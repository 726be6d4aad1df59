/** Whether contacts of the nurse call follow: one that fails is an error of the installation. REACH-62. */
import type { Installation } from '@mimamori/contract/site/installation.ts'
import type { Logger } from 'pino'
import type { Clock } from '#platform/clock.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { createWaitWatch, LATE_MS, type WaitWatch } from '#platform/work/wait-watch.ts'

/** The site whose contact has failed for longest, and for two minutes at least. Index: contact_failing. */
export async function readContactFails(db: PlatformDb, now: Date): Promise<Installation['contactFails']> {
  const row = await db.first(sql<NonNullable<Installation['contactFails']>>`
    select k.failing_since as since, t.name as "siteName" from contact k join tenant t on t.id = k.tenant_id
    where k.problem is not null and k.is_enabled and k.failing_since <= ${new Date(now.getTime() - LATE_MS)}
    order by k.failing_since limit 1`)
  return row ?? null
}

/** The sign is `contact-failing` while a contact of the nurse call does not follow. */
export function createContactWatch(
  platform: { database: Pick<Database, 'asPlatform'>; clock: Clock },
  log: Pick<Logger, 'warn' | 'info'>,
): WaitWatch {
  return createWaitWatch(platform, log, {
    error: 'contact-failing',
    figure: 'mimamori_contact_failing',
    read: async (db, now) => (await readContactFails(db, now))?.since ?? null,
    begun: 'A nurse-call contact does not follow; Installation names the site.',
    ended: 'Nurse-call contacts follow again.',
  })
}
