// The programs behind npm run backup and npm run restore, one after another as somebody runs them after a disk was lost.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { TEST_MASTER_KEY } from '#testing/clock.ts'
import { backUpBeforeMigration } from './platform/backup/before-migration.ts'
import { type Config, readConfig } from './platform/config.ts'
import { knownMigrations, migrate, servicePassword } from './platform/postgres/migrate.ts'
import { connect, withParts } from './platform/postgres/postgres-url.ts'
import { createSecrets } from './platform/secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'mimamori-programs-'))
const place = join(folder, 'backups')
const server = withParts(inject('databaseUrl'), { database: 'postgres' })
const names: string[] = []

async function on(url: string, statement: string) {
  const client = connect(url, { max: 1, onnotice: () => {}, fetch_types: false })
  return client.unsafe(statement).finally(() => client.end())
}

/** A data folder with a database. */
async function home(name: string) {
  const database = `programs_${randomUUID().replaceAll('-', '')}`
  names.push(database)
  await on(server, `create database ${database}`)
  const url = withParts(server, { database })
  const dataDir = join(folder, name)
  const environment = { DATABASE_URL: url, MIMAMORI_DATA_DIR: dataDir, MIMAMORI_BACKUP_DIR: place }
  const passphraseFile = join(dataDir, 'backup.passphrase')
  return { url, dataDir, passphraseFile, environment, config: readConfig(environment) }
}
type Home = Awaited<ReturnType<typeof home>>

const said = (error: { stderr: string }) => error.stderr
const run = (program: string, { environment }: Home, args: string[] = [], more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, `${program}.main.ts`), ...args], {
    env: { ...environment, ...more },
  }).then(({ stdout }) => stdout)
const refused = (...what: Parameters<typeof run>) => run(...what).then(() => 'it worked', said)

/** The first step of a program with one more migration. */
async function upgrade({ url, config }: Home & { config: Config }) {
  const last = knownMigrations().at(-1)!
  await on(url, `delete from schema_migration where name = '${last}'`)
  const masterKey = TEST_MASTER_KEY.toString('base64')
  const now = new Date('2031-11-26T02:00:00Z')
  return backUpBeforeMigration({
    adminUrl: url,
    backup: config.backup,
    masterKey,
    version: '0.2.0',
    now,
    log: () => {},
  })
}

let first: Home
let second: Home
let passphrase: string

beforeAll(async () => {
  first = await home('first')
  mkdirSync(first.dataDir)
  writeFileSync(join(first.dataDir, 'master.key'), TEST_MASTER_KEY.toString('base64'), { mode: 0o600 })
  const password = servicePassword(createSecrets(TEST_MASTER_KEY))
  await migrate({ adminUrl: first.url, servicePassword: password, log: () => {} })
  mkdirSync(join(first.dataDir, 'media', 'clips'), { recursive: true })
  writeFileSync(join(first.dataDir, 'media', 'clips', 'a.mp4'), 'the bytes of a clip '.repeat(5_000))
  await run('backup', first)
  passphrase = readFileSync(first.passphraseFile, 'utf8').trim()
  second = await home('second')
  await run('restore', second, ['--from', place], { MIMAMORI_BACKUP_PASSPHRASE: passphrase })
}, 180_000)
afterAll(async () => {
  for (const name of names) await on(server, `drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

test('OPS-02 a restore that meets a cut file leaves the database empty, and works when it is repeated', async () => {
  const third = await home('third')
  const restore = { MIMAMORI_BACKUP_PASSPHRASE: passphrase }
  const stored = readdirSync(join(place, 'files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.age'))
    .map((name) => ({ path: join(place, 'files', name), whole: readFileSync(join(place, 'files', name)) }))
  for (const { path, whole } of stored) writeFileSync(path, whole.subarray(0, whole.length / 2))
  expect(await refused('restore', third, ['--from', place], restore)).toContain('was changed or is not whole')
  expect(await on(third.url, `select from pg_class where relname = 'tenant'`)).toHaveLength(0)
  expect(
    await refused('restore', third, ['--from', place], { MIMAMORI_BACKUP_PASSPHRASE: 'another passphrase' }),
  ).toContain('The passphrase is not the one of these backups')
  for (const { path, whole } of stored) writeFileSync(path, whole)
  expect(await run('restore', third, ['--from', place], restore)).toContain('1 files')
  expect(readFileSync(join(third.dataDir, 'media', 'clips', 'a.mp4'), 'utf8')).toContain('the bytes of a clip')
}, 180_000)

test('OPS-02 a restored installation backs up into the same place and can be upgraded', async () => {
  expect(readFileSync(second.passphraseFile, 'utf8').trim()).toBe(passphrase)
  expect(statSync(second.passphraseFile).mode & 0o077).toBe(0)
  expect(await run('backup', second)).toContain(`is in ${place}`)
  expect(await run('backup', second, ['--drill'])).toContain('was restored on trial')
  const [stored] = await on(
    second.url,
    `select value->'last'->>'id' as last, value->'lastDrill'->>'backupId' as drilled
    from installation where key = 'backup'`,
  )
  expect(stored!.drilled).toBe(stored!.last)
  expect((await upgrade(second))?.migrations).toEqual(knownMigrations().slice(0, -1))
}, 180_000)

test('OPS-02 no passphrase is created if the place has a key: programs ask for the earlier one', async () => {
  rmSync(second.passphraseFile)
  const words = `There are backups in ${place} already, and this installation has no passphrase for them. Set MIMAMORI_BACKUP_PASSPHRASE`
  expect(await refused('backup', second)).toContain(words)
  expect(await refused('backup', second, ['--drill'])).toContain(words)
  await on(second.url, `insert into schema_migration (name, checksum) values ('9000_later.sql', 'x')`)
  expect(await refused('rollback', second)).toContain(words)
  await on(second.url, `delete from schema_migration where name = '9000_later.sql'`)
  await expect(upgrade(second)).rejects.toThrow(`so nothing was changed: ${words}`)
  expect(existsSync(second.passphraseFile)).toBe(false)
  expect(await run('backup', second, [], { MIMAMORI_BACKUP_PASSPHRASE: passphrase })).toContain(`is in ${place}`)
  expect(await refused('backup', second, [], { MIMAMORI_BACKUP_PASSPHRASE: 'another passphrase' })).toBe(
    'The passphrase is not the one of these backups, or their key.age was changed.\n',
  )
}, 180_000)

test('OPS-02 a place without its key gets no new one, which would hide that its backups are lost', async () => {
  rmSync(join(place, 'key.age'))
  expect(await refused('backup', second, [], { MIMAMORI_BACKUP_PASSPHRASE: passphrase })).toBe(
    'key.age of the backup is missing.\n',
  )
  expect(existsSync(join(place, 'key.age'))).toBe(false)
}, 60_000)
