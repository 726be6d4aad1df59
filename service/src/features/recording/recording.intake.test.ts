import { randomUUID } from 'node:crypto'
import type { RecordingFilter } from '@mimamori/contract/recording.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '../../testing.ts'
import { insertHub, JPEG, type TestHub } from '../hub/testing.ts'
import { type Film, film, pieceOf, putInit, putPiece } from './testing.ts'

/** 10:00 in Tokyo. */
const START = new Date('2026-11-20T01:00:00.000Z')
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)

let service: TestService
let video: Film
let tenant: TestTenant
let hub: TestHub
let nurse: TestUser
beforeAll(async () => {
  service = await startService()
  video = await film(12)
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.tenant()
  hub = await insertHub(service, { tenant })
  nurse = await service.user({ role: 'USER', tenant })
})

const search = async (body: RecordingFilter = {}) =>
  (await service.call(nurse.token, 'recording.search', { body })).body

describe('what hubs upload', () => {
  test('REC-01 pieces of an hour are one recording, and the same piece twice is the same piece', async () => {
    const initId = await putInit(service, hub, video)
    const id = randomUUID()
    for (let i = 0; i < 2; i++) await putPiece(service, hub, video, { id, initId, startedAt: START })
    await putPiece(service, hub, video, { initId, startedAt: after(6), fromSecond: 6 })
    const { records, totalCount } = await search()
    expect(totalCount).toBe(1)
    const bytes = pieceOf(video, 0, 6).length + pieceOf(video, 6, 6).length
    expect(records[0]).toMatchObject({
      cameraId: hub.cameraIds[0],
      startedAt: START.toISOString(),
      endedAt: after(12).toISOString(),
      durationMs: 12_000,
      bytes,
      bitrateBps: Math.round((bytes * 8) / 12),
      archived: false,
      privacy: false,
    })
  })

  test('REC-01 another hour at the site, or a pause of more than five minutes, is another recording', async () => {
    const half = await service.tenant({ timezone: 'Asia/Kolkata' })
    hub = await insertHub(service, { tenant: half })
    nurse = await service.user({ role: 'USER', tenant: half })
    const initId = await putInit(service, hub, video)
    // The hour of Kolkata begins at half past.
    for (const seconds of [1790, 1796, 1802, 1802 + 6 + 301]) {
      await putPiece(service, hub, video, { initId, startedAt: after(seconds) })
    }
    const { records } = await search()
    expect(records.map(({ startedAt, durationMs }) => [startedAt, durationMs])).toEqual([
      [after(2109).toISOString(), 6000],
      [after(1802).toISOString(), 6000],
      [after(1790).toISOString(), 12_000],
    ])
  })

  test('pieces that come late find the recording that they belong to', async () => {
    const initId = await putInit(service, hub, video)
    await putPiece(service, hub, video, { initId, startedAt: after(6), fromSecond: 6 })
    await putPiece(service, hub, video, { initId, startedAt: START })
    expect((await search()).records).toMatchObject([{ startedAt: START.toISOString(), durationMs: 12_000 }])
  })

  test('what is no video, no piece of this camera, or of a site without recording is refused', async () => {
    const initId = await putInit(service, hub, video)
    const query = { cameraId: hub.cameraIds[0]!, initId, startedAt: START.toISOString(), durationMs: 6000 }
    const put = (changes: object, bytes = pieceOf(video, 0, 6)) =>
      service.refused(hub.token, 'recording.putSegment', {
        params: { id: randomUUID() },
        query: { ...query, ...changes },
        bytes,
        contentType: 'application/octet-stream',
      })
    expect((await put({}, JPEG)).body.key).toBe('invalid-request')
    expect((await put({ initId: randomUUID() })).status).toBe(404)
    expect((await put({ cameraId: randomUUID() })).status).toBe(404)
    await service.sql`update tenant set is_recording_enabled = false where id = ${tenant.id}`
    expect((await put({})).body.key).toBe('recording-disabled')
    expect((await service.refused(nurse.token, 'recording.search', { body: {} })).body.key).toBe('recording-disabled')
  })
})
