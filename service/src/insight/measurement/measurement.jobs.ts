/** Deletes seconds of the feature log after the site's retention time; minutes and hours stay. */
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'

const BATCH = 500

/** Index: measurement_block_oldest. */
export const forgetMeasurements = {
  name: 'measurement.forget',
  everyMs: 60 * 60_000,
  batchSize: BATCH,
  batch: (db, now) =>
    db.run(sql`
      delete from measurement_block b using (
        select x.tenant_id, x.id from tenant t cross join lateral (
          select m.tenant_id, m.id from measurement_block m
          where m.tenant_id = t.id and m.ends_at < ${now}::timestamptz - make_interval(days => t.measurement_days)
          order by m.ends_at limit ${BATCH}) x
        limit ${BATCH}) old
      where b.tenant_id = old.tenant_id and b.id = old.id`),
} satisfies Job
