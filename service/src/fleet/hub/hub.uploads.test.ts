import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storageName } from '#platform/files/storage.ts'
import { startService, type TestService } from '#testing/service.ts'
import { FRAME_BYTES_MAX } from './hub.uploads.ts'
import { insertHub, JPEG, MP4, type TestHub } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const RAW = 'application/octet-stream'
const putClip = (hub: TestHub, id: string, bytes: Buffer = MP4, cameraId = hub.cameraIds[0]!) =>
  service.call(hub.token, 'hub.putMedia', {
    params: { id },
    query: { cameraId, contentType: 'video/mp4' },
    bytes,
    contentType: RAW,
  })
const putFrame = (hub: TestHub, takenAt: string, bytes: Buffer = JPEG, cameraId = hub.cameraIds[0]!) =>
  service.call(hub.token, 'hub.putFrame', { params: { cameraId }, query: { takenAt }, bytes, contentType: RAW })
const sizeOf = (hub: TestHub, id: string) => service.platform.storage.size(storageName(hub.tenantId, id))

describe('clips', () => {
  test('ALERT-08 the same clip uploaded twice is the same clip, with the checksum of its bytes', async () => {
    const hub = await insertHub(service)
    const id = randomUUID()
    expect((await putClip(hub, id)).status).toBe(200)
    const other = Buffer.concat([MP4, Buffer.from('more')])
    expect((await putClip(hub, id, other)).status).toBe(200)
    expect(await sizeOf(hub, id)).toBe(MP4.length)
    const [row] = await service.sql`select sha256 from media where id = ${id}`
    expect(row).toEqual({ sha256: createHash('sha256').update(MP4).digest('hex') })
  })

  test('a clip for another hub’s camera is not found, and its bytes are not stored', async () => {
    const [hub, other] = [await insertHub(service), await insertHub(service)]
    const id = randomUUID()
    expect((await putClip(hub, id, MP4, other.cameraIds[0]!)).status).toBe(404)
    expect(await sizeOf(hub, id)).toBeNull()
  })

  test('two sites may choose the same id and keep their own files', async () => {
    const [hub, other] = [await insertHub(service), await insertHub(service)]
    const id = randomUUID()
    await putClip(hub, id)
    expect((await putClip(other, id, Buffer.concat([MP4, MP4]))).status).toBe(200)
    expect(await sizeOf(hub, id)).toBe(MP4.length)
    expect(await sizeOf(other, id)).toBe(2 * MP4.length)
  })

  test('of two hubs that upload one id at once, one is rejected, the other’s file stays', async () => {
    const hub = await insertHub(service)
    const other = await insertHub(service, { tenant: { id: hub.tenantId, code: '' } })
    for (let round = 0; round < 5; round++) {
      const id = randomUUID()
      const bytes = [MP4, Buffer.concat([MP4, MP4])]
      const answers = await Promise.all([putClip(hub, id, bytes[0]), putClip(other, id, bytes[1])])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await sizeOf(hub, id)).toBe(bytes[answers.findIndex(({ status }) => status === 200)]!.length)
    }
  })

  test('a file that does not begin like an MP4 is rejected and leaves nothing', async () => {
    const hub = await insertHub(service)
    const id = randomUUID()
    expect((await putClip(hub, id, Buffer.from('<html><script>'))).status).toBe(400)
    expect(await sizeOf(hub, id)).toBeNull()
    expect(await service.sql`select id from media where id = ${id}`).toHaveLength(0)
  })
})

describe('latest frames', () => {
  async function latestOf(hub: TestHub) {
    const [row] = await service.sql`
      select latest_frame_media_id as id, latest_frame_at as at from camera where id = ${hub.cameraIds[0]!}`
    return row as { id: string | null; at: string | null }
  }

  test('CAM-01 a frame becomes the camera’s latest; an older one that arrives late does not', async () => {
    const hub = await insertHub(service)
    await putFrame(hub, '2026-11-20T00:59:50.000Z')
    const first = await latestOf(hub)
    await putFrame(hub, '2026-11-20T00:59:40.000Z')
    expect(await latestOf(hub)).toEqual(first)
    expect(first.at).toBe('2026-11-20T00:59:50.000Z')
    expect(await sizeOf(hub, first.id!)).toBe(JPEG.length)
  })

  test('a replaced frame is deleted after a minute, with its file', async () => {
    const hub = await insertHub(service)
    await putFrame(hub, service.clock.now().toISOString())
    const first = await latestOf(hub)
    service.clock.advance(5_000)
    await putFrame(hub, service.clock.now().toISOString())
    expect(await sizeOf(hub, first.id!)).toBe(JPEG.length)
    service.clock.advance(61_000)
    await putFrame(hub, service.clock.now().toISOString())

    expect(await sizeOf(hub, first.id!)).toBeNull()
    const rows = await service.sql`select id from media where camera_id = ${hub.cameraIds[0]!} and kind = 'frame'`
    expect(rows.map(({ id }) => id)).toEqual([(await latestOf(hub)).id])
  })

  test('consoles get frame events at most every 3 s', async () => {
    const hub = await insertHub(service)
    let heard = 0
    service.platform.bus.subscribe([hub.tenantId], () => heard++)
    for (let second = 0; second < 7; second++) {
      await putFrame(hub, service.clock.now().toISOString())
      service.clock.advance(1_000)
    }
    expect(heard).toBe(3)
  })

  test('a frame that is too large, not JPEG, or of another hub’s camera is rejected', async () => {
    const [hub, other] = [await insertHub(service), await insertHub(service)]
    const at = service.clock.now().toISOString()
    const large = Buffer.concat([JPEG, Buffer.alloc(FRAME_BYTES_MAX)])
    expect((await putFrame(hub, at, large)).status).toBe(413)
    expect((await putFrame(hub, at, Buffer.from('GIF89a'))).status).toBe(400)
    expect((await putFrame(hub, at, JPEG, other.cameraIds[0]!)).status).toBe(404)
    expect((await latestOf(hub)).id).toBeNull()
  })
})
