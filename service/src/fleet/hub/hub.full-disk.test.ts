import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type DiskRoom, MIB } from '#platform/disk.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertHub, JPEG, MP4, raised, type TestHub } from './testing.ts'

const TOTAL = 100 * 1024 * MIB
const room: DiskRoom = { freeBytes: 0, totalBytes: TOTAL }
let service: TestService
beforeAll(async () => {
  service = await startService({ readDisk: async () => room })
})
afterAll(() => service.stop())

const contentType = 'application/octet-stream'
const putClip = (hub: TestHub, id: string) => {
  const query = { cameraId: hub.cameraIds[0]!, contentType: 'video/mp4' as const }
  return service.call(hub.token, 'hub.putMedia', { params: { id }, query, bytes: MP4, contentType })
}
const putFrame = (hub: TestHub) => {
  const query = { takenAt: service.clock.now().toISOString() }
  return service.call(hub.token, 'hub.putFrame', {
    params: { cameraId: hub.cameraIds[0]! },
    query,
    bytes: JPEG,
    contentType,
  })
}
const isStored = async (id: string) => (await service.sql`select from media where id = ${id}`).length === 1

test('R12 a full disk rejects clips and frames with a time to wait, and accepts alerts', async () => {
  room.freeBytes = 511 * MIB
  const hub = await insertHub(service)
  const id = randomUUID()
  for (const answer of [await putClip(hub, id), await putFrame(hub)]) {
    expect([answer.status, answer.headers['retry-after'], answer.body]).toEqual([
      507,
      '60',
      expect.objectContaining({ key: 'storage-full' }),
    ])
  }
  expect(await isStored(id)).toBe(false)
  const event = raised(hub.cameraIds[0]!, service.clock.now())
  const body = { epoch: randomUUID(), fromSequence: 1, events: [event] }
  expect((await service.call(hub.token, 'hub.events', { body })).body).toEqual({ cursor: 1 })

  room.freeBytes = 512 * MIB
  expect((await putClip(hub, id)).status).toBe(200)
  expect(await isStored(id)).toBe(true)
  expect((await putFrame(hub)).status).toBe(200)
})

test('R12 an image that cannot be written is left out, and its alert is stored', async () => {
  const hub = await insertHub(service)
  const event = raised(hub.cameraIds[0]!, service.clock.now(), { thumbnail: JPEG.toString('base64') })
  const put = vi.spyOn(service.platform.storage, 'put').mockRejectedValueOnce(new Error('ENOSPC'))
  const body = { epoch: randomUUID(), fromSequence: 1, events: [event] }
  expect((await service.call(hub.token, 'hub.events', { body })).body).toEqual({ cursor: 1 })
  put.mockRestore()
  const [row] = await service.sql`select thumbnail_media_id from alert where id = ${event.alertId}`
  expect(row!.thumbnail_media_id).toBeNull()
})

test('R12 health and metrics report a full disk until there is room', async () => {
  const hub = await insertHub(service)
  const { http } = service.app
  room.freeBytes = 100 * MIB
  await putClip(hub, randomUUID())
  const full = (await http.inject('/health/ready')).json()
  expect(full).toEqual({ status: 'degraded', errors: ['storage-full'] })
  const figures = (await http.inject('/metrics')).body
  expect(figures).toContain(`mimamori_disk_free_bytes ${100 * MIB}\n`)
  expect(figures).toContain(`mimamori_disk_reserve_bytes ${512 * MIB}\n`)

  room.freeBytes = 900 * MIB
  await putClip(hub, randomUUID())
  expect((await http.inject('/health/ready')).json()).toEqual({ status: 'ready' })
})
