/** Check-ins opened, watched, noted and found again. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '#platform/log.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'
import { createCheckInWork } from './event.work.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function switchOn({ id, tenantId }: TestCamera, state: 'ENABLED' | 'DISABLED' | 'GLOBAL' = 'ENABLED') {
  await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state)
    values (${tenantId}, ${id}, 'A008', ${state})
    on conflict (tenant_id, camera_id, app_code) do update set state = excluded.state`
}
async function home(draft: Parameters<TestService['tenant']>[0] = {}) {
  const tenant = await service.tenant(draft)
  const unitId = await insertUnit(service, tenant, 'Sakura 2F')
  const camera = await insertCamera(service, tenant, { unitId, name: '203-A', location: 'Room 203' })
  await switchOn(camera)
  const nurse = await service.user({ role: 'USER', tenant })
  return { tenant, unitId, camera, nurse }
}
const open = (user: TestUser, camera: { id: string }, personId?: string) =>
  service.call(user.token, 'event.open', { body: { cameraId: camera.id, personId } })
const sign = (user: TestUser, id: string, monitoredDurationSeconds: number, hasImage = true) =>
  service.call(user.token, 'event.sign', { params: { id }, body: { monitoredDurationSeconds, hasImage } })
const close = (user: TestUser, id: string, monitoredDurationSeconds: number) =>
  service.call(user.token, 'event.close', { params: { id }, body: { monitoredDurationSeconds } })
const note = (user: TestUser, id: string, text: string, version: number) =>
  service.call(user.token, 'event.note', { params: { id }, body: { note: text, version } })
async function watch(user: TestUser, camera: { id: string }, seconds: number) {
  const { body } = await open(user, camera)
  service.clock.advance(seconds * 1000)
  await sign(user, body.id, seconds)
  return (await close(user, body.id, seconds)).body
}

describe('a check-in', () => {
  test('LIVE-03 is opened, watched, noted and ended: event time, stream time and seconds seen', async () => {
    const { camera, nurse } = await home()
    const startedAt = service.clock.now()
    const opened = (await open(nurse, camera)).body
    expect(opened).toMatchObject({
      ...{ eventTime: startedAt.toISOString(), userName: 'Test USER', location: 'Room 203', unitName: 'Sakura 2F' },
      ...{ streamTime: null, endedAt: null, monitoredDurationSeconds: 0, note: '', isOwn: true },
    })

    service.clock.advance(2_000)
    const streamTime = service.clock.now().toISOString()
    expect((await sign(nurse, opened.id, 0)).body.streamTime).toBe(streamTime)
    service.clock.advance(40_000)
    await note(nurse, opened.id, 'Asleep, breathing calmly.', 1)
    const ended = (await close(nurse, opened.id, 38)).body

    expect(ended).toMatchObject({
      ...{ streamTime, monitoredDurationSeconds: 38, note: 'Asleep, breathing calmly.' },
      endedAt: service.clock.now().toISOString(),
    })
    const trail = await service.sql`select action from audit where object_id = ${opened.id} order by at, id`
    expect(trail.map(({ action }) => action)).toEqual(['check-in.open', 'check-in.close'])
  })

  test('LIVE-03 seconds only grow, and are never more than have passed', async () => {
    const { camera, nurse } = await home()
    const { id } = (await open(nurse, camera)).body
    service.clock.advance(10_000)
    expect((await sign(nurse, id, 80_000)).body.monitoredDurationSeconds).toBe(10)
    service.clock.advance(5_000)
    expect((await sign(nurse, id, 3)).body.monitoredDurationSeconds).toBe(10)
  })

  test('LIVE-03 a check-in reopened by the same person continues; a colleague has their own', async () => {
    const { tenant, camera, nurse } = await home()
    const colleague = await service.user({ role: 'USER', tenant })
    const first = (await open(nurse, camera)).body
    service.clock.advance(5_000)
    expect((await open(nurse, camera)).body.id).toBe(first.id)
    expect((await open(colleague, camera)).body.id).not.toBe(first.id)
    const rooms = await service.call(nurse.token, 'event.rooms')
    expect(rooms.body.records[0]!.watchedBy).toHaveLength(2)
  })

  test('LIVE-03 without a sign for 30 s a check-in ends at the last one, on any instance, for good', async () => {
    const { camera, nurse } = await home()
    const { id } = (await open(nurse, camera)).body
    service.clock.advance(7_000)
    await sign(nurse, id, 6)
    const lastSignAt = service.clock.now().toISOString()
    const logger = createLogger('error', { write: () => {} })
    const [died, other] = [createCheckInWork(service.platform, logger), createCheckInWork(service.platform, logger)]
    died.start()
    await died.stop()
    other.start()
    service.clock.advance(29_000)
    await other.idle()
    expect((await service.call(nurse.token, 'event.get', { params: { id } })).body.endedAt).toBeNull()
    service.clock.advance(1_000)
    await other.idle()
    await other.stop()

    const { body } = await service.call(nurse.token, 'event.get', { params: { id } })
    expect(body).toMatchObject({ endedAt: lastSignAt, monitoredDurationSeconds: 6 })
    const late = await service.refused(nurse.token, 'event.sign', {
      params: { id },
      body: { monitoredDurationSeconds: 40, hasImage: true },
    })
    expect([late.status, late.body.key]).toEqual([409, 'check-in-over'])
    expect((await open(nurse, camera)).body.id).not.toBe(id)
  })
})

describe('which rooms', () => {
  test('LIVE-03 those with A008 on, by their unit and site too, where live streaming is on', async () => {
    const { tenant, unitId, nurse } = await home()
    const [follows, off] = [
      await insertCamera(service, tenant, { unitId, name: 'B' }),
      await insertCamera(service, tenant, { unitId, name: 'C' }),
    ]
    await switchOn(follows, 'GLOBAL')
    await switchOn(off, 'DISABLED')
    await insertCamera(service, tenant, { unitId, name: 'D' })
    const names = async () =>
      (await service.call(nurse.token, 'event.rooms')).body.records.map(({ cameraName }) => cameraName)
    expect(await names()).toEqual(['203-A', 'B'])
    await service.sql`insert into unit_app (tenant_id, unit_id, app_code, state)
      values (${tenant.id}, ${unitId}, 'A008', 'DISABLED')`
    expect(await names()).toEqual(['203-A'])
    for (const camera of [follows, off]) {
      const refused = await service.refused(nurse.token, 'event.open', { body: { cameraId: camera.id } })
      expect(refused.body.key).toBe('check-in-off')
    }
    await service.sql`update tenant set is_live_streaming_enabled = false where id = ${tenant.id}`
    expect(await names()).toEqual([])
  })

  test('LIVE-03 not outside of the hours that live streaming has there', async () => {
    const { camera, nurse } = await home()
    // 10:00 on a Friday in Tokyo by the test's clock.
    const week = { mon: [], tue: [], wed: [], thu: [], fri: [{ startMinute: 0, endMinute: 540 }], sat: [], sun: [] }
    await service.sql`update camera_app set schedule = ${service.sql.json(week)} where camera_id = ${camera.id}`
    expect((await service.call(nurse.token, 'event.rooms')).body.totalCount).toBe(0)
    const refused = await service.refused(nurse.token, 'event.open', { body: { cameraId: camera.id } })
    expect(refused.body.key).toBe('check-in-off')
  })

  test('LIVE-03 a running one ends with its next sign when live streaming is switched off', async () => {
    const { camera, nurse } = await home()
    const { body } = await open(nurse, camera)
    service.clock.advance(5_000)
    expect((await sign(nurse, body.id, 4)).body.endedAt).toBeNull()
    await switchOn(camera, 'DISABLED')
    service.clock.advance(5_000)
    const ended = (await sign(nurse, body.id, 9)).body
    expect(ended).toMatchObject({ endedAt: service.clock.now().toISOString(), monitoredDurationSeconds: 9 })
  })
})

describe('the viewer', () => {
  test('LIVE-03 at a shared station somebody must first give their name', async () => {
    const { tenant, camera, nurse } = await home()
    const station = await service.user({ role: 'USER', tenant, type: 'SHARED' })
    const stranger = await service.user({ role: 'USER', tenant: await service.tenant() })
    const asked = (personId?: string) =>
      service.refused(station.token, 'event.open', { body: { cameraId: camera.id, personId } })
    expect((await asked()).body.fields).toEqual({ personId: 'event.person-required' })
    expect((await asked(stranger.id)).body.fields).toEqual({ personId: 'event.person-unknown' })
    expect((await asked(station.id)).body.fields).toEqual({ personId: 'event.person-unknown' })
    const { body } = await open(station, camera, nurse.id)
    expect(body).toMatchObject({ userId: nurse.id, userName: 'Test USER', stationName: 'Test USER', isOwn: true })
    const own = await service.refused(nurse.token, 'event.open', {
      body: { cameraId: camera.id, personId: station.id },
    })
    expect(own.body.fields).toEqual({ personId: 'event.person-own' })
  })

  test('LIVE-03 the names to choose from are of people with access to the room', async () => {
    const { tenant, camera, nurse } = await home()
    const elsewhere = await insertUnit(service, tenant)
    await service.user({ role: 'USER', tenant, unitIds: [elsewhere] })
    await service.user({ role: 'USER', tenant, type: 'SHARED' })
    await service.user({ role: 'ANNOTATOR', tenant })
    const { body } = await service.call(nurse.token, 'event.people', { body: { cameraId: camera.id } })
    expect(body.records).toEqual([{ id: nurse.id, name: 'Test USER' }])
    expect((await service.call(nurse.token, 'event.people')).body.totalCount).toBe(2)
  })
})

test('LIVE-03 only its author changes a note; after the check-in its last text is retained', async () => {
  const { tenant, camera, nurse } = await home()
  const manager = await service.user({ role: 'ADMIN', tenant })
  const { id } = await watch(nurse, camera, 20)
  await note(nurse, id, 'Awake.', 1)
  const stale = await service.refused(nurse.token, 'event.note', { params: { id }, body: { note: 'B', version: 1 } })
  expect(stale.body.key).toBe('conflict')
  await note(nurse, id, 'Awake, asked for water.', 2)
  const others = await service.refused(manager.token, 'event.note', { params: { id }, body: { note: 'B', version: 3 } })
  expect(others.body.key).toBe('forbidden')

  const { body } = await service.call(manager.token, 'event.get', { params: { id } })
  expect([body.note, body.isOwn]).toEqual(['Awake, asked for water.', false])
  expect(body.noteEdits.map(({ before, after }) => [before, after])).toEqual([
    ['Awake.', 'Awake, asked for water.'],
    ['', 'Awake.'],
  ])
})

describe('the list', () => {
  let tenant: TestTenant
  let nurse: TestUser
  let rooms: TestCamera[]
  let units: string[]
  beforeAll(async () => {
    const made = await home()
    const other = await insertUnit(service, made.tenant, 'Ume 2F')
    const second = await insertCamera(service, made.tenant, { unitId: other, name: '212-A', location: 'Room 212' })
    await switchOn(second)
    ;({ tenant, nurse } = made)
    rooms = [made.camera, second]
    units = [made.unitId, other]
    const colleague = await service.user({ role: 'USER', tenant })
    for (const [user, room, text] of [
      [nurse, 0, 'Asleep.'],
      [nurse, 1, 'Sat on the bed.'],
      [colleague, 0, 'Asleep again.'],
    ] as const) {
      const { id, noteVersion } = await watch(user, rooms[room]!, 30)
      await note(user, id, text, noteVersion)
      service.clock.advance(3_600_000)
    }
  })
  const notes = async (user: TestUser, body: object, query: object = {}) => {
    const found = await service.call(user.token, 'event.search', { body, query })
    return [found.body.totalCount, ...found.body.records.map((record) => record.note)]
  }

  test('LIVE-03 newest first, in pages from either end', async () => {
    expect(await notes(nurse, {})).toEqual([3, 'Asleep again.', 'Sat on the bed.', 'Asleep.'])
    expect(await notes(nurse, {}, { sortColumn: 'eventTime', sortAscending: true, pageSize: 2 })).toEqual([
      ...[3, 'Asleep.', 'Sat on the bed.'],
    ])
    expect(await notes(nurse, {}, { pageSize: 2, pageNumber: 1 })).toEqual([3, 'Asleep.'])
    expect(await notes(nurse, {}, { pageSize: 0 })).toEqual([3])
  })

  test('LIVE-03 narrowed by room, unit, person, time and a word', async () => {
    const { now } = service.clock
    const lately = new Date(now.call(service.clock).getTime() - 2 * 3_600_000 - 60_000).toISOString()
    expect(await notes(nurse, { cameraIds: [rooms[1]!.id] })).toEqual([1, 'Sat on the bed.'])
    expect(await notes(nurse, { unitIds: [units[0]!] })).toEqual([2, 'Asleep again.', 'Asleep.'])
    expect(await notes(nurse, { userIds: [nurse.id] })).toEqual([2, 'Sat on the bed.', 'Asleep.'])
    expect(await notes(nurse, { from: lately })).toEqual([2, 'Asleep again.', 'Sat on the bed.'])
    expect(await notes(nurse, { text: 'asleep' })).toEqual([2, 'Asleep again.', 'Asleep.'])
    expect(await notes(nurse, { text: 'room 212' })).toEqual([1, 'Sat on the bed.'])
  })

  test('LIVE-03 a user bound to a unit sees its rooms alone, another site nothing', async () => {
    const bound = await service.user({ role: 'USER', tenant, unitIds: [units[1]!] })
    const stranger = await service.user({ role: 'ADMIN', tenant: await service.tenant() })
    expect(await notes(bound, {})).toEqual([1, 'Sat on the bed.'])
    expect(await notes(stranger, { cameraIds: rooms.map(({ id }) => id) })).toEqual([0])
    const refused = await service.refused(stranger.token, 'event.open', { body: { cameraId: rooms[0]!.id } })
    expect(refused.status).toBe(404)
  })

  test('LIVE-03 the stored tally of check-ins equals their count', async () => {
    const [tally] =
      await service.sql`select sum(check_ins)::int as n from check_in_tally where tenant_id = ${tenant.id}`
    const [rows] = await service.sql`select count(*)::int as n from check_in where tenant_id = ${tenant.id}`
    expect(tally).toEqual(rows)
  })
})
