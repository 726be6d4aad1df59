import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createZstdDecompress, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { connect, withParts } from '#platform/postgres/postgres-url.ts'
import { seedDemo } from '#service/seed/seed-demo.ts'
import { TEST_MASTER_KEY } from '#testing/clock.ts'
import { startService } from '#testing/service.ts'
import { knownMigrations, migrate, servicePassword } from '../postgres/migrate.ts'
import { createSecrets } from '../secrets.ts'
import { openCipher } from './backup-cipher.ts'
import { type BackupManifest, findBackup, listBackups, nameOf } from './backup-manifest.ts'
import { type BackupTarget, folderTarget } from './backup-target.ts'
import { withCopyClient } from './copy-client.ts'
import { objectOf, readFileList } from './file-copy.ts'
import { type BackupOptions, makeBackup } from './make-backup.ts'
import { readMasterKey, restoreDatabase, restoreFiles, tryRestore } from './restore-backup.ts'
import { digestOf, inSnapshot } from './table-copy.ts'
import { readTables } from './table-list.ts'
import { through } from './through.ts'

// A restore runs all migrations; three of these files run concurrently on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const PASSPHRASE = 'correct horse battery staple'
const MASTER_KEY = TEST_MASTER_KEY.toString('base64')
const folders: string[] = []
let source: string
let shared: { folder: string; backup: BackupManifest }

/** An empty database of the tests' server. */
async function emptyDatabase(): Promise<string> {
  const name = `backup_${randomUUID().replaceAll('-', '')}`
  const server = inject('databaseUrl')
  const asAdmin = async (statement: string) => {
    const admin = connect(withParts(server, { database: 'postgres' }), { max: 1, onnotice: () => {} })
    await admin.unsafe(statement).finally(() => admin.end())
  }
  await asAdmin(`create database ${name}`)
  cleanups.push(() => asAdmin(`drop database ${name} with (force)`))
  return withParts(server, { database: name })
}
const cleanups: (() => Promise<void>)[] = []

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'mimamori-backup-'))
  folders.push(made)
  return made
}

const digests = (url: string): Promise<Record<string, unknown>> =>
  withCopyClient(url, (client) =>
    inSnapshot(client, async (snapshot) => {
      const found: Record<string, unknown> = {}
      for (const table of await readTables(snapshot)) found[table.name] = await digestOf(snapshot, table)
      return found
    }),
  )

const options = (target: BackupTarget, more: Partial<BackupOptions> = {}): BackupOptions => ({
  ...{ adminUrl: source, mediaFolder: null, masterKey: MASTER_KEY, target, passphrase: PASSPHRASE, retained: 14 },
  ...{ version: '1.0.0', startedAt: new Date('2026-11-25T02:00:00Z'), workFactor: 10 },
  ...more,
})
const empty = (adminUrl: string) => ({
  adminUrl,
  servicePassword: servicePassword(createSecrets(TEST_MASTER_KEY)),
})

/** A copy of the one backup that most tests use. */
async function copyOfBackup() {
  const at = folder()
  cpSync(shared.folder, at, { recursive: true })
  return { at, target: folderTarget(at), backup: shared.backup }
}
const place = async (target: BackupTarget) => ({ target, cipher: await openCipher(target, PASSPHRASE) })

function writeMedia(media: string, name: string, content: string): void {
  const path = join(media, name.slice(-4, -2), name.slice(-2), name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

beforeAll(async () => {
  const service = await startService()
  cleanups.push(() => service.stop())
  const { database, clock, platform } = service
  const demo = {
    ...{ seed: 'backup', language: 'en' as const, knownKey: null },
    ...{ imageFolder: async () => null, keepKey: () => {} },
  }
  const storage = { adopt: async () => {} }
  await seedDemo({ database, storage, passwords: platform.passwords, now: clock.now(), ...demo })
  source = service.databaseUrl
  const at = folder()
  shared = { folder: at, backup: await makeBackup(options(folderTarget(at))) }
})

afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

describe('a backup', () => {
  test('OPS-02 a restore brings back every table with its rows, keys, triggers and rights', async () => {
    const { target, backup } = await copyOfBackup()
    const restored = await emptyDatabase()
    await restoreDatabase(await place(target), backup, empty(restored))
    const expected = await digests(source)
    expect(await digests(restored)).toEqual(expected)
    expect(backup.tables.find(({ name }) => name === 'alert')!.rows).toBeGreaterThan(10)
    expect(await guards(restored)).toEqual(await guards(source))
    expect(Object.keys(expected)).toEqual(backup.tables.map(({ name }) => name))
  })

  test('OPS-02 a backup is a snapshot of one moment while rows are written', async () => {
    const target = folderTarget(folder())
    const writer = connect(source, { max: 1, onnotice: () => {} })
    const running = makeBackup(options(target)).finally(() => {
      isOver = true
    })
    let isOver = false
    let written = 0
    while (!isOver) {
      await writer.begin(async (sql) => {
        const value = sql.json({ n: written })
        await sql`insert into installation (key, value) values (${`pair-${written}`}, ${value})`
        await sql`insert into job_lease (name, holder, until) values (${`pair-${written}`}, ${randomUUID()}, now())`
      })
      written++
    }
    const backup = await running
    await writer`delete from installation where key like 'pair-%'`
    await writer`delete from job_lease where name like 'pair-%'`
    await writer.end()
    const restored = await emptyDatabase()
    await restoreDatabase(await place(target), backup, empty(restored))
    const client = connect(restored, { max: 1 })
    const pairs = await client`
      select a.key, b.name from (select key from installation where key like 'pair-%') a
      full join (select name from job_lease where name like 'pair-%') b on a.key = b.name
      where a.key is null or b.name is null`
    await client.end()
    expect(pairs).toEqual([])
    expect(written).toBeGreaterThan(0)
  })

  test('OPS-02 a backup that lacks a migration is brought to the present schema', async () => {
    const old = await emptyDatabase()
    const password = servicePassword(createSecrets(TEST_MASTER_KEY))
    const first = new Set(knownMigrations().slice(0, -1))
    await migrate({ adminUrl: old, servicePassword: password, log: () => {}, only: first })
    const target = folderTarget(folder())
    const backup = await makeBackup(options(target, { adminUrl: old }))
    expect(backup.migrations).toHaveLength(first.size)
    const restored = await emptyDatabase()
    await restoreDatabase(await place(target), backup, empty(restored))
    await migrate({ adminUrl: old, servicePassword: password, log: () => {} })
    expect(await digests(restored)).toEqual(await digests(old))
  })

  test('OPS-02 a backup of a newer version is rejected with its version', async () => {
    const { target, backup } = await copyOfBackup()
    const newer = { ...backup, version: '9.0.0', migrations: [...backup.migrations, '9999_later.sql'] }
    await expect(restoreDatabase(await place(target), newer, empty(await emptyDatabase()))).rejects.toThrow(
      'The backup is of a newer Mimamori, 9.0.0.',
    )
  })

  test('OPS-02 a backup is never restored into a database that has rows', async () => {
    const { target, backup } = await copyOfBackup()
    await expect(restoreDatabase(await place(target), backup, empty(source))).rejects.toThrow(
      'The database is not empty.',
    )
  })

  test('OPS-02 a restore brings back media and master key, and media are copied once', async () => {
    const [media, target, data] = [folder(), folderTarget(folder()), folder()]
    writeMedia(media, '11111111-1111-7111-8111-111111111111', 'first clip')
    const first = await makeBackup(options(target, { mediaFolder: media }))
    writeMedia(media, '22222222-2222-7222-8222-222222222222', 'second clip')
    const startedAt = new Date('2026-11-26T02:00:00Z')
    const second = await makeBackup(options(target, { mediaFolder: media, startedAt }))
    expect([first.files, second.files]).toEqual([
      { count: 1, bytes: 10 },
      { count: 2, bytes: 21 },
    ])
    expect((await target.list('files/')).length).toBe(2)
    expect(await restoreFiles(await place(target), second, data)).toBe(2)
    expect(readFileSync(join(data, 'media/22/22/22222222-2222-7222-8222-222222222222'), 'utf8')).toBe('second clip')
    expect(readFileSync(join(data, 'master.key'), 'utf8').trim()).toBe(MASTER_KEY)
  })

  test('OPS-02 a restore that finds the disk of the data folder full says so', async () => {
    const [media, data, at] = [folder(), folder(), folder()]
    writeMedia(media, '019a0000-0000-7000-8000-00000000abcd', 'the bytes of a frame')
    const target = folderTarget(at)
    const backup = await makeBackup(options(target, { mediaFolder: media }))
    // A write to this device answers as a full disk does.
    mkdirSync(join(data, 'media', 'ab', 'cd'), { recursive: true })
    symlinkSync('/dev/full', join(data, 'media', 'ab', 'cd', '019a0000-0000-7000-8000-00000000abcd.part'))
    await expect(restoreFiles(await place(target), backup, data)).rejects.toThrow(`The disk of ${data}/media is full`)
  })

  test('OPS-02 a backup cannot be read without the passphrase', async () => {
    const { target } = await copyOfBackup()
    await expect(openCipher(target, 'wrong')).rejects.toThrow('The passphrase is not the one of these backups')
    const stored = await target.list('')
    const texts = stored.filter(({ name }) => !name.endsWith('backup.json')).map(({ name }) => name)
    expect(texts.every((name) => name.endsWith('.age'))).toBe(true)
  })

  test.each([
    { what: 'changed', change: (path: string) => appendFileSync(path, 'x'), says: 'was changed or is not whole' },
    { what: 'cut off', change: (path: string) => truncateSync(path, 300), says: 'was changed or is not whole' },
    { what: 'gone', change: (path: string) => rmSync(path), says: 'is missing' },
  ])('OPS-02 with a file that is $what is refused and leaves nothing', async ({ change, says }) => {
    const { at, target, backup } = await copyOfBackup()
    change(join(at, nameOf.table(backup.id, 'alert')))
    const restored = await emptyDatabase()
    await expect(restoreDatabase(await place(target), backup, empty(restored))).rejects.toThrow(says)
    expect(await tablesOf(restored)).toEqual([])
  })

  test.each([
    {
      what: 'a row that the database refuses',
      of: (rows: string) => `${rows}no camera\n`,
      says: 'refused a row of the backup: camera, line',
    },
    { what: 'a row too few', of: (rows: string) => rows.slice(rows.indexOf('\n') + 1), says: 'has another content' },
    {
      what: 'a row twice',
      of: (rows: string) => rows + rows.slice(0, rows.indexOf('\n') + 1),
      says: 'violates unique constraint',
    },
    { what: 'no row', of: () => '', says: 'has another content' },
  ])('OPS-02 with $what ends in words, and the same database takes a good one', async ({ of, says }) => {
    const { target, backup } = await copyOfBackup()
    const opened = await place(target)
    const name = nameOf.table(backup.id, 'camera')
    const rows = await text(through(opened.cipher.decrypt((await target.get(name))!, name), createZstdDecompress()))
    await target.put(name, await opened.cipher.encrypt(Readable.from([zstdCompressSync(of(rows))])))
    const restored = await emptyDatabase()
    await expect(restoreDatabase(opened, backup, empty(restored))).rejects.toThrow(says)
    expect(await tablesOf(restored)).toEqual([])
    await restoreDatabase(await place(folderTarget(shared.folder)), backup, empty(restored))
    expect(await digests(restored)).toEqual(await digests(source))
  })

  test('OPS-02 a backup is never restored into a database with other tables', async () => {
    const { target, backup } = await copyOfBackup()
    const other = await emptyDatabase()
    const client = connect(other, { max: 1 })
    await client`create table of_somebody_else (id int)`
    await client.end()
    await expect(restoreDatabase(await place(target), backup, empty(other))).rejects.toThrow('is not empty')
    expect(await tablesOf(other)).toEqual(['of_somebody_else'])
  })

  test('OPS-02 a backup with swapped media files is rejected', async () => {
    const [media, at] = [folder(), folder()]
    const target = folderTarget(at)
    writeMedia(media, '11111111-1111-7111-8111-111111111111', 'clip a')
    writeMedia(media, '22222222-2222-7222-8222-222222222222', 'clip b')
    const backup = await makeBackup(options(target, { mediaFolder: media }))
    const opened = await place(target)
    const entries = []
    for await (const entry of readFileList(opened, backup.id)) entries.push(entry)
    writeFileSync(join(at, objectOf(entries[0]!)), readFileSync(join(at, objectOf(entries[1]!))))
    await expect(restoreFiles(opened, backup, folder())).rejects.toThrow('has another content')
  })

  test('OPS-02 an interrupted backup is not listed, and the next one removes it', async () => {
    const at = folder()
    const full = folderTarget(at)
    const put: BackupTarget['put'] = (name, bytes) =>
      name.includes('tables/camera.') ? Promise.reject(new Error('No space left.')) : full.put(name, bytes)
    await expect(makeBackup(options({ ...full, put }))).rejects.toThrow('No space left.')
    expect(await listBackups(full)).toEqual([])
    expect(existsSync(join(at, 'backups/2026-11-25T02-00-00Z'))).toBe(true)
    await makeBackup(options(full, { startedAt: new Date('2026-11-26T02:00:00Z') }))
    expect(existsSync(join(at, 'backups/2026-11-25T02-00-00Z'))).toBe(false)
    await expect(findBackup(full, '2026-11-25T02-00-00Z')).rejects.toThrow('There are: 2026-11-26T02-00-00Z.')
  })

  test('OPS-02 backups beyond the retained number are removed with their own media', async () => {
    const [media, target] = [folder(), folderTarget(folder())]
    const name = '11111111-1111-7111-8111-111111111111'
    writeMedia(media, name, 'clip')
    const day = (n: number) => ({ startedAt: new Date(Date.UTC(2026, 10, n)), mediaFolder: media, retained: 2 })
    await makeBackup(options(target, day(1)))
    rmSync(join(media, '11'), { recursive: true })
    await makeBackup(options(target, day(2)))
    expect((await target.list('files/')).length).toBe(1)
    await makeBackup(options(target, day(3)))
    expect((await listBackups(target)).map(({ id }) => id)).toEqual(['2026-11-03T00-00-00Z', '2026-11-02T00-00-00Z'])
    expect(await target.list('files/')).toEqual([])
  })

  test('OPS-02 backups with future times are removed first after the clock was set back', async () => {
    const target = folderTarget(folder())
    for (const day of ['2031-11-01', '2031-11-02', '2026-11-25', '2026-11-26'])
      await makeBackup(options(target, { startedAt: new Date(day), retained: 2 }))
    expect((await listBackups(target)).map(({ id }) => id.slice(0, 10))).toEqual(['2026-11-26', '2026-11-25'])
  })
})

describe('a restore drill', () => {
  test('OPS-02 a restore drill restores into a scratch database and reads media', async () => {
    const [media, target] = [folder(), folderTarget(folder())]
    writeMedia(media, '11111111-1111-7111-8111-111111111111', 'clip')
    const backup = await makeBackup(options(target, { mediaFolder: media }))
    const result = await tryRestore(await place(target), backup, { ...empty(await emptyDatabase()), samples: 5 })
    expect(result).toMatchObject({ tables: backup.tables.length, files: 1 })
    expect(result.rows).toBeGreaterThan(100)
  })

  test('OPS-02 a restore drill fails if the master key of the backup is missing', async () => {
    const { at, target, backup } = await copyOfBackup()
    rmSync(join(at, nameOf.masterKey(backup.id)))
    await expect(readMasterKey(await place(target), backup.id)).rejects.toThrow('is missing')
  })
})

async function tablesOf(url: string): Promise<string[]> {
  const client = connect(url, { max: 1 })
  onTestFinished(() => client.end())
  const rows = await client<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`
  return rows.map(({ name }) => name)
}

/** The protections of a database: keys, enabled triggers, row-level security. */
async function guards(url: string) {
  const client = connect(url, { max: 1 })
  onTestFinished(() => client.end())
  return [
    await client`select conrelid::regclass::text as table, conname, convalidated from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`,
    await client`select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger
      where not tgisinternal order by 1, 2`,
    await client`select relname, relrowsecurity, relforcerowsecurity from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  ]
}
