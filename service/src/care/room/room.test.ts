/**
 * Rooms through a hub's socket and the service's calls: the current state, its timeline, isolation, and arrivals
 * detected by a camera.
 */
import { randomUUID } from 'node:crypto'
import type { SentRoom } from '@mimamori/contract/care/room.ts'
import type { RoomState } from '@mimamori/contract/care/room-state.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { openStream } from '#service/alerting/stream/testing.ts'
import { insertHub, type TestHub } from '#service/fleet/hub/testing.ts'
import { Peer } from '#service/footage/live/testing.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert } from '#testing/site.ts'
import { forgetRooms, unknowRooms } from './room.jobs.ts'

let service: TestService
let address: string
beforeAll(async () => {
  service = await startService()
  address = await service.listen()
})
afterAll(() => service.stop())
const open: Peer[] = []
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate()
})

async function home(cameras = 1) {
  const hub = await insertHub(service, { cameras })
  const tenant = { id: hub.tenantId, code: '' }
  const nurse = await service.user({ role: 'USER', tenant })
  return { hub, tenant, nurse, peer: await dial(hub), cameraId: hub.cameraIds[0]! }
}
async function dial({ token }: TestHub): Promise<Peer> {
  const peer = new Peer(address.replace('http', 'ws'), 'hub/socket', { 'x-authtoken': token })
  open.push(peer)
  await peer.opened()
  return peer
}
const ago = (seconds: number) => new Date(service.clock.now().getTime() - seconds * 1000).toISOString()
const room = (cameraId: string, state: RoomState, sinceS: number, atS = 0): SentRoom => ({
  ...{ cameraId, state, since: ago(sinceS), at: ago(atS) },
  reason: state === 'unknown' ? { code: 'dark', params: {} } : null,
})
const send = (peer: Peer, rooms: SentRoom[]) => peer.socket.send(JSON.stringify({ type: 'rooms', rooms }))
const listOf = async (user: TestUser) => (await service.call(user.token, 'room.list', {})).body.records
const statesOf = async (user: TestUser) => (await listOf(user)).map(({ now }) => now.reason?.code ?? now.state)
const becomes = (user: TestUser, states: string[]) =>
  vi.waitFor(async () => expect(await statesOf(user)).toEqual(states), { timeout: 10_000, interval: 200 })
const timelineOf = async (user: TestUser, id: string) => {
  const { body } = await service.call(user.token, 'room.get', { params: { id } })
  return body.day.map(({ state, from, to }) => `${state} ${(Date.parse(to) - Date.parse(from)) / 60_000}`)
}

describe('ROOM-01 the current state of a room', () => {
  test('a hub’s state is published at once to open consoles of its unit, and nowhere else', async () => {
    const { nurse, peer, cameraId, hub, tenant } = await home()
    const other = await service.user({ role: 'USER', tenant, unitIds: [(await insertHub(service, { tenant })).unitId] })
    const stranger = (await home()).nurse
    const streams = await Promise.all([nurse, other, stranger].map((user) => openStream(address, user)))
    expect(await statesOf(nurse)).toContain('no-image')
    send(peer, [room(cameraId, 'in-bed', 90)])
    const isNews = ({ type }: { type: string }) => type === 'room-changed'
    await vi.waitFor(() => expect(streams[0]!.events().filter(isNews)).toHaveLength(1), { timeout: 10_000 })
    const now = { state: 'in-bed', reason: null, since: ago(90) }
    expect(streams[0]!.events().find(isNews)).toEqual({ type: 'room-changed', cameraId, unitId: hub.unitId, room: now })
    expect(streams.slice(1).flatMap((stream) => stream.events().filter(isNews))).toEqual([])
    expect((await listOf(nurse)).find((one) => one.cameraId === cameraId)?.now).toEqual(now)
    expect((await listOf(other)).map((one) => one.cameraId)).not.toContain(cameraId)
    expect(await statesOf(stranger)).toEqual(['no-image'])
    const refused = await service.refused(other.token, 'room.get', { params: { id: cameraId } })
    expect(refused.status).toBe(404)
    for (const stream of streams) stream.end()
  })

  test('the list is limited to the requested units', async () => {
    const { nurse, tenant, hub, cameraId } = await home()
    const other = await insertHub(service, { tenant, cameras: 1 })
    const listed = async (unitIds: string[]) => {
      const query = unitIds.length > 0 ? { unitIds: unitIds.join(',') } : {}
      const { body } = await service.call(nurse.token, 'room.list', { query })
      return [body.totalCount, ...body.records.map((one) => one.cameraId)]
    }
    expect((await listed([]))[0]).toBe(2)
    expect(await listed([hub.unitId])).toEqual([1, cameraId])
    expect(await listed([other.unitId])).toEqual([1, other.cameraIds[0]])
  })

  test('an older state never replaces a newer one, and a hub changes only its own rooms', async () => {
    const { nurse, peer, cameraId } = await home()
    const victim = await home()
    send(victim.peer, [room(victim.cameraId, 'in-bed', 60)])
    await becomes(victim.nurse, ['in-bed'])
    send(peer, [room(cameraId, 'up', 30, 20)])
    send(peer, [room(cameraId, 'away', 300, 200), room(victim.cameraId, 'on-floor', 1)])
    send(peer, [room(cameraId, 'unknown', 10, 5)])
    await becomes(nurse, ['dark'])
    expect(await statesOf(victim.nurse)).toEqual(['in-bed'])
  })

  test('an unknown code of a newer hub is stored as is; a malformed message changes nothing', async () => {
    const { nurse, peer, cameraId } = await home()
    peer.socket.send(JSON.stringify({ type: 'rooms', rooms: [{ cameraId, state: 'flying', since: 'x' }] }))
    send(peer, [{ ...room(cameraId, 'unknown', 5), reason: { code: 'lens-fogged', params: { share: 3 } } }])
    await becomes(nurse, ['other'])
    const [{ now } = { now: null }] = await listOf(nurse)
    expect(now?.reason).toEqual({ code: 'other', params: { text: 'lens-fogged' } })
  })

  test('a room is unknown since its hub’s last heartbeat until the hub is back', async () => {
    const { nurse, peer, hub, cameraId } = await home()
    const heartbeat = (): Promise<unknown> =>
      service.sql`update agent set last_active_at = ${service.clock.now().toISOString()} where id = ${hub.id}`
    await heartbeat()
    send(peer, [room(cameraId, 'in-bed', 3600)])
    await becomes(nurse, ['in-bed'])
    const heardAt = service.clock.now().toISOString()
    service.clock.advance(60_000)
    const { database, platform } = service
    await drain(unknowRooms(platform.bus), database, service.clock.now())
    const [silent] = await listOf(nurse)
    expect(silent?.now).toEqual({ state: 'unknown', reason: { code: 'hub-silent', params: {} }, since: heardAt })
    expect((await timelineOf(nurse, cameraId)).slice(-2)).toEqual(['in-bed 60', 'unknown 1'])

    await heartbeat()
    send(await dial(hub), [room(cameraId, 'in-bed', 3660)])
    await becomes(nurse, ['in-bed'])
    expect((await timelineOf(nurse, cameraId)).at(-1)).toBe('in-bed 61')
    await drain(unknowRooms(platform.bus), database, service.clock.now())
    expect(await statesOf(nurse)).toEqual(['in-bed'])
  })
})

describe('ROOM-02 a room’s last 24 hours', () => {
  test('the last 24 hours are one timeline without gaps, with alarms and check-ins', async () => {
    const { nurse, peer, cameraId, hub } = await home()
    const minute = 60
    send(peer, [
      room(cameraId, 'in-bed', 600 * minute, 599 * minute),
      room(cameraId, 'up', 30 * minute, 29 * minute),
      room(cameraId, 'on-floor', 10 * minute, 9 * minute),
    ])
    await becomes(nurse, ['on-floor'])
    const camera = { id: cameraId, tenantId: hub.tenantId, unitId: hub.unitId } as never
    const alert = await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
    const { body } = await service.call(nurse.token, 'room.get', { params: { id: cameraId } })
    expect(await timelineOf(nurse, cameraId)).toEqual(['unknown 840', 'in-bed 570', 'up 20', 'on-floor 10'])
    expect(body.alerts.map(({ alertId, state }) => [alertId, state])).toEqual([[alert.id, 'open']])
    expect(body.alarm).toMatchObject({ alertId: alert.id, state: 'open' })
    expect(body.timeline.map(({ state }) => state)).toEqual(['in-bed', 'up', 'on-floor'])
  })

  test('a room lists the handover notes of seven days, newest first, and no other room’s', async () => {
    const { nurse, hub, cameraId } = await home(2)
    const { body } = await service.call(nurse.token, 'handover.get', { query: {} })
    const which = { shift: body.sheet.shift.key, day: body.sheet.shift.day, unitId: null }
    const note = (text: string, camera: string | null, version = 0) =>
      service.call(nurse.token, 'handover.note', {
        body: { ...which, cameraId: camera, text, version },
      })
    await note('Sore knee', cameraId)
    await note('Moved her bed', hub.cameraIds[1]!)
    await note('Fire drill at ten', null)
    const notesOf = async () =>
      (await service.call(nurse.token, 'room.get', { params: { id: cameraId } })).body.notes.map(({ text }) => text)
    expect(await notesOf()).toEqual(['Sore knee'])
    await service.sql`insert into handover_note (tenant_id, shift_key, day, camera_id, text, user_id, user_name, updated_at)
      select tenant_id, 'old', day - age, camera_id, text || ' ' || age, user_id, user_name, updated_at - age * interval '1 day'
      from handover_note, unnest(array[3, 8]) age where camera_id = ${cameraId}`
    expect(await notesOf()).toEqual(['Sore knee', 'Sore knee 3'])
    await note('', cameraId, 1)
    expect(await notesOf()).toEqual(['Sore knee 3'])
  })

  test('changes are deleted after two days', async () => {
    const { nurse, peer, cameraId } = await home()
    send(peer, [room(cameraId, 'in-bed', 49 * 3600, 48.5 * 3600), room(cameraId, 'up', 40)])
    await becomes(nurse, ['up'])
    await drain(forgetRooms, service.database, service.clock.now())
    const rows = await service.sql`select state from room_change where camera_id = ${cameraId}`
    expect(rows.map(({ state }) => state)).toEqual(['up'])
  })
})

describe('ALARM-06 an arrival detected by the camera', () => {
  const claim = (user: TestUser, id: string) =>
    service.call(user.token, 'alarm.answer', { params: { id }, body: { action: 'claim', requestId: randomUUID() } })
  const alarmOf = async (user: TestUser, id: string) => {
    const { body } = await service.call(user.token, 'alert.get', { params: { id } })
    return { alarm: body.alarm!, steps: body.steps.map(({ kind }) => kind) }
  }
  async function fallen() {
    const place = await home()
    const { hub, cameraId } = place
    const camera = { id: cameraId, tenantId: hub.tenantId, unitId: hub.unitId } as never
    const alert = await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
    send(place.peer, [room(cameraId, 'on-floor', 5)])
    await becomes(place.nurse, ['on-floor'])
    return { ...place, alert }
  }
  /** The states of a room, five seconds apart. */
  async function pass({ peer, cameraId, nurse }: Awaited<ReturnType<typeof fallen>>, states: RoomState[]) {
    for (const state of states) {
      service.clock.advance(5_000)
      send(peer, [room(cameraId, state, 1)])
      await becomes(nurse, [state === 'unknown' ? 'dark' : state])
    }
  }

  test('a detected arrival moves a claimed alarm to arrived once, with the camera as source', async () => {
    const place = await fallen()
    const { nurse, alert } = place
    await claim(nurse, alert.id)
    const news: unknown[] = []
    const stop = service.platform.bus.subscribe([place.tenant.id], (event) => news.push(event))
    await pass(place, ['with-staff', 'on-floor', 'with-staff'])
    stop()
    const { alarm, steps } = await alarmOf(nurse, alert.id)
    expect(alarm).toMatchObject({ state: 'arrived', claimEndsAt: null, arrived: { seenBy: 'camera', userName: '' } })
    expect(alarm.claimer?.userId).toBe(nurse.id)
    expect(steps.filter((kind) => kind === 'arrived')).toHaveLength(1)
    expect(news).toContainEqual({ type: 'alarm-changed', alertIds: [alert.id], unitId: place.hub.unitId })
  })

  test('the fallen person alone, or an unclaimed alarm, causes no arrival', async () => {
    const alone = await fallen()
    await claim(alone.nurse, alone.alert.id)
    await pass(alone, ['up', 'sitting-up', 'on-floor', 'unknown', 'in-bed', 'up', 'away'])
    expect((await alarmOf(alone.nurse, alone.alert.id)).alarm.state).toBe('claimed')

    const unclaimed = await fallen()
    await pass(unclaimed, ['with-staff'])
    expect((await alarmOf(unclaimed.nurse, unclaimed.alert.id)).alarm.state).toBe('open')
    service.clock.advance(5_000)
    await claim(unclaimed.nurse, unclaimed.alert.id)
    send(unclaimed.peer, [room(unclaimed.cameraId, 'with-staff', 6)])
    await pass(unclaimed, ['up'])
    expect((await alarmOf(unclaimed.nurse, unclaimed.alert.id)).alarm.state).toBe('claimed')
  })

  test('a detected arrival leaves alarms of other rooms unchanged', async () => {
    const [place, other] = [await fallen(), await fallen()]
    await claim(other.nurse, other.alert.id)
    await pass(place, ['with-staff'])
    expect((await alarmOf(other.nurse, other.alert.id)).alarm.state).toBe('claimed')
  })
})
