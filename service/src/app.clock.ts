/** What the service does when the time of its machine was set, or was wrong before its start. */
import type { Logger } from 'pino'
import { createClockSteps } from './platform/clock-steps.ts'
import type { Platform } from './platform/platform.ts'
import type { Database } from './platform/postgres/database.ts'
import { sql } from './platform/postgres/sql.ts'
import { bringBack, hasFuture } from './shared/future-times.ts'

export function watchClockSteps({ database, clock }: Pick<Platform, 'database' | 'clock'>, log: Logger) {
  return createClockSteps({
    clock,
    log,
    lastRanAt: () => lastRanAt(database),
    hasFuture: (now) => database.asPlatform('times in the future', (db) => hasFuture(db, now)),
    async bringBack(now) {
      const rows = await database.asPlatform('bring times back', (db) => bringBack(db, now))
      if (Object.keys(rows).length > 0) log.warn({ rows }, 'Times that lay in the future were brought back.')
    },
  })
}

/** By the leases of its jobs, which end a little after it did. */
async function lastRanAt(database: Database): Promise<Date | null> {
  const row = await database.asPlatform('last run', (db) =>
    db.first(sql<{ at: string | null }>`select max(until) as at from job_lease`),
  )
  return row?.at ? new Date(row.at) : null
}
