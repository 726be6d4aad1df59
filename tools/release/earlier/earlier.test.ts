// A clone of this checkout stands for the next release, its last commit for the earlier one.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { layOutEarlier, newerMigrations, removeEarlier, testEarlier } from './earlier.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const MOUNT = "alter table camera add column mount text not null default 'wall' check (mount in ('wall', 'ceiling'));\n"

let home: string
let next: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mimamori-next-'))
  next = join(home, 'next')
  execFileSync('git', ['clone', '--quiet', root, next])
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const migration = (name: string) => join(next, 'service', 'src', 'migrations', name)

/** Writes a test for the earlier release: no table has such a column. Answers its path. */
function hasNoColumn(folder: string, column: string): string {
  const path = `fleet/hub/hub.${column}.test.ts`
  const text = `import { expect, inject, test } from 'vitest'
import { connect } from '#platform/postgres/postgres-url.ts'
test('no table has a column ${column}', async () => {
  const sql = connect(inject('databaseUrl'), { max: 1 })
  const rows = await sql\`select 1 from information_schema.columns where column_name = '${column}'\`
  await sql.end()
  expect(rows.length).toBe(0)
})
`
  writeFileSync(join(folder, 'service', 'src', path), text)
  return path
}

test('SCALE-03 a release before passes its tests on a schema that only gained columns', {
  timeout: 180_000,
}, () => {
  writeFileSync(migration('9998_camera_mount.sql'), MOUNT)
  symlinkSync(join(root, 'node_modules'), join(next, 'node_modules'))
  const newer = newerMigrations(next, 'HEAD')
  expect(newer).toEqual(['9998_camera_mount.sql'])
  const folder = join(home, 'earlier')
  layOutEarlier(next, 'HEAD', newer, folder)
  expect(testEarlier(folder, ['fleet/hub/hub.proofs.test.ts'], 'ignore')).toBe(0)
  expect(testEarlier(folder, [hasNoColumn(folder, 'no_such_column')], 'ignore')).toBe(0)
  // The files of the next release have run: a test that they break ends with an error.
  expect(testEarlier(folder, [hasNoColumn(folder, 'mount')], 'ignore')).toBe(1)
  removeEarlier(next, folder)
})

test('SCALE-03 a schema that takes something away is refused before any test, in words', () => {
  writeFileSync(migration('9998_no_location.sql'), 'alter table camera drop column location;\n')
  expect(() => newerMigrations(next, 'HEAD')).toThrow(
    'Instances of HEAD have to be stopped first; these do more than add: 9998_no_location.sql',
  )
})

test('SCALE-03 a file of the release before that was changed since is refused by its name', () => {
  appendFileSync(migration('0307_hub_decoders.sql'), MOUNT)
  expect(() => newerMigrations(next, 'HEAD')).toThrow('Migrations of HEAD were changed: 0307_hub_decoders.sql')
})
