/** A new version that begins on two machines at the same moment. OPS-03. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { listBackups, nameOf } from '#platform/backup/backup-manifest.ts'
import { folderTarget } from '#platform/backup/backup-target.ts'
import { knownMigrations, migrate, servicePassword } from '#platform/postgres/migrate.ts'
import { connect, withParts } from '#platform/postgres/postgres-url.ts'
import { createSecrets } from '#platform/secrets.ts'
import { TEST_MASTER_KEY } from '#testing/clock.ts'
import { startNats } from '#testing/servers/nats.ts'

const name = `upgrade_${randomUUID().replaceAll('-', '')}`
const server = connect(withParts(inject('databaseUrl'), { database: 'postgres' }), { max: 1, onnotice: () => {} })
const adminUrl = withParts(inject('databaseUrl'), { database: name })
const folder = mkdtempSync(join(tmpdir(), 'mimamori-upgrade-'))
const running: ChildProcess[] = []
afterAll(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await server.unsafe(`drop database if exists ${name} with (force)`)
  await server.end()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the log of the instance once it is ready. */
function start(dataDir: string, natsUrl: string): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'main.ts')], {
    stdio: 'pipe',
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', DATABASE_URL: adminUrl, MIMAMORI_NATS_URL: natsUrl },
      ...{ MIMAMORI_DATA_DIR: join(folder, dataDir), MIMAMORI_MASTER_KEY: TEST_MASTER_KEY.toString('base64') },
      ...{ MIMAMORI_BACKUP_DIR: join(folder, 'backups'), MIMAMORI_BACKUP_PASSPHRASE: 'a long passphrase' },
    },
  })
  running.push(child)
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (text: Buffer) => {
      said += text
      if (said.includes('The service is ready')) resolve(said)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(`The service does not start: ${said}`)))
  })
}

test('OPS-03 two instances of a new version make one backup, and one of them changes the database', async () => {
  const nats = await startNats()
  try {
    await server.unsafe(`create database ${name}`)
    const older = knownMigrations().slice(0, -1)
    const password = servicePassword(createSecrets(TEST_MASTER_KEY))
    await migrate({ adminUrl, servicePassword: password, log: () => {}, only: new Set(older) })

    const said = await Promise.all([start('a', nats.url), start('b', nats.url)])
    const target = folderTarget(join(folder, 'backups'))
    const backups = await listBackups(target)
    expect(backups.map(({ migrations }) => migrations)).toEqual([older])
    const tables = backups[0]!.tables.map((table) => nameOf.table(backups[0]!.id, table.name))
    expect(tables.filter((table) => !existsSync(join(folder, 'backups', table)))).toEqual([])
    const counts = [/was backed up/g, /Migration \S+ has run/g].map((words) => said.join().match(words)?.length)
    expect(counts).toEqual([1, 1])
  } finally {
    await nats.stop()
  }
}, 240_000)
