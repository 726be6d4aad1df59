/** A program on a database that a newer one has migrated: while an upgrade rolls, instances of both run side by side. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { TEST_MASTER_KEY } from '#testing/clock.ts'
import { startService, type TestService } from '#testing/service.ts'
import { createSecrets } from '../secrets.ts'
import { migrate, servicePassword } from './migrate.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'migrations')
let service: TestService
let newer: string
beforeAll(async () => {
  service = await startService()
  newer = mkdtempSync(join(tmpdir(), 'mimamori-newer-'))
  for (const name of readdirSync(FOLDER)) await cp(join(FOLDER, name), join(newer, name))
})
afterAll(async () => {
  await service.stop()
  rmSync(newer, { recursive: true, force: true })
})

async function start(folder = FOLDER): Promise<string[]> {
  const lines: string[] = []
  const password = servicePassword(createSecrets(TEST_MASTER_KEY))
  await migrate({ adminUrl: service.databaseUrl, servicePassword: password, log: (line) => lines.push(line), folder })
  return lines
}

test('SCALE-03 one that only added lets the older program start, and it writes what the newer one fills', async () => {
  const added = "alter table camera add column mount text not null default 'wall' check (mount in ('wall', 'ceiling'))"
  writeFileSync(join(newer, '9998_camera_mount.sql'), `-- How a camera hangs.\n${added};\n`)
  expect(await start(newer)).toEqual(['Migration 9998_camera_mount.sql has run.'])
  expect(await start()).toEqual([
    'The database is newer than this program, by files that only add: 9998_camera_mount.sql.',
  ])
  const { cameraIds } = await insertHub(service, { tenant: await service.tenant() })
  const rows = await service.sql`select mount from camera where id = ${cameraIds[0]!}`
  expect([...rows]).toEqual([{ mount: 'wall' }])
})

test('SCALE-03 one that took something away refuses the older program by the name of the file', async () => {
  writeFileSync(join(newer, '9999_less.sql'), 'alter table camera drop column mount;\n')
  await start(newer)
  await expect(start()).rejects.toThrow('The database is newer than this program: it has the migration 9999_less.sql.')
})
