/** Reads of the past on a real streaming standby, which is slow, held up, cut off and killed. SCALE-04. */
import { randomUUID } from 'node:crypto'
import type { EndpointKey } from '@mimamori/contract/endpoints.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createSecrets } from '#platform/auth/secrets.ts'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { TestClock } from '#testing/clock.ts'
import { TEST_MASTER_KEY } from '#testing/key.ts'
import type { TestPostgres, TestStandby } from '#testing/servers/postgres.ts'
import { hasPostgres15, POSTGRES_15, startPostgres, startStandby } from '#testing/servers/postgres.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { migrate, servicePassword } from '../migrate.ts'
import { connect, withParts } from '../postgres-url.ts'
import { sql } from '../sql.ts'
import { openPast } from './past.ts'

let primary: TestPostgres
let standby: TestStandby
let service: TestService
let tenant: TestTenant
let admin: TestUser
beforeAll(async () => {
  if (!hasPostgres15) return
  primary = await startPostgres(POSTGRES_15)
  const password = servicePassword(createSecrets(TEST_MASTER_KEY))
  await migrate({ adminUrl: primary.url, servicePassword: password, log: () => {} })
  standby = await startStandby(POSTGRES_15, primary)
  service = await startService({ template: primary.url, standby })
  tenant = await service.tenant()
  admin = await service.user({ role: 'ADMIN', tenant })
  await untilUsed(1)
}, 120_000)
afterAll(async () => {
  await standby?.stop()
  await service?.stop()
  await primary?.stop()
})

async function figures() {
  const lines = await service.platform.past.sign.figures()
  const of = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1])
  return {
    used: of('mimamori_replica_used'),
    lag: of('mimamori_replica_lag_seconds'),
    replica: of('mimamori_past_reads_total{from="replica"}'),
    primary: of('mimamori_past_reads_total{from="primary"}'),
  }
}

async function onStandby<Row extends object>(statement: string): Promise<Row[]> {
  const client = connect(standby.of(service.databaseUrl), { max: 1, onnotice: () => {} })
  return client.unsafe<Row[]>(statement).finally(() => client.end())
}

async function setOnStandby(name: string, value: string): Promise<void> {
  await onStandby(`alter system set ${name} = '${value.replaceAll("'", "''")}'`)
  await onStandby('select pg_reload_conf()')
}

/** Looks until the replica is used, or until it is not. */
async function untilUsed(used: 0 | 1): Promise<void> {
  do await service.platform.past.look()
  while ((await figures()).used !== used)
}

const search = async (user: TestUser) =>
  (await service.call(user.token, 'audit.search', { body: {}, query: { pageSize: 100 } })).body
const write = async (user: TestUser) =>
  service.call(user.token, 'unit.create', { body: { name: `Unit ${randomUUID()}` } })
const saidOf = (state: string) => service.logLines.filter((line) => line.includes(`"replica":"${state}"`)).length
const countUsers = sql<{ tenant: string }>`select tenant_id as tenant from app_user order by 1`
const scopeOf = ({ id }: { id: string }) => ({ tenantId: id, tenantIds: [id], userId: null, unitIds: null })

describe.skipIf(!hasPostgres15)('a replica for the past', { timeout: 60_000 }, () => {
  test('SCALE-04 reports, statistics, exports, audit and far pages of alerts are read from it', async () => {
    const { cameraIds } = await insertHub(service, { tenant })
    const [to, from] = [service.clock.now(), new Date(service.clock.now().getTime() - 7 * 86_400_000)]
    const range = { from: from.toISOString(), to: to.toISOString() }
    const camera = { params: { cameraId: cameraIds[0]!, appCode: 'A005' } }
    const calls: [EndpointKey, object, number][] = [
      ['metrics.report', { body: range }, 3],
      ['metrics.sleep', { body: range }, 1],
      ['metrics.sleepNights', { body: { ...range, cameraId: cameraIds[0] } }, 1],
      ['metrics.downloadReport', { body: { startDate: '2026-10', endDate: '2026-10' } }, 1],
      ['load.report', { body: {} }, 1],
      ['cameraApp.precision', camera, 1],
      ['cameraApp.change', camera, 1],
      ['audit.search', { body: {} }, 1],
      ['alert.search', { body: {}, query: { pageNumber: 1, pageSize: 10 } }, 1],
      ['alert.search', { body: { to: from.toISOString() } }, 1],
      ['alert.search', { body: {} }, 0],
    ]
    for (const [key, request, reads] of calls) {
      const before = await figures()
      const { status } = await service.call(admin.token, key, request as never)
      const after = await figures()
      expect([key, status, after.replica - before.replica, after.primary - before.primary]).toEqual([
        key,
        200,
        reads,
        0,
      ])
    }
    expect(service.logLines.filter((line) => line.includes('A read on the replica failed'))).toEqual([])
  })

  test('SCALE-04 everybody finds what they wrote, at once and each time', async () => {
    const [before, { replica }] = [(await search(admin)).totalCount, await figures()]
    await setOnStandby('recovery_min_apply_delay', '100ms')
    const counts: number[] = []
    for (let i = 0; i < 5; i++) {
      await write(admin)
      counts.push((await search(admin)).totalCount - before)
    }
    await setOnStandby('recovery_min_apply_delay', '0')
    expect(counts).toEqual([1, 2, 3, 4, 5])
    expect((await figures()).replica).toBe(replica + 5)
  })

  test('SCALE-04 each site sees its own rows alone on it, and nothing can be written there', async () => {
    const other = await service.user({ role: 'ADMIN' })
    const never = () => Promise.reject(new Error('The primary was asked.'))
    for (const { tenantId } of [admin, other]) {
      const rows = await service.platform.past.read(scopeOf({ id: tenantId }), (db) => db.rows(countUsers), never)
      expect(rows.map((row) => row.tenant)).toEqual([tenantId])
    }
    const written = service.platform.past.read(
      scopeOf(tenant),
      async (db) => {
        await db.run(sql`insert into unit (tenant_id, name) values (${tenant.id}, 'Past')`)
        return 'written'
      },
      async () => 'refused there',
    )
    expect(await written).toBe('refused there')
    expect((await search(other)).records).toEqual([])
  })

  test('SCALE-04 one that is behind is passed by, said once in health, figures and log, and used again', async () => {
    const said = saidOf('behind')
    await onStandby('select pg_wal_replay_pause()')
    const before = await figures()
    const { totalCount } = await search(admin)
    await write(admin)
    expect((await search(admin)).totalCount).toBe(totalCount + 1)
    service.clock.advance(60_000)
    for (let i = 0; i < 2; i++) await service.platform.past.look()
    const behind = await figures()
    expect(behind).toMatchObject({ used: 0, primary: before.primary + 1 })
    expect(behind.lag).toBeGreaterThanOrEqual(60)
    expect(service.platform.past.sign.errors()).toEqual(['replica-behind'])
    expect(saidOf('behind')).toBe(said + 1)
    const ready = await service.app.http.inject('/health/ready')
    expect(ready.json().errors).toContain('replica-behind')

    await onStandby('select pg_wal_replay_resume()')
    await untilUsed(1)
    expect((await figures()).lag).toBe(0)
    expect((await search(admin)).totalCount).toBe(totalCount + 1)
    expect((await figures()).replica).toBe(before.replica + 2)
    expect(service.platform.past.sign.errors()).toEqual([])
  })

  test('SCALE-04 one that gets no more changes is noticed before anything is written', async () => {
    const { totalCount } = await search(admin)
    const [row] = await onStandby<{ from: string }>(`select current_setting('primary_conninfo') as from`)
    await setOnStandby('primary_conninfo', '')
    await untilUsed(0)
    expect(service.platform.past.sign.errors()).toEqual(['replica-cut-off'])
    await write(admin)
    expect((await search(admin)).totalCount).toBe(totalCount + 1)
    service.clock.advance(30_000)
    await service.platform.past.look()
    expect((await figures()).lag).toBeGreaterThanOrEqual(30)

    await setOnStandby('primary_conninfo', row!.from)
    await untilUsed(1)
  })

  test('SCALE-04 a server that is no standby, or of another cluster, is refused in words', async () => {
    const password = servicePassword(createSecrets(TEST_MASTER_KEY))
    const primaryUrl = withParts(service.databaseUrl, { user: 'mimamori_service', password })
    const elsewhere = withParts(inject('databaseUrl'), { user: 'mimamori_service', password })
    for (const [replicaUrl, state] of [
      [primaryUrl, 'no-standby'],
      [elsewhere, 'of-another'],
      [standby.of(withParts(primaryUrl, { database: 'postgres' })), 'of-another'],
      ['postgres://mimamori_service:x@127.0.0.1:9/mimamori', 'unreachable'],
    ] as const) {
      const lines: string[] = []
      const log = { info: () => {}, warn: (facts: { replica: string }) => void lines.push(facts.replica) }
      const past = openPast({ ...{ primaryUrl, replicaUrl, lagMaxMs: 200 }, clock: new TestClock(), log: log as never })
      for (let i = 0; i < 2; i++) await past.look()
      const answer = await past.read(
        scopeOf(tenant),
        async () => 'replica',
        async () => 'primary',
      )
      expect([answer, past.sign.errors(), lines]).toEqual(['primary', [`replica-${state}`], [state]])
      await past.stop()
    }
  })

  test('SCALE-04 one that dies in the middle of a read leaves the answer to the primary', async () => {
    await untilUsed(1)
    const begun = Promise.withResolvers<void>()
    const reading = service.platform.past.read(
      scopeOf(tenant),
      async (db) => {
        const waiting = db.run(sql`select pg_sleep(4)`)
        begun.resolve()
        await waiting
        return 'replica'
      },
      async () => 'primary',
    )
    await begun.promise
    await standby.stop()
    expect(await reading).toBe('primary')
    expect((await search(admin)).totalCount).toBeGreaterThan(0)
    await service.platform.past.look()
    expect(service.platform.past.sign.errors()).toEqual(['replica-unreachable'])
  })
})
