import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, TestClock, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertShift, insertUnit } from '#testing/site.ts'
import { alarmsBefore, callsBefore, setBudget } from './testing.ts'

let service: TestService
beforeAll(async () => {
  // 21:00 in Tokyo.
  service = await startService({ clock: new TestClock('2026-11-20T12:00:00.000Z') })
})
afterAll(() => service.stop())

async function home() {
  const tenant = await service.tenant()
  const unitId = await insertUnit(service, tenant)
  const camera = await insertCamera(service, tenant, { unitId, location: '206' })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const nurse = await service.user({ role: 'USER', tenant })
  return { tenant, unitId, camera, admin, nurse }
}
const loadOf = async (user: TestUser, body: { days?: 7 | 14 | 28; unitIds?: string[] } = {}) =>
  (await service.call(user.token, 'load.report', { body })).body
const answer = (user: TestUser, id: string, more: object) =>
  service.call(user.token, 'alarm.answer', {
    params: { id },
    body: { requestId: randomUUID(), ...more } as { requestId: string; action: 'claim' },
  })

describe('LOAD-01 alarm load', () => {
  test('LOAD-01 counts by shift: alarms an hour, false ones, repeats, and minutes until claimed', async () => {
    const { tenant, unitId, camera, admin, nurse } = await home()
    const night = await insertShift(service, tenant, 18 * 60, 6 * 60)
    await insertShift(service, tenant, 6 * 60, 18 * 60)
    // At 21:00 in Tokyo: four in the night that runs, one in the day before.
    const [, first] = await callsBefore(service, camera, [240, 100, 98, 60])
    const [last] = await alarmsBefore(service, await insertCamera(service, tenant, { unitId }), [1])
    await insertAlert(service, camera)
    await service.sql`update alert set verdict = 'real' where id = ${first!}`
    await answer(nurse, last!, { action: 'claim' })
    const load = await loadOf(admin, { days: 7 })
    const [of] = load.shifts.filter(({ key }) => key === night)
    expect(of).toMatchObject({ calls: 4, judged: 1, falseAlarms: 0, repeated: 1, answered: 1, medianSeconds: 60 })
    expect(of!.hours).toBeCloseTo(84, 6)
    expect(of!.perHour).toBeCloseTo(4 / 84, 6)
    expect(load.shifts.map(({ calls }) => calls).toSorted()).toEqual([1, 4])
    expect(load.total).toMatchObject({ calls: 5, alarms: 5, repeated: 1, p90Seconds: 60 })
  })

  test('NIGHT-01 a fall and bed exits of a room that one press answers are one call', async () => {
    const { tenant, unitId, camera, admin, nurse } = await home()
    const second = await insertCamera(service, tenant, { unitId, location: '206' })
    const occurredAt = new Date(service.clock.now().getTime() - 90_000).toISOString()
    const exits = await alarmsBefore(service, camera, [9, 3])
    const { id } = await insertAlert(service, second, { activity: 'A005', severity: 'critical', occurredAt })
    const seenIds = [...exits, id]
    await answer(nurse, id, { action: 'claim', seenIds })
    await answer(nurse, id, { action: 'resolve', outcome: 'no-injury', seenIds })
    const { total, carers, shifts } = await loadOf(admin, { days: 7 })
    const one = { calls: 1, alarms: 3, answered: 1, repeated: 0, medianSeconds: 540 }
    expect([total, ...carers]).toMatchObject([one, { ...one, userId: nurse.id }])
    expect(shifts.map(({ calls }) => calls)).toEqual([0, 1])
    await alarmsBefore(service, camera, [0])
    service.clock.advance(1_000)
    expect((await loadOf(admin, { days: 7 })).total).toMatchObject({ calls: 2, alarms: 4, repeated: 0 })
  })

  test('NIGHT-01 an alarm that nobody ends holds the next ones in its call for a day', async () => {
    const { camera, admin } = await home()
    await alarmsBefore(service, camera, [26 * 60, 25 * 60, 60])
    expect((await loadOf(admin, { days: 7 })).total).toMatchObject({ calls: 2, alarms: 3, answered: 0 })
  })

  test('NIGHT-05 alarms that ended by themselves count apart, and not as answers', async () => {
    const { tenant, unitId, camera, admin, nurse } = await home()
    const [ended] = await alarmsBefore(service, camera, [100, 1])
    const [claimed] = await alarmsBefore(service, await insertCamera(service, tenant, { unitId }), [60])
    await service.sql`update alert set alarm_state = 'resolved', outcome = 'returned', resolved_name = '',
      resolved_at = occurred_at + interval '150 seconds' where id = ${ended!}`
    await answer(nurse, claimed!, { action: 'claim' })
    const { total, carers, causes } = await loadOf(admin, { days: 7 })
    expect(total).toMatchObject({ calls: 3, returned: 1, answered: 1, judged: 0 })
    expect(carers.map(({ userId }) => userId)).toEqual([nurse.id])
    expect(causes).toMatchObject([
      { alarms: 2, returned: 1 },
      { alarms: 1, returned: 0 },
    ])
  })

  test('LOAD-01 a site without shifts has day and night, and alarms outside of all shifts stand apart', async () => {
    const { tenant, camera, admin } = await home()
    await callsBefore(service, camera, [400, 10])
    const byKey = async () => (await loadOf(admin)).shifts.map(({ key, calls }) => [key, calls])
    expect(await byKey()).toEqual([
      ['day', 1],
      ['night', 1],
    ])
    const late = await insertShift(service, tenant, 20 * 60, 23 * 60)
    expect(await byKey()).toEqual([
      [late, 1],
      ['outside', 1],
    ])
  })

  test('LOAD-01 carers have their answered alarms; users below administrators see their own row alone', async () => {
    const { tenant, unitId, admin, nurse } = await home()
    const other = await service.user({ role: 'USER', tenant })
    const shift = await insertShift(service, tenant, 18 * 60, 6 * 60)
    await service.sql`insert into user_shift (tenant_id, user_id, shift_id) values (${tenant.id}, ${nurse.id}, ${shift})`
    const inRoom = async (ago: number) =>
      (await alarmsBefore(service, await insertCamera(service, tenant, { unitId }), [ago]))[0]!
    const [one, two, three] = [await inRoom(30), await inRoom(20), await inRoom(1)]
    await answer(nurse, one, { action: 'claim' })
    await answer(nurse, two, { action: 'resolve', outcome: 'false-alarm' })
    await answer(other, three, { action: 'claim' })
    const { carers } = await loadOf(admin, { days: 7 })
    expect(carers).toMatchObject([
      { userId: nurse.id, calls: 2, judged: 1, falseAlarms: 1 },
      { userId: other.id, calls: 1, hours: null, perHour: null },
    ])
    expect(carers[0]!.perHour).toBeCloseTo(2 / 84, 6)
    expect((await loadOf(other)).carers.map(({ userId }) => userId)).toEqual([other.id])
    expect((await loadOf(nurse)).carers.map(({ userId }) => userId)).toEqual([nurse.id])
  })

  test('LOAD-01 names the three causes with most alarms, and excludes units that were not requested', async () => {
    const { tenant, camera, unitId, admin } = await home()
    const rooms = await Promise.all(
      ['101', '102', '103'].map((location) => insertCamera(service, tenant, { location })),
    )
    await alarmsBefore(service, camera, [50, 40, 30, 20])
    await alarmsBefore(service, rooms[0]!, [50, 40, 30])
    await alarmsBefore(service, rooms[1]!, [50, 49])
    await alarmsBefore(service, rooms[2]!, [50])
    const { causes } = await loadOf(admin)
    expect(causes.map(({ location, alarms, repeated }) => [location, alarms, repeated])).toEqual([
      ['206', 4, 0],
      ['101', 3, 0],
      ['102', 2, 1],
    ])
    const ofUnit = await loadOf(admin, { unitIds: [unitId] })
    expect(ofUnit.causes.map(({ location }) => location)).toEqual(['206'])
    expect(ofUnit.total.alarms).toBe(4)
  })

  test('LOAD-01 the load has the budget, is empty without alarms, and needs a site', async () => {
    const { tenant, admin } = await home()
    await setBudget(service, tenant, 6)
    expect(await loadOf(admin)).toMatchObject({ budgetPerHour: 6, total: { alarms: 0 }, carers: [], causes: [] })
    const organisation = await service.tenant({ kind: 'organisation' })
    const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    expect((await service.refused(organiser.token, 'load.report', { body: {} })).body.key).toBe('site-needed')
  })
})
