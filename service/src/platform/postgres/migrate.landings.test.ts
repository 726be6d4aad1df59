/** The upgrade of databases as the last landings left them: the demo's rows of today, as far as their schema had a place for them. */
import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seedDemo } from '#service/seed/seed-demo.ts'
import { TEST_MASTER_KEY } from '#testing/key.ts'
import { startService, type TestService } from '#testing/service.ts'
import { createSecrets } from '../auth/secrets.ts'
import { copyIn, copyOut, inSnapshot } from '../backup/table-copy.ts'
import { readTables, type TableShape } from '../backup/table-list.ts'
import { knownMigrations, migrate, servicePassword } from './migrate.ts'
import { connect, withParts } from './postgres-url.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** The last file of each. */
const LANDINGS = ['0290_walk_test.sql', '0296_camera_view.sql', '0299_clip_original.sql']
const password = servicePassword(createSecrets(TEST_MASTER_KEY))

let today: TestService
let admin: postgres.Sql
const names: string[] = []
beforeAll(async () => {
  today = await startService()
  admin = connect(withParts(today.databaseUrl, { database: 'postgres' }), { max: 1, onnotice: () => {} })
  const { database, clock, platform } = today
  const demo = { seed: 'landing', pictureFolder: null, knownKey: null, keepKey: () => {} }
  const storage = { adopt: async () => {} }
  await seedDemo({ database, storage, passwords: platform.passwords, now: clock.now(), ...demo })
})
afterAll(async () => {
  for (const name of names) await admin.unsafe(`drop database if exists ${name} with (force)`)
  await admin.end()
  await today.stop()
})

/** A database that the migrations up to the file made, with the rows of today. */
async function databaseOf(last: string): Promise<string> {
  const name = `landing_${randomUUID().replaceAll('-', '')}`
  names.push(name)
  await admin.unsafe(`create database ${name}`)
  const url = withParts(today.databaseUrl, { database: name })
  const only = new Set(knownMigrations().filter((file) => file <= last))
  await migrate({ adminUrl: url, servicePassword: password, log: () => {}, only })
  const [from, to] = [today.databaseUrl, url].map((at) =>
    connect(at, { max: 1, onnotice: () => {}, fetch_types: false }),
  )
  await inSnapshot(from!, async (snapshot) => {
    const columns = new Map((await readTables(snapshot)).map((table) => [table.name, table.columns]))
    await to!.begin(async (sql) => {
      // Triggers have done their part when the rows were made.
      await sql`set local session_replication_role = replica`
      await sql`delete from tenant`
      for (const table of await readTables(sql)) {
        const known = table.columns.filter((column) => columns.get(table.name)?.includes(column))
        const shape = { ...table, columns: known }
        if (known.length > 0) await copyIn(sql, shape, (await copyOut(snapshot, shape)).rows)
      }
    })
  })
  await Promise.all([from!.end(), to!.end()])
  return url
}

/** The tables of both, with the columns that neither has alone. */
async function sharedTables(url: string): Promise<TableShape[]> {
  const [old, now] = [url, today.databaseUrl].map((at) =>
    connect(at, { max: 1, onnotice: () => {}, fetch_types: false }),
  )
  const columns = new Map((await readTables(now!)).map((table) => [table.name, table.columns]))
  const tables = await readTables(old!)
  await Promise.all([old!.end(), now!.end()])
  return tables
    .map((table) => ({ ...table, columns: table.columns.filter((one) => columns.get(table.name)?.includes(one)) }))
    .filter((table) => table.columns.length > 0 && table.name !== 'schema_migration')
}

/** Of each table, its rows in number and as a sum of hashes. */
async function sumsOf(url: string, tables: readonly TableShape[]): Promise<Record<string, string>> {
  const sql = connect(url, { max: 1, onnotice: () => {}, fetch_types: false })
  const sums: Record<string, string> = {}
  for (const { name, columns } of tables) {
    const list = columns.map((column) => `"${column}"`).join(', ')
    const [row] = await sql.unsafe<{ sum: string }[]>(
      `select count(*) || ' ' || coalesce(sum(hashtext(row(${list})::text)::bigint), 0) as sum from "${name}"`,
    )
    sums[name] = row!.sum
  }
  await sql.end()
  return sums
}

test.each(LANDINGS)('OPS-03 a database whose last file is %s upgrades with all rows, and serves them', async (last) => {
  const url = await databaseOf(last)
  const tables = await sharedTables(url)
  const before = await sumsOf(url, tables)
  expect(Number(before.alert!.split(' ')[0])).toBeGreaterThan(500)

  const lines: string[] = []
  await migrate({ adminUrl: url, servicePassword: password, log: (line) => void lines.push(line) })
  const later = knownMigrations().filter((file) => file > last)
  expect(lines).toEqual(later.map((file) => `Migration ${file} has run.`))
  expect(await sumsOf(url, tables)).toEqual(before)

  const service = await startService({ template: url })
  const [site] = await service.sql<{ id: string; alerts: number }[]>`
    select tenant_id as id, count(*)::int as alerts from alert where deleted_at is null and not is_archived
    group by 1 order by 2 desc limit 1`
  const user = await service.user({ role: 'ADMIN', tenant: { id: site!.id } })
  const alerts = await service.call(user.token, 'alert.search', { query: { pageSize: 0 }, body: {} })
  expect(alerts.body.totalCount).toBe(site!.alerts)
  expect((await service.call(user.token, 'room.list', {})).body.records.length).toBeGreaterThan(0)
  await service.stop()
})
