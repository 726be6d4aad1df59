/** Clips that a hub transcoded from the camera's video: both files of one alert. */
import { randomUUID } from 'node:crypto'
import type { AlertRaised, HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertHub, MP4, raised, type TestHub } from '../testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const CLIP = { durationMs: 15_000, alertAtMs: 5_000 }
const send = (hub: TestHub, epoch: string, fromSequence: number, events: HubEvent[]) =>
  service.call(hub.token, 'hub.events', { body: { epoch, fromSequence, events } })
const alertsOf = (hub: TestHub, count: number) =>
  Array.from({ length: count }, () => raised(hub.cameraIds[0]!, service.clock.now()))
const upload = (hub: TestHub, id: string) =>
  service.call(hub.token, 'hub.putMedia', {
    params: { id },
    query: { cameraId: hub.cameraIds[0]!, contentType: 'video/mp4' },
    bytes: MP4,
    contentType: 'application/octet-stream',
  })

describe('a clip transcoded from the camera’s original', () => {
  test('REAL-07 the original is stored beside the transcoded clip, with the same access rights', async () => {
    const hub = await insertHub(service)
    const [epoch, clipId, originalId] = [randomUUID(), randomUUID(), randomUUID()]
    const [alert, alone] = alertsOf(hub, 2).map((one) => ({ ...one, hasClip: true })) as [AlertRaised, AlertRaised]
    const otherId = randomUUID()
    for (const id of [clipId, originalId, otherId]) await upload(hub, id)
    const codec = 'hvc1.1.6.L60.90'
    await send(hub, epoch, 1, [
      { ...alert, hasBlurredClip: true },
      alone,
      {
        type: 'clip-ready',
        alertId: alert.alertId,
        mediaId: clipId,
        ...CLIP,
        original: { mediaId: originalId, codec },
      },
      // It never arrived: the clip is stored nevertheless.
      {
        type: 'clip-ready',
        alertId: alone.alertId,
        mediaId: otherId,
        ...CLIP,
        original: { mediaId: randomUUID(), codec },
      },
    ])
    const originalFor = async (role: 'USER' | 'RESTRICTED_USER', alertId: string) => {
      const user = await service.user({ role, tenant: { id: hub.tenantId }, unitIds: [hub.unitId] })
      return (await service.call(user.token, 'alert.get', { params: { id: alertId } })).body.clipOriginal
    }
    const shown = await originalFor('USER', alert.alertId)
    expect(shown).toEqual({ codec, url: expect.stringContaining(originalId) })
    expect((await service.app.http.inject({ method: 'GET', url: shown!.url })).rawPayload.equals(MP4)).toBe(true)
    expect(await originalFor('RESTRICTED_USER', alert.alertId)).toBeNull()
    expect(await originalFor('USER', alone.alertId)).toBeNull()
    const rows = await service.sql`select alert_id from media where id = any(${[clipId, originalId]}::uuid[])`
    expect(rows.map(({ alert_id }) => alert_id)).toEqual([alert.alertId, alert.alertId])
  })
})
