// What an alert costs does not grow with how many are open: counted in rows that were read, not in time. performance.md P6.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { createRule, insertSite, watchBy } from './testing.ts'

const OPEN = 2_000

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('SET-05 a new alert is planned by the rules of its camera and app, and no other alert is read', async () => {
  const site = await insertSite(service)
  const [ofCamera, ofApp, other] = [
    await createRule(service, site),
    await createRule(service, site),
    await createRule(service, site),
  ]
  await watchBy(service, site, ofCamera)
  await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state, settings)
    values (${site.tenant.id}, ${site.camera.id}, 'A003', 'ENABLED', ${service.sql.json({ escalationIds: [ofApp] })})`
  const insert = (count: number) => service.sql`
    insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at)
    select ${site.tenant.id}, uuidv7(), ${site.camera.id}, ${site.unitId}, 'A003', 'low', now(), now()
    from generate_series(1, ${count}) returning id`
  await insert(OPEN)

  const found = await service.sql.begin(async (sql) => {
    // The counter includes rows read lately by other transactions of this connection.
    const rowsRead = async () => {
      const [read] = await sql<{ rows: number }[]>`
        select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'alert'`
      return read!.rows
    }
    const before = await rowsRead()
    const [alert] = await sql<{ id: string }[]>`
      insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at)
      values (${site.tenant.id}, uuidv7(), ${site.camera.id}, ${site.unitId}, 'A003', 'low', now(), now()) returning id`
    const rules = await sql<{ id: string }[]>`
      select escalation_id as id from alert_escalation where alert_id = ${alert!.id}`
    return { rules: new Set(rules.map(({ id }) => id)), rowsRead: (await rowsRead()) - before }
  })

  expect(found.rules).toEqual(new Set([ofCamera, ofApp]))
  expect(found.rules.has(other)).toBe(false)
  expect(found.rowsRead).toBeLessThan(20)
})
