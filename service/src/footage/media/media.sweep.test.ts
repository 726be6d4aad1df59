import { randomBytes, randomUUID } from 'node:crypto'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type StorageName, storageName } from '#platform/files/storage.ts'
import { drain } from '#platform/work/jobs.ts'
import { type S3Stage, startS3 } from '#testing/servers/s3.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertCamera, insertMedia } from '#testing/site.ts'
import { sweepBucket } from './media.sweep.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let s3: S3Stage
let service: TestService
beforeAll(async () => {
  s3 = await startS3()
  service = await startService({ env: s3.settings })
})
afterAll(async () => {
  await service.stop()
  await s3.stop()
})

const bucket = () => service.platform.bucket!
async function filesOf(tenantId: string): Promise<StorageName[]> {
  await bucket().uploads.sweep()
  const names: StorageName[] = []
  for await (const { name } of bucket().filesOf(tenantId)) names.push(name)
  return names.sort()
}
/** A file without a row. */
async function putUnnamed(tenantId: string): Promise<StorageName> {
  const name = storageName(tenantId, randomUUID())
  await bucket().put(name, randomBytes(20), 20)
  return name
}
/** Sweeps every tenant this many days from now; the store stamps files with its own clock. */
async function sweepIn(days: number) {
  const errors: object[] = []
  const job = sweepBucket({ bucket: bucket(), log: { error: (what: object) => errors.push(what) } as never })
  const now = new Date(Date.now() + days * DAY_MS)
  const tenants = await service.sql`select id from tenant`
  let removed = 0
  for (const _ of tenants) removed += await drain(job, service.database, now)
  return { removed, errors }
}

test('SCALE-02 only files of 30 days without a row are removed from the bucket', async () => {
  const camera = await insertCamera(service, await service.tenant())
  const media = await insertMedia(service, camera, { kind: 'frame', bytes: randomBytes(20) })
  const named = storageName(camera.tenantId, media)
  const unnamed = await putUnnamed(camera.tenantId)
  expect(await filesOf(camera.tenantId)).toEqual([named, unnamed].sort())
  expect(await sweepIn(29)).toEqual({ removed: 0, errors: [] })
  expect(await filesOf(camera.tenantId)).toHaveLength(2)
  expect(await sweepIn(31)).toEqual({ removed: 1, errors: [] })
  expect(await filesOf(camera.tenantId)).toEqual([named])
})

test('SCALE-02 nothing is removed if the database does not match the bucket, and that is logged', async () => {
  const tenant = await service.tenant()
  for (let n = 0; n < 101; n++) await putUnnamed(tenant.id)
  await filesOf(tenant.id)
  expect(await sweepIn(31)).toEqual({ removed: 0, errors: [{ tenantId: tenant.id, unnamed: 101, seen: 101 }] })
  expect(await filesOf(tenant.id)).toHaveLength(101)
})
