/** The service through a real PgBouncer in transaction mode. SCALE-04. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { servicePassword } from '#platform/postgres/migrate.ts'
import { SERVICE_LOGIN } from '#platform/postgres/server/needs.ts'
import { sql } from '#platform/postgres/sql.ts'
import { createSecrets } from '#platform/secrets.ts'
import { insertHub, raised } from '#service/fleet/hub/testing.ts'
import { TEST_MASTER_KEY } from './testing/clock.ts'
import { hasPgBouncer, startPgBouncer, type TestPooler } from './testing/servers/pgbouncer.ts'
import { startService, type TestService, type TestUser } from './testing/service.ts'

/** Fewer than the service has clients, so that one server connection serves transactions of many tenants in turn. */
const SERVER_CONNECTIONS = 2

let pooler: TestPooler
let service: TestService
beforeAll(async () => {
  if (!hasPgBouncer) return
  const login = { user: SERVICE_LOGIN, password: servicePassword(createSecrets(TEST_MASTER_KEY)) }
  pooler = await startPgBouncer(inject('databaseUrl'), login, SERVER_CONNECTIONS)
  service = await startService({ pooler })
})
afterAll(async () => {
  await service?.stop()
  await pooler?.stop()
})

describe.skipIf(!hasPgBouncer)('the service through PgBouncer', () => {
  test('SCALE-04 fifty concurrent searches of ten sites each see only their own site’s cameras', async () => {
    const sites: { user: TestUser; cameraIds: string[] }[] = []
    for (let i = 0; i < 10; i++) {
      const tenant = await service.tenant()
      const hub = await insertHub(service, { tenant })
      sites.push({ user: await service.user({ role: 'ADMIN', tenant }), cameraIds: hub.cameraIds })
    }
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const { user, cameraIds } = sites[i % sites.length]!
        const { body } = await service.call(user.token, 'camera.search', { body: {} })
        return { seen: body.records.map(({ id }) => id).toSorted(), own: [...cameraIds].toSorted() }
      }),
    )
    for (const { seen, own } of answers) expect(seen).toEqual(own)
  })

  test('SCALE-04 an alert is stored and claimed by one of two users', async () => {
    const tenant = await service.tenant()
    const hub = await insertHub(service, { tenant })
    const [first, second] = [await service.user({ role: 'USER', tenant }), await service.user({ role: 'USER', tenant })]
    const event = raised(hub.cameraIds[0]!, service.clock.now(), { appCode: 'A005', severity: 'critical' })
    const body = { epoch: randomUUID(), fromSequence: 1, events: [event] }
    expect((await service.call(hub.token, 'hub.events', { body })).status).toBe(200)
    const [{ id }] = await service.sql<[{ id: string }]>`select id from alert where tenant_id = ${tenant.id}`
    const claims = await Promise.all(
      [first, second].map(({ token }) =>
        service.refused(token, 'alarm.answer', { params: { id }, body: { action: 'claim', requestId: randomUUID() } }),
      ),
    )
    expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const steps = await service.sql`select kind from alert_step where alert_id = ${id} and kind = 'claimed'`
    expect(steps).toHaveLength(1)
  })

  test('SCALE-04 sessions behind the pooler have the limits of the service, and no role is left from before', async () => {
    const [row] = await service.database.asPlatform('test', (db) =>
      db.rows(
        sql<{ timeout: string; plans: string; role: string }>`
        select current_setting('statement_timeout') as timeout, current_setting('plan_cache_mode') as plans, current_user as role`,
      ),
    )
    expect(row).toEqual({ timeout: '5s', plans: 'force_generic_plan', role: 'mimamori_platform' })
  })

  test('SCALE-04 a statement that fails undoes its transaction and leaves the connection usable', async () => {
    const broken = service.database.asPlatform('test', async (db) => {
      await db.run(sql`delete from feature_log`)
      await db.run(sql`select 1 / 0`)
    })
    await expect(broken).rejects.toThrow()
    for (let i = 0; i < 2 * SERVER_CONNECTIONS; i++) {
      const row = await service.database.asPlatform('test', (db) => db.first(sql<{ one: number }>`select 1 as one`))
      expect(row).toEqual({ one: 1 })
    }
  })
})
