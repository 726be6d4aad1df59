/** Figures for the authorities from a site's own records. Requirement REACH-83. */
import { EVIDENCE_WEEKS } from '@mimamori/contract/care/care-lists.ts'
import type { evidenceEndpoints } from '@mimamori/contract/care/evidence.ts'
import type { Handlers } from '#platform/context.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { isSite } from '#shared/tenant-kind.ts'
import { readMonths, readWeeks } from './evidence.queries.ts'

export const evidenceRoutes: Handlers<typeof evidenceEndpoints> = {
  'evidence.get': ({ asTenant, now }, { query }) =>
    asTenant(async (db) => {
      if (!(await isSite(db, db.tenantId))) throw fail('site-needed')
      const site = await db.first(sql<{ siteName: string; year: number; weeksFrom: string }>`
        select name as "siteName",
          extract(year from site_day(${now}::timestamptz, timezone) - interval '3 months')::integer as year,
          (site_day(${now}::timestamptz, timezone) - 7 * ${EVIDENCE_WEEKS}::integer)::text as "weeksFrom"
        from tenant where id = ${db.tenantId}`)
      const { siteName } = site!
      const { year = site!.year, weeksFrom = site!.weeksFrom } = query
      const weeks = await readWeeks(db, weeksFrom, now)
      return {
        ...{ siteName, at: now.toISOString(), year, months: await readMonths(db, year, now), weeksFrom },
        before: weeks.filter(({ from }) => from < weeksFrom),
        since: weeks.filter(({ from }) => from >= weeksFrom),
      }
    }),
}
