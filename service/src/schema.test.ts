import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaText } from '#testing/schema-text.ts'
import { startService, type TestService } from '#testing/service.ts'

const DOCS = join(import.meta.dirname, '..', '..', 'docs')
const [, tables, triggers, jobs] = readFileSync(join(DOCS, 'data-model.md'), 'utf8').split(/^## .*$/m)
/** The names in the first column of a section's tables. */
const namesIn = (section: string | undefined) =>
  section!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
    .sort()

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('docs/schema.sql is the schema that the migrations make', async () => {
  await expect(await schemaText(service.sql)).toMatchFileSnapshot(join(DOCS, 'schema.sql'))
})

test('docs/data-model.md names exactly the existing tables and views', async () => {
  const rows = await service.sql`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition`
  expect(namesIn(tables)).toEqual([...rows].map(({ name }) => name).sort())
})

test('docs/data-model.md names exactly the existing triggers', async () => {
  const rows = await service.sql`select distinct tgname as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and not c.relispartition`
  expect(namesIn(triggers)).toEqual([...rows].map(({ name }) => name).sort())
})

test('docs/data-model.md names exactly the existing jobs', () => {
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((name) => !/\.test\.ts$|testing/.test(name))
  const names = sources.flatMap((name) => {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8')
    return /\b(Job|DueWork|createDueWorker|createQueueWorker|takeJobLease)\b/.test(text)
      ? [...text.matchAll(/\bname: '([a-z-]+\.[a-z-]+)'/g)].map(([, job]) => job)
      : []
  })
  expect(namesIn(jobs)).toEqual(names.sort())
})
