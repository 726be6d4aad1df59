// The number of waiting notices does not affect the cost of each: counted in rows read, not in time. performance.md P6.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertCamera } from '#testing/site.ts'
import { findNotices, lockCauses, planAnew, readNotices, removeNotices } from './notice.queries.ts'

const WAITING = 5_000
const AT_ONCE = 400

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function rowsRead(db: PlatformDb): Promise<number> {
  const read = await db.first(sql<{ rows: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'notice'`)
  return read!.rows
}

/** Expands some notices as the service does and rolls back; returns the notices found and the table rows read. */
function expandSome() {
  const now = service.clock.now()
  const undo = new Error('undone')
  let found = { notices: 0, rowsRead: 0 }
  const work = service.database.asPlatform('some notices', async (db) => {
    // The counter includes rows read lately by other transactions of this connection.
    const before = await rowsRead(db)
    const ids = await findNotices(db, now, AT_ONCE)
    await planAnew(db)
    await lockCauses(db, ids)
    const notices = await readNotices(db, ids, now)
    await removeNotices(db, ids)
    found = { notices: notices.length, rowsRead: (await rowsRead(db)) - before }
    throw undo
  })
  return work.then(
    () => found,
    (error) => {
      if (error !== undo) throw error
      return found
    },
  )
}

test('NAV-10 only the oldest 400 of 5,000 notices are read, also by statements planned for none', async () => {
  const tenant = await service.tenant()
  const camera = await insertCamera(service, tenant)
  // Runs once on each connection, and analyzes the table while it is empty, as after a quiet night.
  await service.sql`vacuum analyze notice`
  for (let connection = 0; connection < 8; connection++) await expandSome()
  const now = service.clock.now()
  await service.sql`
    insert into alert (tenant_id, id, camera_id, activity, severity, occurred_at, created_at)
    select ${tenant.id}, uuidv7(), ${camera.id}, 'A003', 'low', at, at from generate_series(1, ${WAITING}) n
    cross join lateral (select ${now}::timestamptz - n * interval '1 millisecond' as at) t`

  const found = await expandSome()

  expect(found.notices).toBe(AT_ONCE)
  expect(found.rowsRead).toBeLessThan(10 * AT_ONCE)
})
