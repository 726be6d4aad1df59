/** The upgrade of a database of the release before the baseline: see decision 0015 and testing/before-baseline.ts. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeOldDatabase, readRows } from '#testing/before-baseline.ts'
import { catalogueOf } from '#testing/catalogue.ts'
import { TEST_MASTER_KEY } from '#testing/key.ts'
import { startService } from '#testing/service.ts'
import { createSecrets } from '../auth/secrets.ts'
import { BASELINE } from './baseline.ts'
import { migrate, servicePassword } from './migrate.ts'
import { connect, withParts } from './postgres-url.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'migrations')
const NAMES = ['test_old_landing', 'test_old_upgraded', 'test_old_refused']
const [OLD, UPGRADED, REFUSED] = NAMES as [string, string, string]
const urlOf = (database: string) => withParts(inject('databaseUrl'), { database })
const open = (database: string) => connect(urlOf(database), { max: 1, onnotice: () => {} })

let admin: postgres.Sql
let baselineAlone: string
beforeAll(async () => {
  admin = open('postgres')
  for (const name of NAMES) await admin.unsafe(`drop database if exists ${name} with (force)`)
  await admin.unsafe(`create database ${OLD}`)
  await makeOldDatabase(urlOf(OLD))
  baselineAlone = mkdtempSync(join(tmpdir(), 'mimamori-baseline-'))
  for (const name of readdirSync(FOLDER)) {
    if (name.startsWith(BASELINE.prefix)) await cp(join(FOLDER, name), join(baselineAlone, name))
  }
})
afterAll(async () => {
  for (const name of NAMES) await admin.unsafe(`drop database if exists ${name} with (force)`)
  await admin.end()
  rmSync(baselineAlone, { recursive: true, force: true })
})

/** A database that is a copy of the old one. */
async function copyTo(name: string): Promise<postgres.Sql> {
  await admin.unsafe(`drop database if exists ${name} with (force)`)
  await admin.unsafe(`create database ${name} template ${OLD}`)
  return open(name)
}

/** Migrates, and answers the lines of the log. */
async function run(database: string, folder?: string): Promise<string[]> {
  const lines: string[] = []
  const password = servicePassword(createSecrets(TEST_MASTER_KEY))
  const log = (line: string) => void lines.push(line)
  await migrate({ adminUrl: urlOf(database), servicePassword: password, log, ...(folder && { folder }) })
  return lines
}

const recorded = async (sql: postgres.Sql) =>
  (await sql`select name from schema_migration`).map(({ name }) => name as string).sort()

test('a database of the release before the baseline upgrades with its rows as they were', async () => {
  const sql = await copyTo(UPGRADED)
  const before = await readRows(sql)
  expect(before.get('alert')!.length).toBeGreaterThan(30)

  expect(await run(UPGRADED, baselineAlone)).toEqual([
    'The baseline has taken the place of 98 migrations up to 0163_alert_severity_order.sql.',
  ])

  expect(await recorded(sql)).toEqual(readdirSync(baselineAlone).sort())
  expect(await readRows(sql)).toEqual(before)
  await sql.end()
})

test('an upgraded database has the schema and rights of a new one; the next start runs nothing', async () => {
  const [sql, fresh] = [await copyTo(UPGRADED), connect(inject('databaseUrl'), { max: 1, onnotice: () => {} })]
  await run(UPGRADED)
  expect(await recorded(sql)).toEqual(readdirSync(FOLDER).sort())
  expect(await catalogueOf(sql)).toEqual(await catalogueOf(fresh))
  expect(await run(UPGRADED)).toEqual([])
  await Promise.all([sql.end(), fresh.end()])
})

test('reports that waited or were written on the database of before are due on the upgraded one', async () => {
  const sql = await copyTo(UPGRADED)
  await sql`
    insert into report_job (tenant_id, alert_id, state, locale, time_zone, requested_by, requested_by_name, held_by, held_until,
      created_at, changed_at)
    select a.tenant_id, a.id, w.state, 'ja', 'Asia/Tokyo', gen_random_uuid(), 'Yuki Sato', w.by, w.until, w.at, w.at
    from (select tenant_id, id, row_number() over (order by id) as place from alert limit 2) a
      join (values (1, 'waiting', null::uuid, null::timestamptz, '2026-11-23T01:00:00Z'::timestamptz),
        (2, 'running', gen_random_uuid(), '2026-11-23T03:00:00Z', '2026-11-23T02:00:00Z')) w (place, state, by, until, at)
        using (place)`
  await run(UPGRADED)
  const rows =
    await sql`select state, next_at from report_job where state in ('waiting', 'running') order by created_at`
  const dueAt = rows.map(({ state, next_at }) => [state, new Date(next_at as string).toISOString()])
  expect(dueAt).toEqual([
    ['waiting', '2026-11-23T01:00:00.000Z'],
    ['running', '2026-11-23T03:00:00.000Z'],
  ])
  await sql.end()
})

test('an upgraded database has today’s names for reasons, report notes and e-mails of before', async () => {
  const sql = await copyTo(UPGRADED)
  const [notification] = await sql`
    update notification set last_error = 'fault' where id = (select min(id::text)::uuid from notification) returning id`
  const [report] = await sql`
    insert into report (tenant_id, alert_id, state, content, basis, created_at, edited_by, edited_by_name, edited_at)
    select tenant_id, id, 'draft', 'A fall.', '{"writtenBy": "facts", "modelFault": "timeout"}', now(), gen_random_uuid(),
      'Yuki Sato', now() from alert order by id limit 1 returning id`
  const [mail] = await sql`
    insert into mail_message (tenant_id, template, locale, recipient, subject, state, created_at, changed_at)
    select id, 'invitation', 'ja', 'nurse@home.example', 'A subject', 'kept', now(), now() from tenant limit 1 returning id`
  await run(UPGRADED)
  const [{ last_error: reason } = {}] = await sql`select last_error from notification where id = ${notification!.id}`
  const [{ basis } = {}] = await sql`select basis from report where id = ${report!.id}`
  expect(reason).toBe('error')
  expect(basis).toMatchObject({ modelError: 'timeout' })
  expect(basis).not.toHaveProperty('modelFault')
  expect(await sql`select state from mail_message where id = ${mail!.id}`).toMatchObject([{ state: 'stored' }])
  await sql.end()
})

test('the service works on an upgraded database, and shows the alerts of before', async () => {
  const sql = await copyTo(UPGRADED)
  await run(UPGRADED)
  const [site] = await sql<{ id: string; alerts: number }[]>`
    select tenant_id as id, count(*)::int as alerts from alert where deleted_at is null and not is_archived
    group by 1 order by 2 desc limit 1`
  await sql.end()
  const service = await startService({ template: urlOf(UPGRADED) })
  const user = await service.user({ role: 'ADMIN', tenant: { id: site!.id } })
  const { status, body } = await service.call(user.token, 'alert.search', { query: { pageSize: 0 }, body: {} })
  expect(status).toBe(200)
  expect(body.totalCount).toBe(site!.alerts)
  await service.stop()
})

test('a database of an older release is refused with the way out, and stays as it is', async () => {
  const sql = await copyTo(REFUSED)
  await sql`delete from schema_migration where name > '0150'`
  const names = await recorded(sql)
  await expect(run(REFUSED)).rejects.toThrow(
    'The database is of an older release: it has the migrations up to 0147_alert_read_mark.sql, and this program ' +
      'upgrades from 0163_alert_severity_order.sql. Start the release before this one on it once, and this one after that. ' +
      'Nothing was changed.',
  )
  expect(await recorded(sql)).toEqual(names)
  await sql.end()
})

test('a database with a missing or changed migration of before the baseline is refused', async () => {
  for (const change of [
    "delete from schema_migration where name like '0017%'",
    "update schema_migration set checksum = '0' where name like '0017%'",
  ]) {
    const sql = await copyTo(REFUSED)
    await sql.unsafe(change)
    await expect(run(REFUSED)).rejects.toThrow('one is missing, or was changed')
    await sql.end()
  }
})
