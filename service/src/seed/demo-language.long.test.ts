import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { inJapanese } from './demo-language.ts'
import { DEMO_PASSWORD } from './demo-plan.ts'
import { seedDemo } from './seed-demo.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
  await seedDemo({
    database: service.database,
    storage: { adopt: async () => {} },
    passwords: service.platform.passwords,
    now: service.clock.now(),
    seed: 'test',
    language: 'ja',
    imageFolder: async () => null,
    knownKey: null,
    keepKey: () => {},
  })
})
afterAll(() => service.stop())

/** What people read: names, places and notes. */
const READ_COLUMNS = /(^|_)(name|location|description|note|purpose|answered_by)$/
/** Not of the demo, or a key that carries its own meaning. */
const OTHER_COLUMNS = /^app_user\.user_name$|^(job_lease|schema_migration)\./

test('the Japanese demo has no English word in a name, a place or a note', async () => {
  const columns = await service.sql<{ table: string; column: string }[]>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.data_type = 'text' and t.table_type = 'BASE TABLE'`
  const english: string[] = []
  for (const { table, column } of columns) {
    if (!READ_COLUMNS.test(column) || OTHER_COLUMNS.test(`${table}.${column}`)) continue
    const rows = await service.sql<{ text: string }[]>`
      select distinct ${service.sql(column)} as text from ${service.sql(table)}
      where ${service.sql(column)} ~ '[A-Za-z]{2}'`
    english.push(...rows.map(({ text }) => `${table}.${column}: ${text}`))
  }
  // The operator, whom each installation has.
  expect(english).toEqual(['tenant.name: Mimamori'])
})

test('its accounts sign in with the same addresses and read Japanese', async () => {
  const userPassword = Buffer.from(DEMO_PASSWORD).toString('base64')
  const body = { userName: 'nurse@sakura.example', userPassword, deviceType: 'web' } as const
  const nurse = (await service.call(undefined, 'session.login', { body })).body
  expect(nurse).toMatchObject({ locale: 'ja', firstName: '由紀', lastName: '佐藤' })
  const alerts = await service.call(nurse.token, 'alert.search', { query: { pageSize: 20 }, body: { hasRead: true } })
  expect(alerts.body.records.map(({ location }) => location)).toContain('203号室')
})

test.each([
  ['Room 203', '203号室'],
  ['Hub Sakura 2F', 'ハブ さくら2階'],
  ['夜間の転倒 Falls at night', '夜間の転倒'],
  ['Yuki Sato', '佐藤 由紀'],
  ['203-A', '203-A'],
  ['nurse@sakura.example', 'nurse@sakura.example'],
])('%s is %s', (english, japanese) => {
  expect(inJapanese(english)).toBe(japanese)
})
