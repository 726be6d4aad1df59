// A database that responds but cannot work: 503 with Retry-After, not ready, and automatic recovery.
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { sql } from '../postgres/sql.ts'
import { rejectionOf } from '../rejection.ts'

let service: TestService
let name: string
beforeAll(async () => {
  service = await startService()
  name = new URL(service.databaseUrl).pathname.slice(1)
})
afterAll(() => service.stop())

async function ready() {
  service.clock.advance(2_000)
  const { statusCode, headers, json } = await service.app.http.inject({ url: '/health/ready' })
  return [statusCode, headers['retry-after'], json().status]
}
const READY = [200, undefined, 'ready']
const signIn = () =>
  service.app.http.inject({
    ...{ method: 'POST', url: '/api/login' },
    payload: { userName: 'a@b.example', userPassword: 'YQ==', deviceType: 'web' },
  })
/** Ends the connections of the service, as a failover does. */
const disconnect = () =>
  service.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = 'mimamori_service'`

const STATES = [
  ...['08000', '08001', '08003', '08004', '08006', '08007', '08P01', '25006', '25P03', '25P04'],
  ...['28000', '28P01', '3D000', '53000', '53200', '53300', '53400', '55P03', '57014', '57P01', '57P02'],
  ...['57P03', '57P04', '57P05', '58000', '58030', '58P01', 'XX001', 'XX002'],
]

describe('a database that cannot work', () => {
  test.each(STATES)('is reported as unavailable with the state %s, and the next call works', async (state) => {
    const raised = service.database.asPlatform('test', async (db) => {
      await db.run(sql`select set_config('test.state', ${state}, true)`)
      await db.run(sql`do $$ begin raise 'away' using errcode = current_setting('test.state'); end $$`)
    })
    const rejection = rejectionOf(await raised.catch((error: unknown) => error))
    expect([rejection?.status, rejection?.key]).toEqual([503, 'database-unavailable'])
    expect(await service.database.asPlatform('test', (db) => db.first(sql`select 1 as n`))).toEqual({ n: 1 })
  })

  test('that only reads is not ready and refuses a sign-in with Retry-After, until it writes again', async () => {
    expect(await ready()).toEqual(READY)
    await service.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`)
    await disconnect()
    await ready()
    expect(await ready()).toEqual([503, '2', 'database-read-only'])
    const answer = await signIn()
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().key]).toEqual([
      ...[503, '2', 'database-unavailable'],
    ])
    await service.sql.unsafe(
      `set default_transaction_read_only = off; alter database ${name} reset default_transaction_read_only`,
    )
    // Nobody ends the connections: one with a failed write is abandoned.
    await Promise.all(Array.from({ length: 8 }, signIn))
    await Promise.all(Array.from({ length: 8 }, signIn))
    expect((await signIn()).statusCode).not.toBe(503)
    expect(await ready()).toEqual(READY)
  })

  test('without a free connection is not ready until there is one', async () => {
    await service.sql.unsafe(`alter database ${name} connection limit 0`)
    await disconnect()
    await ready()
    expect(await ready()).toEqual([503, '2', 'database-unavailable'])
    expect((await signIn()).statusCode).toBe(503)
    await service.sql.unsafe(`alter database ${name} connection limit -1`)
    expect((await signIn()).statusCode).not.toBe(503)
    expect(await ready()).toEqual(READY)
  })

  test('with a full disk explains it in the error, and is ready after the next write that fits', async () => {
    const full = service.database.asPlatform('test', (db) =>
      db.run(sql`do $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$`),
    )
    const rejection = rejectionOf(await full.catch((error: unknown) => error))
    expect([rejection?.status, rejection?.key]).toEqual([503, 'database-full'])
    expect(await ready()).toEqual([503, '2', 'database-full'])
    await service.database.asPlatform('test', (db) => db.rows(sql`select 1`))
    expect((await ready())[2]).toBe('database-full')
    const write = sql`insert into installation (key, value) values ('full', '1')`
    await service.database.asPlatform('test', (db) => db.run(write))
    expect(await ready()).toEqual(READY)
  })

  test('that does not answer is not ready after four seconds', async () => {
    await service.sql.unsafe('create table held (id int); grant select on held to mimamori_platform')
    await service.sql.begin(async (transaction) => {
      await transaction`lock table held`
      const stuck = Array.from({ length: 8 }, () =>
        service.database.asPlatform('test', (db) => db.rows(sql`select from held`)).catch(() => {}),
      )
      let answer: number | undefined
      service.clock.advance(2_000)
      void service.app.http.inject({ url: '/health/ready' }).then(({ statusCode }) => {
        answer = statusCode
      })
      for (let round = 0; round < 500 && answer === undefined; round++) {
        await setImmediate()
        service.clock.advance(100)
      }
      expect(answer).toBe(503)
      await transaction`select pg_cancel_backend(pid) from pg_locks where not granted and database = (
        select oid from pg_database where datname = current_database())`
      await Promise.all(stuck)
    })
    expect(await ready()).toEqual(READY)
  })
})
