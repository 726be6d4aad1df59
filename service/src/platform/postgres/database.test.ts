import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { isUniqueViolation, openDatabase, type Scope, sqlState } from './database.ts'
import { sql } from './sql.ts'

let service: TestService
let mine: { id: string }
let other: { id: string }
beforeAll(async () => {
  service = await startService()
  mine = await service.tenant()
  other = await service.tenant()
  for (const tenant of [mine, other]) await service.user({ role: 'USER', tenant })
})
afterAll(() => service.stop())

const only = (tenant: { id: string }, more: { id: string }[] = []): Scope => ({
  tenantId: tenant.id,
  tenantIds: [tenant.id, ...more.map(({ id }) => id)],
  userId: null,
  unitIds: null,
})
const countUsers = sql<{ tenant: string }>`select tenant_id as tenant from app_user order by 1`

describe('asTenant', () => {
  test('a transaction sees only rows of its own tenant, even if the statement names none', async () => {
    const rows = await service.database.asTenant(only(mine), (db) => db.rows(countUsers))
    expect(rows).toEqual([{ tenant: mine.id }])
  })

  test('an organization reads its sites and writes only where it works', async () => {
    const scope = only(mine, [other])
    const rows = await service.database.asTenant(scope, (db) => db.rows(countUsers))
    const changed = await service.database.asTenant(scope, (db) => db.run(sql`update app_user set mobile_no = '1'`))
    const removed = await service.database.asTenant(scope, (db) =>
      db.run(sql`delete from user_unit where tenant_id = ${other.id}`),
    )
    expect([rows.length, changed, removed]).toEqual([2, 1, 0])
  })

  test('the right to write moves to another readable tenant only on request', async () => {
    const change = sql`update app_user set mobile_no = '2' where tenant_id = ${other.id}`
    const changed = await service.database.asTenant(only(mine, [other]), async (db) => {
      await db.writeTo(other.id)
      return db.run(change)
    })
    expect(changed).toBe(1)
    await expect(service.database.asTenant(only(mine), (db) => db.writeTo(other.id))).rejects.toMatchObject({
      key: 'not-found',
    })
  })

  test('a row for another tenant is rejected by the database itself', async () => {
    const insert = sql`insert into audit (tenant_id, at, action, object_type, outcome)
      values (${other.id}, now(), 'test', 'test', 'done')`
    const error = await service.database.asTenant(only(mine), (db) => db.run(insert)).catch((thrown: unknown) => thrown)
    expect(sqlState(error)).toBe('42501')
  })

  test('rights end with the transaction: later statements on the connection have none', async () => {
    await Promise.all(Array.from({ length: 8 }, () => service.database.asPlatform('test', (db) => db.rows(countUsers))))
    const seen = await Promise.all(
      Array.from({ length: 8 }, () => service.database.asTenant(only(mine), (db) => db.rows(countUsers))),
    )
    expect(seen.every((rows) => rows.length === 1)).toBe(true)
  })

  test('platform rights inside a transaction end with their work, also when it fails', async () => {
    const seen = await service.database.asTenant(only(mine), async (db) => {
      const all = await db.asPlatform('test', (platform) => platform.rows(countUsers))
      await db.asPlatform('test', () => Promise.reject(new Error('no'))).catch(() => {})
      return [all.length, (await db.rows(countUsers)).length]
    })
    expect(seen).toEqual([2, 1])
  })

  test('work without a statement opens no transaction, and succeeds while the database is away', async () => {
    const alone = await startService()
    const scope = only(await alone.tenant())
    await alone.database.stop()
    expect(await alone.database.asTenant(scope, async () => 'done')).toBe('done')
    await expect(alone.database.asTenant(scope, async () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
    await expect(alone.database.asTenant(scope, (db) => db.rows(countUsers))).rejects.toMatchObject({
      key: 'database-unavailable',
    })
    await alone.stop()
  })

  test('work that throws leaves nothing behind', async () => {
    const work = service.database.asTenant(only(mine), async (db) => {
      await db.run(sql`update app_user set mobile_no = 'lost'`)
      throw new Error('stop')
    })
    await expect(work).rejects.toThrow('stop')
    expect(await service.sql`select 1 from app_user where mobile_no = 'lost'`).toHaveLength(0)
  })

  test('a statement that failed and was caught does not pass as a commit', async () => {
    const work = service.database.asTenant(only(mine), async (db) => {
      await db.run(sql`update app_user set mobile_no = 'lost'`)
      await db.run(sql`select 1/0`).catch(() => {})
    })
    await expect(work).rejects.toMatchObject({ key: 'conflict' })
  })

  test('a savepoint undoes its own work alone', async () => {
    const users = await service.database.asTenant(only(mine), async (db) => {
      await db.run(sql`update app_user set mobile_no = 'saved'`)
      const again = sql`insert into unit (tenant_id, id, name) values (${mine.id}, ${mine.id}, 'Sakura 2F')`
      await db.run(again)
      const error = await db.savepoint(() => db.run(again)).catch((thrown: unknown) => thrown)
      return [isUniqueViolation(error, 'unit_pkey'), await db.rows(sql`select mobile_no from app_user`)]
    })
    expect(users).toEqual([true, [{ mobile_no: 'saved' }]])
  })

  test('a server that closes each connection while it opens is given up in time', async () => {
    const closing = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.destroy())
    }).listen(0, '127.0.0.1')
    await once(closing, 'listening')
    const { port } = closing.address() as AddressInfo
    const away = openDatabase({ url: `postgres://a:b@127.0.0.1:${port}/x`, connections: 1, answerWithinMs: 200 })
    const ask = () => away.asPlatform('test', (db) => db.run(sql`select 1`)).catch((error) => error.key)
    expect([await ask(), await ask()]).toEqual(['database-unavailable', 'database-unavailable'])
    await away.stop()
    closing.close()
    await once(closing, 'close')
  })

  test('a connection that is cut fails its transaction and no other; the next one works', async () => {
    const cut = service.database.asTenant(only(mine), async (db) => {
      const me = await db.first(sql<{ pid: number }>`select pg_backend_pid() as pid`)
      await service.sql`select pg_terminate_backend(${me!.pid})`
      return db.rows(countUsers)
    })
    await expect(cut).rejects.toThrow()
    const rows = await Promise.all(
      Array.from({ length: 8 }, () => service.database.asTenant(only(mine), (db) => db.rows(countUsers))),
    )
    expect(rows.every((seen) => seen.length === 1)).toBe(true)
  })
})

describe('values', () => {
  test('come back as they went: instants as ISO text in UTC, arrays, JSON, bytes, numbers', async () => {
    const at = '2026-03-29T01:30:00.120Z'
    const texts = ['a,b', '"q"', '\\', '', 'NULL', '見守り', null]
    const row = await service.database.asPlatform('test', (db) =>
      db.first(sql`select ${new Date(at)}::timestamptz as at, ${texts}::text[] as texts, ${[1, 2.5]}::float8[] as numbers,
        ${{ deep: [1, { b: null }] }}::jsonb as json, ${new Uint8Array([0, 255])}::bytea as bytes, 9007199254740991 as big,
        0.1::numeric as small, ${true}::boolean as yes, null as nothing, ${[at]}::timestamptz[] as instants,
        ${[]}::uuid[] as none, '2026-03-29'::date as day`),
    )
    expect(row).toEqual({
      at,
      texts,
      numbers: [1, 2.5],
      json: { deep: [1, { b: null }] },
      bytes: Buffer.from([0, 255]),
      big: 9007199254740991,
      small: 0.1,
      yes: true,
      nothing: null,
      instants: [at],
      none: [],
      day: '2026-03-29',
    })
  })
})
