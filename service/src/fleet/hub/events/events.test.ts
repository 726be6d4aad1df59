import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { AlertRaised, HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storageName } from '#platform/files/storage.ts'
import { startService, type TestService } from '#testing/service.ts'
import { EVENTS_BURST } from '../hub.budget.ts'
import { insertHub, JPEG, MP4, raised, type TestHub } from '../testing.ts'
import { believedTime, watchedBox } from './events.rules.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

function send(hub: TestHub, epoch: string, fromSequence: number, events: HubEvent[]) {
  return service.call(hub.token, 'hub.events', { body: { epoch, fromSequence, events } })
}
async function storedIds(hub: TestHub): Promise<string[]> {
  const rows = await service.sql<{ id: string }[]>`select id from alert where tenant_id = ${hub.tenantId} order by id`
  return rows.map(({ id }) => id)
}
async function alertRow(id: string) {
  const [row] = await service.sql`select * from alert where id = ${id}`
  return row!
}
function listen(hub: TestHub): LiveEvent[] {
  const heard: LiveEvent[] = []
  service.platform.bus.subscribe([hub.tenantId], (event) => heard.push(event))
  return heard
}
const alertsOf = (hub: TestHub, count: number) =>
  Array.from({ length: count }, () => raised(hub.cameraIds[0]!, service.clock.now()))
const sortedIds = (events: { alertId: string }[]) => events.map(({ alertId }) => alertId).sort()

describe('HUB-04 batches of events', () => {
  test('HUB-04 a batch is stored and answered with its cursor; the same batch again changes nothing', async () => {
    const hub = await insertHub(service)
    const heard = listen(hub)
    const [epoch, alerts] = [randomUUID(), alertsOf(hub, 3)]

    expect((await send(hub, epoch, 1, alerts)).body).toEqual({ cursor: 3 })
    expect((await send(hub, epoch, 1, alerts)).body).toEqual({ cursor: 3 })

    expect(await storedIds(hub)).toEqual(sortedIds(alerts))
    expect(heard[0]).toMatchObject({ type: 'alert-raised', alertId: alerts[0]!.alertId, unitId: hub.unitId })
  })

  test('HUB-04 a batch that overlaps stored events adds only the new ones', async () => {
    const hub = await insertHub(service)
    const [epoch, alerts] = [randomUUID(), alertsOf(hub, 5)]
    await send(hub, epoch, 1, alerts.slice(0, 3))
    expect((await send(hub, epoch, 2, alerts.slice(1))).body).toEqual({ cursor: 5 })
    expect(await storedIds(hub)).toEqual(sortedIds(alerts))
  })

  test('HUB-04 after a gap nothing is stored, and the cursor says where to continue', async () => {
    const hub = await insertHub(service)
    const [epoch, alerts] = [randomUUID(), alertsOf(hub, 4)]
    await send(hub, epoch, 1, alerts.slice(0, 1))
    expect((await send(hub, epoch, 3, alerts.slice(2))).body).toEqual({ cursor: 1 })
    expect(await storedIds(hub)).toEqual([alerts[0]!.alertId])
    expect((await send(hub, epoch, 2, [])).body).toEqual({ cursor: 1 })
  })

  test('HUB-04 an alert repeated under a new epoch is not duplicated', async () => {
    const hub = await insertHub(service)
    const alerts = alertsOf(hub, 2)
    await send(hub, randomUUID(), 1, alerts)
    expect((await send(hub, randomUUID(), 1, [...alerts, ...alertsOf(hub, 1)])).body).toEqual({ cursor: 3 })
    expect(await storedIds(hub)).toHaveLength(3)
  })

  test('ALERT-01 APP-05 an alert keeps the model’s part, and says cloud though the app asks for the camera', async () => {
    const hub = await insertHub(service)
    await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state, settings)
      values (${hub.tenantId}, ${hub.cameraIds[0]!}, 'A003', 'ENABLED', '{"inferenceEnvironment": "camera"}')`
    const [alert] = alertsOf(hub, 1)
    const box = { x: 0.2, y: 0.5, width: 0.3, height: 0.2 }
    const detections: AlertRaised['detections'] = [{ box, label: 'person', score: 0.8, by: 'model' }]
    await send(hub, randomUUID(), 1, [{ ...alert!, detections }])
    expect(await alertRow(alert!.alertId)).toMatchObject({ detections, inferenced_by: 'cloud' })
  })

  test('HUB-04 batches sent at the same time are stored once', async () => {
    const hub = await insertHub(service)
    const [epoch, alerts] = [randomUUID(), alertsOf(hub, 20)]
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(hub, epoch, 1, alerts)))
    expect(answers.map(({ body }) => body.cursor)).toEqual([20, 20, 20, 20])
    expect(await storedIds(hub)).toHaveLength(20)
  })

  test('an event of another hub’s camera is stored for a technician and does not block others', async () => {
    const [hub, other] = [await insertHub(service), await insertHub(service)]
    const events = [
      raised(other.cameraIds[0]!, service.clock.now(), { thumbnail: JPEG.toString('base64') }),
      { type: 'clip-failed' as const, alertId: randomUUID(), error: { code: 'file-gone' as const, params: {} } },
      raised(hub.cameraIds[0]!, service.clock.now()),
    ]
    expect((await send(hub, randomUUID(), 1, events)).body).toEqual({ cursor: 3 })
    expect(await storedIds(hub)).toHaveLength(1)
    expect(await storedIds(other)).toEqual([])
    const retained = await service.sql`
      select sequence, code, event->>'type' as type, event ? 'thumbnail' as image from hub_rejection
      where agent_id = ${hub.id} order by sequence`
    expect(retained.map((row) => ({ ...row }))).toEqual([
      { sequence: 1, code: 'camera-not-watched', type: 'alert-raised', image: false },
      { sequence: 2, code: 'alert-unknown', type: 'clip-failed', image: false },
    ])
  })

  test('events over the rate limit are rejected with the time to wait, and none is lost', async () => {
    const hub = await insertHub(service)
    const epoch = randomUUID()
    for (let sent = 0; sent < EVENTS_BURST; sent += 100) await send(hub, epoch, sent + 1, alertsOf(hub, 100))
    const batch = { epoch, fromSequence: EVENTS_BURST + 1, events: alertsOf(hub, 100) }
    const refused = await service.refused(hub.token, 'hub.events', { body: batch })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    service.clock.advance(1_000)
    expect((await service.call(hub.token, 'hub.events', { body: batch })).body.cursor).toBe(EVENTS_BURST + 100)
  })
})

describe('an alert with image and clip', () => {
  test('CAM-09 its blurred image is stored beside the thumbnail, marked as such', async () => {
    const hub = await insertHub(service)
    const [cameraId] = hub.cameraIds as [string]
    const jpeg = JPEG.toString('base64')
    const event = raised(cameraId, service.clock.now(), { thumbnail: jpeg, blurredThumbnail: jpeg })
    await send(hub, randomUUID(), 1, [event])
    const row = await alertRow(event.alertId)
    expect(row.thumbnail_media_id).not.toBe(row.blurred_media_id)
    const media =
      await service.sql`select id, is_blurred from media where alert_id = ${event.alertId} order by is_blurred`
    expect([...media].map(({ id, is_blurred: isBlurred }) => [id, isBlurred])).toEqual([
      [row.thumbnail_media_id, false],
      [row.blurred_media_id, true],
    ])
  })

  test('its thumbnail becomes a file and a row; anything but a JPEG is dropped, the alert stays', async () => {
    const hub = await insertHub(service)
    const [cameraId] = hub.cameraIds as [string]
    const good = raised(cameraId, service.clock.now(), { thumbnail: JPEG.toString('base64') })
    const bad = raised(cameraId, service.clock.now(), { thumbnail: Buffer.from('<svg>').toString('base64') })
    await send(hub, randomUUID(), 1, [good, bad])

    const { thumbnail_media_id: id } = await alertRow(good.alertId)
    expect((await alertRow(bad.alertId)).thumbnail_media_id).toBeNull()
    expect(await service.platform.storage.size(storageName(hub.tenantId, id))).toBe(JPEG.length)
    const [media] = await service.sql`select kind, alert_id, bytes from media where id = ${id}`
    expect({ ...media }).toEqual({ kind: 'thumbnail', alert_id: good.alertId, bytes: JPEG.length })
  })

  test('ALERT-08 its clip follows: uploaded, named by the event, published to consoles', async () => {
    const hub = await insertHub(service)
    const heard = listen(hub)
    const [cameraId] = hub.cameraIds as [string]
    const [epoch, mediaId] = [randomUUID(), randomUUID()]
    const alert = raised(cameraId, service.clock.now(), { hasClip: true })
    await send(hub, epoch, 1, [alert])
    expect((await alertRow(alert.alertId)).clip_state).toBe('pending')
    const upload = {
      params: { id: mediaId },
      query: { cameraId, contentType: 'video/mp4' as const },
      bytes: MP4,
      contentType: 'application/octet-stream',
    }
    expect((await service.call(hub.token, 'hub.putMedia', upload)).status).toBe(200)
    await send(hub, epoch, 2, [
      { type: 'clip-ready', alertId: alert.alertId, mediaId, durationMs: 15_000, alertAtMs: 5_000 },
    ])

    expect(await alertRow(alert.alertId)).toMatchObject({
      clip_state: 'ready',
      clip_media_id: mediaId,
      clip_duration_ms: 15_000,
      clip_alert_at_ms: 5_000,
    })
    const [media] = await service.sql`select alert_id, taken_at from media where id = ${mediaId}`
    expect(media?.alert_id).toBe(alert.alertId)
    expect(Date.parse(media?.taken_at)).toBe(Date.parse(alert.occurredAt) - 5_000)
    expect(heard.at(-1)).toEqual({ type: 'alert-changed', alertIds: [alert.alertId], unitId: hub.unitId })
  })

  /** What a RESTRICTED_USER of the unit sees of the clip, and what other roles see. */
  async function seen(hub: TestHub, alertId: string) {
    const roles = ['RESTRICTED_USER', 'USER'] as const
    const answers = roles.map(async (role) => {
      const user = await service.user({ role, tenant: { id: hub.tenantId }, unitIds: [hub.unitId] })
      const { body } = await service.call(user.token, 'alert.get', { params: { id: alertId } })
      const url = body.clipUrl
      const status = url ? (await service.app.http.inject({ method: 'GET', url })).statusCode : null
      return [body.people, body.clipState, url?.match(/media\/([^?]+)/)?.[1] ?? null, status]
    })
    return Promise.all(answers)
  }
  const upload = async (hub: TestHub, id: string) =>
    service.call(hub.token, 'hub.putMedia', {
      params: { id },
      query: { cameraId: hub.cameraIds[0]!, contentType: 'video/mp4' },
      bytes: MP4,
      contentType: 'application/octet-stream',
    })
  const CLIP = { durationMs: 15_000, alertAtMs: 5_000 }

  test('CAM-09 a RESTRICTED_USER gets only the blurred copy of a clip with people, once it exists', async () => {
    const hub = await insertHub(service)
    const [epoch, clipId, copyId] = [randomUUID(), randomUUID(), randomUUID()]
    const alert = raised(hub.cameraIds[0]!, service.clock.now(), { hasClip: true, hasBlurredClip: true })
    const { alertId } = alert
    await upload(hub, clipId)
    await send(hub, epoch, 1, [alert, { type: 'clip-ready', alertId, mediaId: clipId, ...CLIP }])
    expect(await seen(hub, alertId)).toEqual([
      ['blurred', 'pending', null, null],
      ['clear', 'ready', clipId, 200],
    ])
    await upload(hub, copyId)
    await send(hub, epoch, 3, [{ type: 'clip-ready', alertId, mediaId: copyId, ...CLIP, isBlurred: true }])
    expect(await seen(hub, alertId)).toEqual([
      ['blurred', 'ready', copyId, 200],
      ['clear', 'ready', clipId, 200],
    ])
  })

  test('CAM-09 a clip without recognizable people is open to all roles, and a failed copy is reported', async () => {
    const hub = await insertHub(service)
    const [epoch, clipId] = [randomUUID(), randomUUID()]
    const [hidden, shown, alone] = [0, 1, 2].map(() =>
      raised(hub.cameraIds[0]!, service.clock.now(), { hasClip: true }),
    ) as [AlertRaised, AlertRaised, AlertRaised]
    await upload(hub, clipId)
    await send(hub, epoch, 1, [
      { ...hidden, people: 'silhouettes' },
      { ...shown, hasBlurredClip: true },
      alone,
      { type: 'clip-ready', alertId: hidden.alertId, mediaId: clipId, ...CLIP },
      { type: 'clip-failed', alertId: shown.alertId, error: { code: 'copy-too-busy', params: {} }, isBlurred: true },
    ])
    expect(await seen(hub, hidden.alertId)).toEqual([
      ['silhouettes', 'ready', clipId, 200],
      ['silhouettes', 'ready', clipId, 200],
    ])
    expect(await seen(hub, shown.alertId)).toEqual([
      ['blurred', 'failed', null, null],
      ['clear', 'pending', null, null],
    ])
    // The hub received no request for a copy.
    expect((await seen(hub, alone.alertId))[0]).toEqual(['blurred', 'none', null, null])
  })

  test('a clip that failed or never arrived is reported as such; a ready clip stays ready', async () => {
    const hub = await insertHub(service)
    const epoch = randomUUID()
    const alerts = alertsOf(hub, 2).map((alert) => ({ ...alert, hasClip: true }))
    const [failed, missing] = alerts as [(typeof alerts)[0], (typeof alerts)[0]]
    await send(hub, epoch, 1, [
      ...alerts,
      {
        type: 'clip-failed',
        alertId: failed.alertId,
        error: { code: 'other', params: { text: 'disk\u0000full\nhere' } },
      },
      { type: 'clip-ready', alertId: missing.alertId, mediaId: randomUUID(), durationMs: 1000, alertAtMs: 0 },
    ])
    expect(await alertRow(failed.alertId)).toMatchObject({
      clip_state: 'failed',
      clip_error: { code: 'other', params: { text: 'disk full here' } },
    })
    expect(await alertRow(missing.alertId)).toMatchObject({
      clip_state: 'failed',
      clip_error: { code: 'not-arrived', params: {} },
    })
  })
})

describe('the interpretation of an event', () => {
  const now = new Date('2026-11-20T01:00:00Z')

  test('an alert is never in the future, and never has the time of a clock that was never set', () => {
    expect(believedTime('2026-11-20T00:58:00Z', now)).toEqual(new Date('2026-11-20T00:58:00Z'))
    expect(believedTime('2026-11-20T01:00:01Z', now)).toEqual(now)
    expect(believedTime('1970-01-01T00:00:00Z', now)).toEqual(now)
    expect(believedTime('2026-08-01T00:00:00Z', now)).toEqual(new Date('2026-08-01T00:00:00Z'))
  })

  test('the watched box encloses all regions of the app', () => {
    const region = (name: string, ...corners: [number, number][]) => ({
      name,
      corners: corners.map(([x, y]) => ({ x, y })),
    })
    expect(watchedBox({ regions: [] })).toBeNull()
    const bed = region('bed', [0.25, 0.5], [0.5, 0.5], [0.5, 0.75])
    const door = region('door', [0.75, 0.25], [1, 0.25], [1, 0.5])
    expect(watchedBox({ regions: [bed, door] })).toEqual({ x: 0.25, y: 0.25, width: 0.75, height: 0.5 })
  })
})
