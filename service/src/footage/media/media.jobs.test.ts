import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storageName } from '#platform/files/storage.ts'
import { drain } from '#platform/work/jobs.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia, type TestCamera } from '#testing/site.ts'
import { dropOrphans } from './media.jobs.ts'

const BYTES = Buffer.from('0123456789')

let service: TestService
let camera: TestCamera
beforeAll(async () => {
  service = await startService()
  camera = await insertCamera(service, await service.tenant())
})
afterAll(() => service.stop())

const run = () => drain(dropOrphans(service.platform.storage), service.database, service.clock.now())
const sizeOf = (id: string) => service.platform.storage.size(storageName(camera.tenantId, id))
async function retained(): Promise<string[]> {
  const rows = await service.sql<{ id: string }[]>`select id from media where tenant_id = ${camera.tenantId}`
  return rows.map(({ id }) => id).sort()
}

test('S21 unclaimed uploads go with their files after a day; anything shown somewhere stays', async () => {
  const alert = await insertAlert(service, camera)
  const owned = [
    await insertMedia(service, camera, { kind: 'clip', alert, bytes: BYTES }),
    await insertMedia(service, camera, { kind: 'thumbnail', alert, bytes: BYTES }),
  ]
  const replaced = await insertMedia(service, camera, { kind: 'frame', bytes: BYTES })
  const latest = await insertMedia(service, camera, { kind: 'frame', bytes: BYTES })
  const unclaimed = await insertMedia(service, camera, { kind: 'clip', bytes: BYTES })
  service.clock.advance(24 * HOUR_MS)
  const fresh = await insertMedia(service, camera, { kind: 'clip', bytes: BYTES })

  expect(await run()).toBe(0)
  service.clock.advance(1)
  expect(await run()).toBe(2)

  expect(await retained()).toEqual([...owned, latest, fresh].sort())
  expect(await Promise.all([replaced, unclaimed].map(sizeOf))).toEqual([null, null])
  expect(await Promise.all([...owned, latest, fresh].map(sizeOf))).toEqual([10, 10, 10, 10])
})

test('S21 a row whose file cannot be removed stays for the next round', async () => {
  const id = await insertMedia(service, camera, { kind: 'clip', bytes: BYTES })
  service.clock.advance(25 * HOUR_MS)
  const broken = { remove: () => Promise.reject(new Error('the disk is read-only')) }
  await expect(drain(dropOrphans(broken), service.database, service.clock.now())).rejects.toThrow('read-only')
  expect(await retained()).toContain(id)
  await run()
  expect(await retained()).not.toContain(id)
})
