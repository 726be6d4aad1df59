/** The service raises a possible fall if a hub reports a person on the floor but raises no fall itself. */
import { randomUUID } from 'node:crypto'
import type { RoomState } from '@mimamori/contract/care/room-state.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { insertHub, JPEG, raised } from '#service/fleet/hub/testing.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert } from '#testing/site.ts'
import { raiseFloors } from './room.floor.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function home() {
  const hub = await insertHub(service, { cameras: 1 })
  const { tenantId, unitId } = hub
  const nurse = await service.user({ role: 'USER', tenant: { id: tenantId } })
  const camera = { id: hub.cameraIds[0]!, tenantId, unitId, name: '' }
  await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state)
    values (${tenantId}, ${camera.id}, 'A005', 'ENABLED')
    on conflict (tenant_id, camera_id, app_code) do update set state = 'ENABLED'`
  return { hub, nurse, camera, tenantId }
}
type Home = Awaited<ReturnType<typeof home>>

/** Stores the state as a hub sent it this many seconds ago; the hub counts as active now. */
async function roomIs({ camera, hub }: Home, state: RoomState, sinceS: number, heardS = 0): Promise<void> {
  const nowMs = service.clock.now().getTime()
  const since = new Date(nowMs - sinceS * 1000).toISOString()
  const reason = state === 'unknown' ? service.sql.json({ code: 'dark', params: {} }) : null
  await service.sql`insert into room_state (tenant_id, camera_id, state, reason, since, concluded_at, heard_at, received_at)
    values (${camera.tenantId}, ${camera.id}, ${state}, ${reason}, ${since}, ${since}, ${since}, ${since})
    on conflict (tenant_id, camera_id) do update set state = excluded.state, reason = excluded.reason,
      since = excluded.since`
  await service.sql`update agent set last_active_at = ${new Date(nowMs - heardS * 1000).toISOString()}
    where tenant_id = ${hub.tenantId} and id = ${hub.id}`
}
type Order = Parameters<TestService['platform']['orderHub']>
let orders: Order[] = []
const look = (at: TestService = service) => {
  const orderHub = (...order: Order) => void orders.push(order)
  return drain(raiseFloors({ ...at.platform, orderHub }), at.database, service.clock.now())
}
const openOf = async (user: TestUser) => (await service.call(user.token, 'alarm.open', {})).body.records
const resolve = (user: TestUser, id: string) =>
  service.call(user.token, 'alarm.answer', {
    params: { id },
    body: { action: 'resolve', outcome: 'false-alarm', requestId: randomUUID() },
  })

describe('ROOM-01 on the floor without a fall alarm', () => {
  test('ten seconds on the floor raise one possible fall, which is published and notified', async () => {
    const place = await home()
    const news: { type: string }[] = []
    const stop = service.platform.bus.subscribe([place.tenantId], (event) => news.push(event))
    await roomIs(place, 'on-floor', 9)
    await look()
    expect(await openOf(place.nurse)).toEqual([])
    await roomIs(place, 'on-floor', 10)
    await Promise.all([look(), look(), look()])
    await look()
    const open = await openOf(place.nurse)
    expect(open).toMatchObject([{ activity: 'A005', isPossible: true, severity: 'high', cameraId: place.camera.id }])
    expect(news.filter(({ type }) => type === 'alert-raised')).toMatchObject([
      { activity: 'A005', isPossible: true, severity: 'high', alertId: open[0]!.alertId },
    ])
    expect(await service.sql`select from notice where alert_id = ${open[0]!.alertId}`).toHaveLength(1)
    stop()
  })

  test('REAL-13 on a camera that only measures falls it is counted and calls nobody', async () => {
    const place = await home()
    await service.sql`update camera_app set settings = settings || '{"measuresOnly": true}'
      where camera_id = ${place.camera.id} and app_code = 'A005'`
    await roomIs(place, 'on-floor', 11)
    orders = []
    await look()
    await look()
    expect([await openOf(place.nurse), orders]).toEqual([[], []])
    expect(await service.sql`select alarm_state from alert where camera_id = ${place.camera.id}`).toEqual([
      { alarm_state: null },
    ])
  })

  test('two instances that detect the same floor state at once raise one alert', async () => {
    const place = await home()
    const other = await startService({ beside: service, clock: service.clock })
    await roomIs(place, 'on-floor', 11)
    orders = []
    await Promise.all([look(), look(other), look(), look(other)])
    expect(await openOf(place.nurse)).toHaveLength(1)
    expect(orders).toHaveLength(1)
    await other.stop()
  })

  test('the hub is asked for an image and a clip, which are added to the existing alert', async () => {
    const place = await home()
    await roomIs(place, 'on-floor', 11)
    orders = []
    await look()
    const alertId = (await openOf(place.nurse))[0]!.alertId
    const cameraId = place.camera.id
    const since = new Date(service.clock.now().getTime() - 11_000).toISOString()
    expect(orders).toEqual([
      [place.hub.id, { type: 'footage-wanted', appCode: 'A005', alertId, cameraId, severity: 'high', since }],
    ])

    const news: { type: string }[] = []
    const stop = service.platform.bus.subscribe([place.tenantId], (event) => news.push(event))
    const footage = { alertId, appCode: 'A005', severity: 'high', hasClip: true } as const
    const event = raised(cameraId, service.clock.now(), { ...footage, thumbnail: JPEG.toString('base64') })
    const body = { epoch: randomUUID(), fromSequence: 1, events: [event] }
    await service.call(place.hub.token, 'hub.events', { body })
    stop()
    const alert = (await service.call(place.nurse.token, 'alert.get', { params: { id: alertId } })).body
    expect(alert).toMatchObject({ clipState: 'pending', isPossible: true, thumbnailUrl: expect.any(String) })
    expect(news).toEqual([{ type: 'alert-changed', alertIds: [alertId], unitId: place.camera.unitId }])
    expect(await openOf(place.nurse)).toHaveLength(1)
  })

  test('footage that is repeated, or for the alert of another camera, changes nothing', async () => {
    const [place, neighbor] = [await home(), await home()]
    await roomIs(place, 'on-floor', 11)
    await look()
    const alertId = (await openOf(place.nurse))[0]!.alertId
    const send = (from: Home, byte: number) => {
      const image = Buffer.concat([JPEG, Buffer.alloc(9, byte)]).toString('base64')
      const footage = { alertId, appCode: 'A005', severity: 'high', hasClip: true, thumbnail: image } as const
      const events = [raised(from.camera.id, service.clock.now(), footage)]
      return service.call(from.hub.token, 'hub.events', { body: { epoch: randomUUID(), fromSequence: 1, events } })
    }
    const imageOf = async () => {
      const [row] = await service.sql`select thumbnail_media_id from alert where id = ${alertId}
        and camera_id = ${place.camera.id}`
      return row!.thumbnail_media_id
    }
    await send(neighbor, 1)
    expect(await imageOf()).toBeNull()
    await send(place, 2)
    const first = await imageOf()
    await send(place, 3)
    expect([typeof first, await imageOf()]).toEqual(['string', first])
  })

  test('one alert per stay on the floor: after it is resolved, only a new stay raises one', async () => {
    const place = await home()
    await roomIs(place, 'on-floor', 20)
    await look()
    await resolve(place.nurse, (await openOf(place.nurse))[0]!.alertId)
    service.clock.advance(60_000)
    await roomIs(place, 'on-floor', 80)
    await look()
    expect(await openOf(place.nurse)).toEqual([])
    service.clock.advance(120_000)
    await roomIs(place, 'on-floor', 15)
    await look()
    expect(await openOf(place.nurse)).toHaveLength(1)
  })

  test.each([
    ['a fall that nobody has resolved', 3_600, false],
    ['a fall of this stay that is over', 30, true],
    ['a fall of a moment before, that staff resolved during the stay', 45, true],
  ])('%s stands for it', async (_of, agoS, isOver) => {
    const place = await home()
    const occurredAt = new Date(service.clock.now().getTime() - agoS * 1000).toISOString()
    const { id } = await insertAlert(service, place.camera, { activity: 'A005', severity: 'critical', occurredAt })
    if (isOver) await resolve(place.nurse, id)
    await roomIs(place, 'on-floor', 30)
    await look()
    expect(await openOf(place.nurse)).toHaveLength(isOver ? 0 : 1)
  })

  test('a resolved fall of an earlier stay does not suppress the alert', async () => {
    const place = await home()
    const { id } = await insertAlert(service, place.camera, { activity: 'A005', severity: 'critical' })
    await resolve(place.nurse, id)
    service.clock.advance(600_000)
    await roomIs(place, 'on-floor', 12)
    await look()
    expect(await openOf(place.nurse)).toHaveLength(1)
  })

  test('the floor state of a silent hub raises nothing', async () => {
    const place = await home()
    await roomIs(place, 'on-floor', 20, 12)
    await look()
    await roomIs(place, 'on-floor', 100, 31)
    await look()
    await roomIs(place, 'unknown', 100)
    await look()
    expect(await openOf(place.nurse)).toEqual([])
  })

  test('a visit that pauses falls, a camera or app that is off raises nothing', async () => {
    const place = await home()
    const { sql, clock } = service
    const now = clock.now()
    const body = {
      cameraId: place.camera.id,
      minutes: 30 as const,
      appCodes: ['A005' as const],
      requestId: randomUUID(),
    }
    const { visitId } = (await service.call(place.nurse.token, 'visit.start', { body })).body
    await roomIs(place, 'on-floor', 20)
    await look()
    await sql`update visit set ended_at = ${now}, end_reason = 'time', processed_at = ${now} where id = ${visitId}`
    await sql`update camera set is_enabled = false where id = ${place.camera.id}`
    await look()
    await sql`update camera set is_enabled = true where id = ${place.camera.id}`
    await sql`update camera_app set state = 'DISABLED' where camera_id = ${place.camera.id} and app_code = 'A005'`
    await look()
    expect(await openOf(place.nurse)).toEqual([])
    await sql`update camera_app set state = 'ENABLED' where camera_id = ${place.camera.id} and app_code = 'A005'`
    await look()
    expect(await openOf(place.nurse)).toHaveLength(1)
  })

  test.each([
    ['the fall app of the camera says critical', true],
    ['only critical alerts of the site need an answer', false],
  ])('it is critical where %s', async (_where, isOfApp) => {
    const place = await home()
    if (isOfApp) {
      await service.sql`update camera_app set settings = settings || '{"severity":"critical"}'
        where camera_id = ${place.camera.id} and app_code = 'A005'`
    } else await service.sql`update tenant set alarm_severities = '{critical}' where id = ${place.tenantId}`
    await roomIs(place, 'on-floor', 20)
    await look()
    expect(await openOf(place.nurse)).toMatchObject([{ severity: 'critical', isPossible: true }])
  })
})
