import { afterAll, beforeAll, expect, test } from 'vitest'
import { drain } from '#platform/jobs.ts'
import { startService, type TestService } from '../../testing.ts'
import { insertAlert, insertCamera, insertMedia, insertRecording, type TestCamera } from '../../testing-site.ts'
import { retainRecordings } from './recording.retention.ts'

const DAY_MS = 24 * 60 * 60_000
const GIGABYTE = 1_000_000_000

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const run = () => drain(retainRecordings, service.database, service.clock.now())
const daysAgo = (days: number) => new Date(service.clock.now().getTime() - days * DAY_MS).toISOString()
async function site(days: number | null, gigabytes: number | null): Promise<TestCamera> {
  const tenant = await service.tenant()
  await service.sql`update tenant set recording_days = ${days}, recording_gigabytes = ${gigabytes} where id = ${tenant.id}`
  return insertCamera(service, tenant)
}
async function kept(camera: TestCamera): Promise<string[]> {
  const rows = await service.sql<{ id: string }[]>`
    select id from recording where tenant_id = ${camera.tenantId} order by started_at`
  return rows.map(({ id }) => id)
}

test('REC-05 recordings older than the days of their site go, archived ones never', async () => {
  const camera = await site(7, null)
  const old = await insertRecording(service, camera, { startedAt: daysAgo(8), isArchived: true })
  for (let i = 0; i < 45; i++) await insertRecording(service, camera, { startedAt: daysAgo(8 + i) })
  const fresh = await insertRecording(service, camera, { startedAt: daysAgo(6.9) })
  const elsewhere = await site(null, null)
  const ancient = await insertRecording(service, elsewhere, { startedAt: daysAgo(900) })
  await run()
  expect(await kept(camera)).toEqual([old.id, fresh.id])
  expect(await kept(elsewhere)).toEqual([ancient.id])
})

test('REC-05 the oldest go until the rest fits the gigabytes of the site, and clips of alerts stay', async () => {
  const camera = await site(null, 2)
  const alert = await insertAlert(service, camera)
  const clip = await insertMedia(service, camera, { kind: 'clip', alert, bytes: Buffer.from('clip') })
  const bytes = 0.9 * GIGABYTE
  const all = []
  for (const days of [5, 4, 3, 2]) {
    all.push(await insertRecording(service, camera, { startedAt: daysAgo(days), bytes, isArchived: days === 4 }))
  }
  await run()
  expect(await kept(camera)).toEqual(all.slice(1).map(({ id }) => id))
  expect(await service.sql`select from media where id = ${clip}`).toHaveLength(1)
})
