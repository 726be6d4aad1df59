import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { connect, withParts } from '#platform/postgres/postgres-url.ts'
import { TEST_MASTER_KEY } from '#testing/clock.ts'
import type { BackupConfig } from '../config.ts'
import { knownMigrations, migrate, servicePassword } from '../postgres/migrate.ts'
import { createSecrets } from '../secrets.ts'
import { listBackups, nameOf } from './backup-manifest.ts'
import { folderTarget } from './backup-target.ts'
import { backUpBeforeMigration } from './before-migration.ts'
import { rollBack } from './rollback.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const NOW = new Date('2026-11-26T02:00:00Z')
const password = servicePassword(createSecrets(TEST_MASTER_KEY))
const server = withParts(inject('databaseUrl'), { database: 'postgres' })
const names: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'mimamori-rollback-'))
let url: string

async function on<Row extends object>(at: string, statement: string): Promise<Row[]> {
  const client = connect(at, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    return [...(await client.unsafe<Row[]>(statement))]
  } finally {
    await client.end()
  }
}

function config(more: Partial<BackupConfig> = {}): BackupConfig {
  const passphraseFile = join(folder, 'passphrase')
  const named = {
    place: join(folder, 'backups'),
    server: null,
    files: 'left-out' as const,
    passphrase: null,
    passphraseFile,
  }
  return { ...named, atMinute: 180, retained: 14, ...more }
}

/** A copy of the backups with a missing table in each. */
async function damagedCopy(): Promise<BackupConfig> {
  const place = join(folder, 'damaged')
  cpSync(join(folder, 'backups'), place, { recursive: true })
  for (const { id } of await listBackups(folderTarget(place))) rmSync(join(place, nameOf.table(id, 'camera')))
  return config({ place })
}

const upgrade = (backup = config()) =>
  backUpBeforeMigration({
    ...{ adminUrl: url, backup, masterKey: TEST_MASTER_KEY.toString('base64'), version: '0.1.0', now: NOW },
    ...{ log: () => {}, workFactor: 10 },
  })
const back = (backup = config(), now = NOW) => rollBack({ adminUrl: url, backup, servicePassword: password, now })

beforeAll(async () => {
  const name = `rollback_${randomUUID().replaceAll('-', '')}`
  names.push(name)
  await on(server, `create database ${name}`)
  url = withParts(inject('databaseUrl'), { database: name })
})
afterAll(async () => {
  for (const name of names) await on(server, `drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

describe('an upgrade', () => {
  test('OPS-03 backs the database up before it changes it, and only then', async () => {
    const older = new Set(knownMigrations().slice(0, -1))
    expect(await upgrade()).toBeNull()
    await migrate({ adminUrl: url, servicePassword: password, log: () => {}, only: older })
    await on(url, `insert into installation (key, value) values ('before', '1')`)

    const made = await upgrade()
    expect(made?.migrations).toEqual([...older])
    await migrate({ adminUrl: url, servicePassword: password, log: () => {} })
    expect(await upgrade()).toBeNull()
  })

  test('OPS-03 if that backup fails nothing is changed, and an error explains it', async () => {
    const [last] = knownMigrations().slice(-1)
    const [row] = await on<{ checksum: string }>(
      url,
      `delete from schema_migration where name = '${last}' returning checksum`,
    )
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    await expect(upgrade(config({ place: join(file, 'backups') }))).rejects.toThrow('so nothing was changed')
    await on(url, `insert into schema_migration (name, checksum) values ('${last}', '${row!.checksum}')`)
  })

  test('OPS-03 a rollback restores that backup; later data is set aside and not lost', async () => {
    await expect(back()).rejects.toThrow('nothing to go back from')
    // A change of a later version.
    await on(url, `create table of_later (id int)`)
    await on(url, `insert into schema_migration (name, checksum) values ('9000_later.sql', 'x')`)
    await on(url, `insert into installation (key, value) values ('after', '1')`)
    await expect(back(config({ place: join(folder, 'nowhere') }))).rejects.toThrow('No backup')
    await expect(back(await damagedCopy())).rejects.toThrow('is missing')
    expect(await on(url, `select from installation where key = 'after'`)).toHaveLength(1)

    // Remains of a rollback that was killed during its restore.
    const fresh = `${new URL(url).pathname.slice(1)}_restoring`
    names.push(fresh)
    await on(server, `create database ${fresh}`)

    const { aside } = await back()
    names.push(aside)
    const keys = await on<{ key: string }>(url, `select key from installation where key in ('before', 'after')`)
    expect(keys.map(({ key }) => key)).toEqual(['before'])
    const applied = await on<{ name: string }>(url, `select name from schema_migration order by name`)
    expect(applied.map(({ name }) => name)).toEqual(knownMigrations())
    const left = await on(withParts(url, { database: aside }), `select from installation where key = 'after'`)
    expect(left).toHaveLength(1)
  })

  test('OPS-03 is not rolled back under a service that runs', async () => {
    await on(url, `insert into schema_migration (name, checksum) values ('9000_later.sql', 'x')`)
    const service = connect(url, { max: 1, onnotice: () => {} })
    await service`select 1`
    await expect(back(config(), new Date('2026-11-26T03:00:00Z'))).rejects.toThrow('Stop the service')
    await service.end()
  })
})
