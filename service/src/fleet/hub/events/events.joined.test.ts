/** A fall that the service raised by the state of the room, and that its hub raises later itself: one alert. */
import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { AlertRaised, HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { raiseFloors } from '#service/care/room/room.floor.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertHub, JPEG, MP4, raised, type TestHub } from '../testing.ts'

let service: TestService
let other: TestService
beforeAll(async () => {
  service = await startService()
  other = await startService({ beside: service, clock: service.clock })
})
afterAll(async () => {
  await other.stop()
  await service.stop()
})

const BOX = { x: 0.1, y: 0.6, width: 0.4, height: 0.2 }

async function home() {
  const hub = await insertHub(service, { cameras: 1 })
  const nurse = await service.user({ role: 'USER', tenant: { id: hub.tenantId } })
  const cameraId = hub.cameraIds[0]!
  await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state)
    values (${hub.tenantId}, ${cameraId}, 'A005', 'ENABLED')
    on conflict (tenant_id, camera_id, app_code) do update set state = 'ENABLED'`
  return { hub, nurse, cameraId }
}
type Home = Awaited<ReturnType<typeof home>>

const agoS = (seconds: number) => new Date(service.clock.now().getTime() - seconds * 1000)

async function lies({ hub, cameraId }: Home, sinceS: number): Promise<void> {
  await service.sql`insert into room_state (tenant_id, camera_id, state, since, concluded_at, heard_at, received_at)
    values (${hub.tenantId}, ${cameraId}, 'on-floor', ${agoS(sinceS)}, ${agoS(sinceS)}, ${agoS(sinceS)},
      ${agoS(sinceS)})
    on conflict (tenant_id, camera_id) do update set state = excluded.state, since = excluded.since`
  await service.sql`update agent set last_active_at = ${service.clock.now()} where id = ${hub.id}`
}
const sweep = (at: TestService = service) =>
  drain(raiseFloors({ ...at.platform, orderHub: () => {} }), at.database, service.clock.now())

const fall = ({ cameraId }: Home, secondsAgo: number, more: Partial<AlertRaised> = {}) =>
  raised(cameraId, agoS(secondsAgo), {
    ...{ appCode: 'A005', severity: 'critical', detections: [{ label: 'person', box: BOX }] },
    ...more,
  })
const send = (hub: TestHub, events: HubEvent[], { at = service, epoch = randomUUID() as string, from = 1 } = {}) =>
  at.call(hub.token, 'hub.events', { body: { epoch, fromSequence: from, events } })
const openOf = async (user: TestUser) => (await service.call(user.token, 'alarm.open', {})).body.records
const alertOf = async (user: TestUser, id: string) =>
  (await service.call(user.token, 'alert.get', { params: { id } })).body
const answer = (
  user: TestUser,
  id: string,
  body: { action: 'claim' } | { action: 'resolve'; outcome: 'false-alarm' },
) => service.call(user.token, 'alarm.answer', { params: { id }, body: { ...body, requestId: randomUUID() } })
const alertsOf = ({ hub }: Home) => service.sql`select id from alert where tenant_id = ${hub.tenantId}`
const noticesOf = ({ hub }: Home) => service.sql`select from notice where tenant_id = ${hub.tenantId}`

/** The service raised a possible fall; answers its id. */
async function possible(place: Home): Promise<string> {
  await lies(place, 12)
  await sweep()
  return (await openOf(place.nurse))[0]!.alertId
}

describe('ROOM-01 the hub’s own fall behind a possible one', () => {
  test('makes it a sure one: it keeps its claim, notifies nobody again, and consoles fetch it anew', async () => {
    const place = await home()
    const alertId = await possible(place)
    await answer(place.nurse, alertId, { action: 'claim' })
    const news: LiveEvent[] = []
    const stop = service.platform.bus.subscribe([place.hub.tenantId], (event) => news.push(event))
    service.clock.advance(20_000)
    expect((await send(place.hub, [fall(place, 1)])).body).toEqual({ cursor: 1 })
    stop()
    const [alarm, ...others] = await openOf(place.nurse)
    expect(alarm).toMatchObject({ alertId, isPossible: false, severity: 'critical', alarm: { state: 'claimed' } })
    expect(others).toEqual([])
    expect(news).toEqual([{ type: 'alarm-changed', alertIds: [alertId], unitId: place.hub.unitId }])
    expect(await noticesOf(place)).toEqual([])
    expect((await alertOf(place.nurse, alertId)).detections).toMatchObject([{ label: 'person', box: BOX }])
  })

  test('gives it its image and clip, and sent again changes nothing', async () => {
    const place = await home()
    const alertId = await possible(place)
    const event = fall(place, 1, { thumbnail: JPEG.toString('base64'), hasClip: true })
    const [epoch, mediaId] = [randomUUID(), randomUUID()]
    await send(place.hub, [event], { epoch })
    const imaged = await alertOf(place.nurse, alertId)
    expect(imaged).toMatchObject({ clipState: 'pending', thumbnailUrl: expect.any(String) })
    const upload = {
      params: { id: mediaId },
      query: { cameraId: place.cameraId, contentType: 'video/mp4' as const },
      bytes: MP4,
      contentType: 'application/octet-stream',
    }
    expect((await service.call(place.hub.token, 'hub.putMedia', upload)).status).toBe(200)
    const ready = { type: 'clip-ready', alertId: event.alertId, mediaId, durationMs: 9_000, alertAtMs: 4_000 } as const
    await send(place.hub, [event, ready], { epoch })
    await send(place.hub, [event, ready])
    expect(await alertOf(place.nurse, alertId)).toMatchObject({ clipState: 'ready', clipDurationMs: 9_000 })
    expect(await alertsOf(place)).toHaveLength(1)
  })

  test('that waited in the hub for minutes is the same fall as long as the person lies there', async () => {
    const place = await home()
    await lies(place, 300)
    await sweep()
    await send(place.hub, [fall(place, 295)])
    expect(await noticesOf(place)).toHaveLength(1)
    expect(await openOf(place.nurse)).toMatchObject([{ isPossible: false }])
    expect(await alertsOf(place)).toHaveLength(1)
  })

  test('is the same fall where staff resolved the possible one meanwhile, if it was before that', async () => {
    const place = await home()
    const alertId = await possible(place)
    service.clock.advance(5_000)
    await answer(place.nurse, alertId, { action: 'resolve', outcome: 'false-alarm' })
    await send(place.hub, [fall(place, 4)])
    expect(await openOf(place.nurse)).toEqual([])
    service.clock.advance(5_000)
    await send(place.hub, [fall(place, 1)])
    expect(await openOf(place.nurse)).toMatchObject([{ isPossible: false, severity: 'critical' }])
  })

  test.each([
    ['two minutes after the person got up', 'up', 120, 1],
    ['two minutes before the person lay down', 'on-floor', 0, 132],
  ] as const)('is a fall of its own %s', async (_when, state, afterS, secondsAgo) => {
    const place = await home()
    await possible(place)
    await service.sql`update room_state set state = ${state} where camera_id = ${place.cameraId}`
    service.clock.advance(afterS * 1000)
    await send(place.hub, [fall(place, secondsAgo)])
    expect(await alertsOf(place)).toHaveLength(2)
  })

  test('a second fall that the hub raises, and one of another room, are alerts of their own', async () => {
    const [place, neighbor] = [await home(), await home()]
    await possible(place)
    await send(neighbor.hub, [fall(neighbor, 1)])
    await send(place.hub, [fall(place, 2), fall(place, 1)])
    expect(await alertsOf(place)).toHaveLength(2)
    expect(await alertsOf(neighbor)).toHaveLength(1)
  })

  test('before it leaves nothing to raise', async () => {
    const place = await home()
    await lies(place, 12)
    await send(place.hub, [fall(place, 8)])
    await sweep()
    expect(await alertsOf(place)).toHaveLength(1)
  })

  test('at the same time as it, on two instances, is one alert whichever comes first', async () => {
    const places = await Promise.all(Array.from({ length: 12 }, home))
    for (const place of places) await lies(place, 12)
    await Promise.all([
      sweep(),
      ...places.map((place, i) => send(place.hub, [fall(place, 1)], { at: i % 2 === 0 ? service : other })),
      sweep(other),
    ])
    await sweep()
    const counts = await Promise.all(places.map(async (place) => (await alertsOf(place)).length))
    expect(counts).toEqual(places.map(() => 1))
  })
})
