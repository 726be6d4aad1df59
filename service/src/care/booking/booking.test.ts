/**
 * Check-ins that are planned, moved, skipped, done and missed. The test clock: Friday, 20 November 2026, 10:00 in
 * Tokyo.
 */

import type { BookingDraft } from '@mimamori/contract/care/booking.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startService, TestClock, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'
import { daysOf } from './booking.rules.ts'

const clock = new TestClock()
let service: TestService
beforeAll(async () => {
  service = await startService({ clock })
})
afterAll(() => service.stop())

let site: TestTenant
let unitId: string
let room: TestCamera
let nurse: TestUser
beforeEach(async () => {
  site = await service.tenant()
  unitId = await insertUnit(service, site)
  room = await insertCamera(service, site, { unitId, location: 'Room 203' })
  nurse = await service.user({ role: 'USER', tenant: site })
})

const today = () => clock.now().toISOString().slice(0, 10)
/** `minutes` from now by the wall clock of a site in Japan. */
function inMinutes(minutes: number) {
  const wall = new Date(clock.now().getTime() + 9 * 3_600_000 + minutes * 60_000).toISOString()
  return { firstDay: wall.slice(0, 10), startMinute: Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16)) }
}
function draft(more: Partial<BookingDraft> = {}) {
  return { cameraId: room.id, userId: nurse.id, ...inMinutes(60), ...more }
}
const plan = (more: Partial<BookingDraft> = {}, user = nurse) =>
  service.call(user.token, 'booking.create', { body: draft(more) })
const calendar = async (user = nurse, more: object = {}) => {
  const toDay = new Date(clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
  return (await service.call(user.token, 'booking.search', { body: { fromDay: today(), toDay, ...more } })).body.records
}
const changeOne = (id: string, body: { version: number } & Record<string, unknown>, user = nurse) =>
  service.call(user.token, 'booking.change', { params: { id }, body: body as never })
/** Somebody looks in and receives a frame. */
async function lookIn(camera = room) {
  const now = clock.now().toISOString()
  const [row] = await service.sql<{ id: string }[]>`
    insert into check_in (tenant_id, camera_id, user_id, person_id, person_name, started_at, stream_at, last_sign_at)
    values (${camera.tenantId}, ${camera.id}, uuidv7(), uuidv7(), 'Aya', ${now}, ${now}, ${now}) returning id`
  return row!.id
}

describe('planning a check-in', () => {
  test('LIVE-04 a check-in is planned once, daily or weekly until a day, in the site’s time zone', async () => {
    const once = await plan()
    const daily = await plan({ ...inMinutes(120), repeat: 'daily', untilDay: '2026-11-22' })
    expect([once.body.occurrenceCount, daily.body.occurrenceCount]).toEqual([1, 3])
    const records = await calendar()
    expect(records.map(({ day, startMinute, startsAt }) => [day, startMinute, startsAt])).toEqual([
      ['2026-11-20', 660, '2026-11-20T02:00:00.000Z'],
      ['2026-11-20', 720, '2026-11-20T03:00:00.000Z'],
      ['2026-11-21', 720, '2026-11-21T03:00:00.000Z'],
      ['2026-11-22', 720, '2026-11-22T03:00:00.000Z'],
    ])
    expect(records[0]).toMatchObject({
      ...{ location: 'Room 203', userName: 'Test USER', state: 'upcoming', endsAt: '2026-11-20T02:30:00.000Z' },
      ...{ timezone: 'Asia/Tokyo', repeat: 'none', checkIn: null, isMoved: false },
    })
  })

  test('LIVE-04 a series stays at its wall-clock time when clocks change, or moves past the gap', async () => {
    const tenant = await service.tenant({ timezone: 'America/New_York' })
    const camera = await insertCamera(service, tenant)
    const user = await service.user({ role: 'USER', tenant })
    const spring = { cameraId: camera.id, userId: user.id, firstDay: '2027-03-13', untilDay: '2027-03-15' }
    await plan({ ...spring, startMinute: 150, repeat: 'daily' }, user)
    const fromTo = { fromDay: '2027-03-13', toDay: '2027-03-15' }
    const records = (await service.call(user.token, 'booking.search', { body: fromTo })).body.records
    expect(records.map(({ startMinute, startsAt }) => [startMinute, startsAt])).toEqual([
      [150, '2027-03-13T07:30:00.000Z'],
      [150, '2027-03-14T07:30:00.000Z'],
      [150, '2027-03-15T06:30:00.000Z'],
    ])
    await service.sql`update tenant set timezone = 'Asia/Tokyo', updated_at = ${clock.now().toISOString()}
      where id = ${tenant.id}`
    const moved = (await service.call(user.token, 'booking.search', { body: fromTo })).body.records
    expect(moved[1]!.startsAt).toBe('2027-03-13T17:30:00.000Z')
  })

  test('LIVE-04 plans in the past, for people without access or without an end are rejected', async () => {
    const refused = async (more: Partial<BookingDraft>) =>
      (await service.refused(nurse.token, 'booking.create', { body: draft(more) })).body.fields
    const bound = await service.user({ role: 'USER', tenant: site, unitIds: [await insertUnit(service, site)] })
    expect(await refused(inMinutes(-5))).toEqual({ firstDay: 'booking.in-past' })
    expect(await refused({ userId: bound.id })).toEqual({ userId: 'booking.user-unknown' })
    expect(await refused({ repeat: 'daily' })).toEqual({ untilDay: 'booking.until-required' })
    expect(await refused({ repeat: 'daily', untilDay: '2026-01-01' })).toEqual({
      untilDay: 'booking.until-before-first',
    })
    expect(await refused({ repeat: 'daily', untilDay: '2028-01-01' })).toEqual({ untilDay: 'booking.until-too-far' })
  })

  test('LIVE-04 conflicts of the room and of the person are shown, and block nothing', async () => {
    const colleague = await service.user({ role: 'USER', tenant: site })
    const other = await insertCamera(service, site, { unitId, location: 'Room 205' })
    await plan({ repeat: 'daily', untilDay: '2026-11-21' })
    const conflicts = async (more: Partial<BookingDraft>) =>
      (await service.call(nurse.token, 'booking.conflicts', { body: { draft: draft(more) } })).body
    expect((await conflicts({ userId: colleague.id, ...inMinutes(80) })).records.map(({ of }) => of)).toEqual(['room'])
    expect((await conflicts({ cameraId: other.id })).records.map(({ of }) => of)).toEqual(['person'])
    expect(await conflicts({ repeat: 'daily', untilDay: '2026-11-25' })).toMatchObject({ totalCount: 2 })
    expect(await conflicts(inMinutes(90))).toEqual({ records: [], totalCount: 0 })
    expect((await plan()).status).toBe(200)
  })
})

describe('done, due and missed', () => {
  const stateAt = async (minutes: number) => {
    clock.advance(minutes * 60_000)
    return (await calendar())[0]!.state
  }

  test('LIVE-04 a check-in is due 15 minutes before its time, and missed when its window ends', async () => {
    await plan()
    expect(await stateAt(44)).toBe('upcoming')
    expect(await stateAt(1)).toBe('due')
    expect((await service.call(nurse.token, 'booking.next')).body.records).toHaveLength(1)
    expect(await stateAt(44)).toBe('due')
    expect(await stateAt(1)).toBe('missed')
    expect((await service.call(nurse.token, 'booking.next')).body.records).toEqual([])
  })

  test('LIVE-04 a check-in completes its occurrence, unless it is too early or has no frame', async () => {
    await plan()
    clock.advance(40 * 60_000)
    await lookIn()
    expect((await calendar())[0]!.state).toBe('upcoming')
    clock.advance(6 * 60_000)
    const id = await lookIn()
    expect((await calendar())[0]).toMatchObject({ state: 'done', checkIn: { id, userName: 'Aya' } })
    await lookIn()
    expect((await calendar())[0]!.checkIn!.id).toBe(id)
  })

  test('LIVE-04 a check-in through the console completes its occurrence with the first frame', async () => {
    await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state)
      values (${site.id}, ${room.id}, 'A008', 'ENABLED')`
    await plan(inMinutes(10))
    const { body } = await service.call(nurse.token, 'event.open', { body: { cameraId: room.id } })
    expect((await calendar())[0]!.state).toBe('due')
    await service.call(nurse.token, 'event.sign', {
      params: { id: body.id },
      body: { monitoredDurationSeconds: 0, hasImage: true },
    })
    expect((await calendar())[0]!.checkIn?.id).toBe(body.id)
  })
})

describe('changing a planned check-in', () => {
  test('LIVE-04 one occurrence of a series is moved, reassigned, skipped and restored', async () => {
    const colleague = await service.user({ role: 'ADMIN', tenant: site })
    await plan({ repeat: 'daily', untilDay: '2026-12-20' })
    const [first, second] = await calendar()
    const moved = await changeOne(first!.id, { version: 1, startMinute: first!.startMinute + 30 })
    expect(moved.body).toMatchObject({ isMoved: true, startMinute: first!.startMinute + 30, version: 2 })
    const given = await changeOne(second!.id, { version: 1, userId: colleague.id })
    expect(given.body.userName).toBe('Test ADMIN')
    expect((await changeOne(second!.id, { version: 2, isSkipped: true })).body.state).toBe('skipped')
    await lookIn()
    expect((await changeOne(second!.id, { version: 3, isSkipped: false })).body.state).toBe('upcoming')
    const stale = await service.refused(nurse.token, 'booking.change', {
      params: { id: second!.id },
      body: { version: 1, isSkipped: true },
    })
    expect(stale.body.key).toBe('conflict')
    const past = await service.refused(nurse.token, 'booking.change', {
      params: { id: second!.id },
      body: { version: 4, day: '2026-11-01' },
    })
    expect(past.body.fields).toEqual({ day: 'booking.in-past' })
  })

  test('LIVE-04 completed and missed occurrences cannot be changed', async () => {
    await plan(inMinutes(5))
    const [planned] = await calendar()
    await lookIn()
    const refused = await service.refused(nurse.token, 'booking.change', {
      params: { id: planned!.id },
      body: { version: 2, isSkipped: true },
    })
    expect(refused.body.key).toBe('occurrence-over')
  })

  test('LIVE-04 a changed series is replanned from now on, and its past stays', async () => {
    const { body } = await plan({ ...inMinutes(10), repeat: 'daily', untilDay: '2026-12-20' })
    await lookIn()
    const before = await calendar()
    const { firstDay, startMinute } = inMinutes(120)
    const patched = await service.call(nurse.token, 'booking.patch', {
      body: { id: body.id, version: 1, startMinute, purpose: 'Water' },
    })
    const after = await calendar()
    expect([before.length, after.length, patched.body.occurrenceCount]).toEqual([31, 31, 30])
    expect(after.find(({ day }) => day === firstDay)).toMatchObject({ state: 'done', id: before[0]!.id })
    expect(after.slice(1).every((each) => each.startMinute === startMinute && each.purpose === 'Water')).toBe(true)
  })

  test('LIVE-04 a changed day of a series stays when the series changes; all other days follow', async () => {
    const colleague = await service.user({ role: 'ADMIN', tenant: site })
    const next = inMinutes(60)
    const { body } = await plan({ ...next, repeat: 'daily', untilDay: '2026-12-20' })
    const [, moved, skipped, given, last] = await calendar()
    const away = { day: last!.day, startMinute: 600 }
    await changeOne(moved!.id, { version: 1, ...away })
    await changeOne(skipped!.id, { version: 1, isSkipped: true })
    await changeOne(given!.id, { version: 1, userId: colleague.id })
    const startMinute = next.startMinute + 30
    const patched = await service.call(nurse.token, 'booking.patch', {
      body: { id: body.id, version: 1, startMinute, windowMinutes: 60 },
    })

    const after = await calendar()
    expect([after.length, patched.body.occurrenceCount]).toEqual([31, 31])
    const find = (id: string) => after.find((each) => each.id === id)
    const ending = (each: { startsAt: string; endsAt: string }) => Date.parse(each.endsAt) - Date.parse(each.startsAt)
    expect(find(moved!.id)).toMatchObject({ ...away, isMoved: true })
    expect(ending(find(moved!.id)!)).toBe(3_600_000)
    expect(after.filter(({ day }) => day === moved!.day)).toEqual([])
    expect(find(skipped!.id)).toMatchObject({ day: skipped!.day, startMinute, state: 'skipped' })
    expect(find(given!.id)).toMatchObject({ day: given!.day, startMinute, userName: 'Test ADMIN' })
    // Back at the time of its series it is an ordinary day again.
    const home = await changeOne(moved!.id, { version: 3, day: moved!.day, startMinute })
    expect(home.body.isMoved).toBe(false)
    await service.call(nurse.token, 'booking.patch', {
      body: { id: body.id, version: 2, untilDay: skipped!.day },
    })
    expect((await calendar()).map(({ day }) => day)).toEqual([next.firstDay, moved!.day, skipped!.day])
  })

  test('LIVE-04 moving or reassigning a single check-in changes its booking as well', async () => {
    const colleague = await service.user({ role: 'ADMIN', tenant: site })
    const { body } = await plan()
    const [only] = await calendar()
    const to = { day: '2026-11-25', startMinute: 600 }
    const moved = await changeOne(only!.id, { version: 1, ...to, userId: colleague.id })
    expect(moved.body).toMatchObject({ ...to, isMoved: false, userName: 'Test ADMIN' })
    const booking = await service.call(nurse.token, 'booking.get', { params: { id: body.id } })
    expect(booking.body).toMatchObject({ firstDay: to.day, startMinute: 600, userId: colleague.id })
    await service.call(nurse.token, 'booking.patch', {
      body: { id: body.id, version: booking.body.version, startMinute: 660 },
    })
    expect(await calendar()).toMatchObject([{ day: to.day, startMinute: 660, userName: 'Test ADMIN' }])
  })

  test('LIVE-04 a booking is canceled from now on, and the cancellation is undone', async () => {
    const { body } = await plan({ repeat: 'daily', untilDay: '2026-12-20' })
    const planned = await calendar()
    await changeOne(planned[1]!.id, { version: 1, isSkipped: true })
    await service.call(nurse.token, 'booking.remove', { params: { id: body.id }, query: { version: 1 } })
    expect(await calendar()).toEqual([])
    expect((await service.call(nurse.token, 'booking.get', { params: { id: body.id } })).body.isDeleted).toBe(true)
    await service.call(nurse.token, 'booking.restore', { params: { id: body.id } })
    const back = await calendar()
    expect(back.map(({ id }) => id)).toEqual(planned.map(({ id }) => id))
    expect(back[1]!.state).toBe('skipped')
  })

  test('LIVE-04 a calendar contains no rooms of units and sites out of reach', async () => {
    const bound = await service.user({ role: 'USER', tenant: site, unitIds: [await insertUnit(service, site)] })
    const stranger = await service.user({ role: 'ADMIN', tenant: await service.tenant() })
    await plan()
    const [planned] = await calendar()
    for (const user of [bound, stranger]) {
      expect(await calendar(user, { cameraIds: [room.id] })).toEqual([])
      const asked = await service.refused(user.token, 'booking.occurrence', { params: { id: planned!.id } })
      expect(asked.status).toBe(404)
    }
  })
})

test('LIVE-04 a booking happens once, each day or each week, the last day counted in', () => {
  const days = (repeat: 'none' | 'daily' | 'weekly', untilDay: string | null) =>
    daysOf({ firstDay: '2026-02-27', repeat, untilDay })
  expect(days('none', null)).toEqual(['2026-02-27'])
  expect(days('daily', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  expect(days('weekly', '2026-03-13')).toEqual(['2026-02-27', '2026-03-06', '2026-03-13'])
  expect(days('weekly', '2026-03-12')).toHaveLength(2)
})
