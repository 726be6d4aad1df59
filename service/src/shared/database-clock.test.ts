/** The service plans by one clock, its own: the clock of the database may be another one, or be set while the service runs. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'

const SOURCE = join(import.meta.dirname, '..')
/** The clock of the database in a statement. */
const DATABASE_CLOCK =
  /(?<![\w.])(?:now\(\)(?!: )|clock_timestamp\(\)|statement_timestamp\(\)|current_timestamp|current_date)/

/** Where the clock of the database is read, with the reason. */
const READ: Record<string, string> = {
  'platform/clock-watch.ts': 'compares it with the clock of the service',
  'platform/postgres/migrate.ts': 'a fact: when a migration was applied',
  'identity/session/first-run.ts': 'a fact: when a value was changed',
  'site/installation/installation.state.ts': 'a fact: when a value was changed',
  'site/installation/installation.notice.ts': 'a fact: when a value was changed',
}

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('no statement decides by the clock of the database', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter(
    (name) => !/\.test\.ts$|^testing|\/testing|^seed/.test(name),
  )
  const code = (name: string) => readFileSync(join(SOURCE, name), 'utf8').replace(/^\s*(?:\*|\/[*/]).*$/gm, '')
  expect(files.filter((name) => DATABASE_CLOCK.test(code(name))).toSorted()).toEqual(Object.keys(READ).toSorted())
})

test('no function of the database decides by its clock', async () => {
  const rows = await service.sql<{ name: string; source: string }[]>`
    select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`
  const reading = rows.filter(({ source }) => DATABASE_CLOCK.test(source)).map(({ name }) => name)
  expect(reading).toEqual([])
})
