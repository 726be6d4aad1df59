import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLogger } from '#platform/log.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { startService, TestClock, type TestService } from '#testing/service.ts'
import { type BackupWork, createBackupWork } from './installation.work.ts'

// A backup and a drill are programs that start behind other work, and a drill runs all migrations.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const folders: string[] = []
let service: TestService
let folder: string

function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'mimamori-backups-'))
  folders.push(made)
  return made
}
const workOf = ({ platform, databaseUrl }: TestService): BackupWork =>
  createBackupWork(platform, { adminUrl: databaseUrl, logger: createLogger('silent'), niceness: 0 })
const look = async (work: BackupWork) => {
  if ('task' in work.job) await work.job.task(service.database, service.clock.now(), async () => true)
}
const state = async () => {
  const user = await service.user({
    role: 'SUPER_ADMIN',
    tenant: { id: OPERATOR_TENANT_ID },
  })
  return (await service.call(user.token, 'installation.get')).body
}

beforeEach(async () => {
  folder = makeFolder()
  // Half a day away, so that no test passes the time of the nightly backup by an hour.
  const atHour = String((new Date().getHours() + 12) % 24).padStart(2, '0')
  const env = {
    MIMAMORI_BACKUP_DIR: folder,
    MIMAMORI_BACKUP_PASSPHRASE: 'a long passphrase',
    MIMAMORI_BACKUP_AT: `${atHour}:00`,
  }
  service = await startService({ clock: new TestClock(new Date().toISOString()), env })
})
afterEach(() => service.stop())
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

describe('backups of an installation', () => {
  test('OPS-02 are made once a night, by one of several instances', async () => {
    const [first, second] = [workOf(service), workOf(service)]
    await look(first)
    expect((await state()).backup.last).toBeNull()
    service.clock.advance(24 * HOUR_MS)
    await Promise.all([look(first), look(second)])
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
    const { backup } = await state()
    expect(backup).toMatchObject({ runs: null, error: null, isOverdue: false })
    expect(backup.last!.rows).toBeGreaterThan(0)
    service.clock.advance(HOUR_MS)
    await look(first)
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
    service.clock.advance(24 * HOUR_MS)
    await look(second)
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(2)
  })

  test('OPS-02 are restored as a drill in the first night and every month; the scratch database goes', async () => {
    const work = workOf(service)
    service.clock.advance(24 * HOUR_MS)
    await look(work)
    expect((await state()).backup.lastDrill).toBeNull()
    await look(work)
    const { backup } = await state()
    expect(backup.drillError).toBeNull()
    expect(backup.lastDrill).toMatchObject({ backupId: backup.last!.id, rows: backup.last!.rows })
    expect(await service.sql`select 1 from pg_database where datname = current_database() || '_drill'`).toHaveLength(0)
    service.clock.advance(29 * 24 * HOUR_MS)
    for (let i = 0; i < 2; i++) await look(work)
    expect((await state()).backup.lastDrill).toEqual(backup.lastDrill)
    service.clock.advance(24 * HOUR_MS)
    for (let i = 0; i < 2; i++) await look(work)
    const now = (await state()).backup
    expect(now.lastDrill!.backupId).toBe(now.last!.id)
  })

  test('OPS-02 that are missing for 26 hours degrade the health of the service', async () => {
    const work = workOf(service)
    await work.begin('backup')
    await work.idle()
    await look(work)
    expect(work.sign.errors()).toEqual([])
    expect(work.sign.figures()).toContain('mimamori_backup_age_seconds 0')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file')
    service.clock.advance(27 * HOUR_MS)
    await look(work)
    expect(work.sign.errors()).toEqual(['backup-overdue', 'backup-failed'])
    const { backup } = await state()
    expect(backup).toMatchObject({ isOverdue: true, error: { error: { code: 'not-writable' } } })
    expect(backup.last).not.toBeNull()
  })

  test('OPS-02 that fail or are missing are mailed to the operator at once, then daily', async () => {
    const operator = await service.user({ role: 'SUPER_ADMIN', tenant: { id: OPERATOR_TENANT_ID } })
    await service.sql`update app_user set locale = 'en' where id = ${operator.id}`
    const emails = async () => {
      const query = { pageSize: 100 }
      const { records } = (await service.call(operator.token, 'mail.search', { query, body: {} })).body
      return records.filter(({ recipient }) => recipient === operator.email).map(({ subject }) => subject)
    }
    const work = workOf(service)
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file')
    service.clock.advance(25 * HOUR_MS)
    await look(work)
    await look(work)
    expect(await emails()).toEqual(['Mimamori: the backup failed'])
    service.clock.advance(2 * HOUR_MS)
    await look(work)
    expect((await emails()).sort()).toEqual(['Mimamori: no backup for more than a day', 'Mimamori: the backup failed'])
    service.clock.advance(25 * HOUR_MS)
    await look(work)
    expect(await emails()).toHaveLength(4)
    rmSync(folder)
    service.clock.advance(2 * HOUR_MS)
    await look(work)
    service.clock.advance(HOUR_MS)
    await look(work)
    expect(await emails()).toHaveLength(4)
    expect(work.sign.errors()).toEqual([])
  })

  test('OPS-02 begin when the operator asks, which is audited', async () => {
    const operator = await service.user({
      role: 'SUPER_ADMIN',
      tenant: { id: OPERATOR_TENANT_ID },
    })
    await service.call(operator.token, 'installation.backup', { body: { what: 'backup' } })
    const refused = await service.refused(operator.token, 'installation.backup', { body: { what: 'backup' } })
    expect(refused.body.key).toBe('in-use')
    await service.app.backups.idle()
    expect((await state()).backup.last).not.toBeNull()
    const rows = await service.sql`select action from audit where action like 'installation.%' order by id`
    expect(rows.map(({ action }) => action)).toEqual(['installation.backup'])
  })

  test('OPS-02 get a passphrase for the owner alone where none is set', async () => {
    const plain = await startService({ beside: service, env: { MIMAMORI_BACKUP_DIR: makeFolder() } })
    const work = workOf(plain)
    await work.begin('backup')
    await work.idle()
    const file = join(plain.platform.config.dataDir, 'backup.passphrase')
    expect(readFileSync(file, 'utf8')).toMatch(/^([A-Z2-9]{4}-){5}[A-Z2-9]{4}\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await plain.stop()
  })
})
