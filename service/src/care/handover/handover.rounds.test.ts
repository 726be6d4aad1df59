/** The rounds sheet through the service's call, from rows of a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bedMinute, insertMeasuredHour } from '#testing/measured.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertCheckIn, insertResident, insertShift, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** 21:30 of 19 November in Tokyo. */
const BEGIN = '2026-11-19T12:30:00.000Z'
const at = (minutes: number) => new Date(Date.parse(BEGIN) + minutes * 60_000).toISOString()

/** A site in Tokyo whose night shift (21:30 to 6:45) is over, and an hour in which the resident left the bed at 22:30. */
async function home(timezone = 'Asia/Tokyo') {
  const tenant = await service.tenant()
  await service.sql`update tenant set timezone = ${timezone} where id = ${tenant.id}`
  const shift = await insertShift(service, tenant, 21 * 60 + 30, 6 * 60 + 45)
  const unitId = await insertUnit(service, tenant, 'East')
  const camera = await insertCamera(service, tenant, { unitId, location: '101' })
  const nurse = await service.user({ role: 'USER', tenant, unitIds: [unitId] })
  return { tenant, shift, unitId, camera, nurse }
}
const roundsOf = async (user: TestUser, query: object = {}) =>
  (await service.call(user.token, 'handover.rounds', { query: { day: '2026-11-19', ...query } })).body

describe('REACH-82 the rounds sheet of a shift', () => {
  test('has the rest of the first hour, then each full hour of the site’s clock until the end', async () => {
    const { nurse } = await home()
    const { hours, shift } = await roundsOf(nurse)
    expect([shift.startsAt, hours[0], hours[1], hours.at(-1)]).toEqual([
      BEGIN,
      BEGIN,
      '2026-11-19T13:00:00.000Z',
      '2026-11-19T21:00:00.000Z',
    ])
    expect(hours).toHaveLength(10)
  })

  test('begins hours where the clock of a zone does that is half an hour off', async () => {
    const { nurse } = await home('Asia/Kolkata')
    const { hours } = await roundsOf(nurse)
    expect(hours.slice(0, 2)).toEqual(['2026-11-19T16:00:00.000Z', '2026-11-19T16:30:00.000Z'])
  })

  test('counts minutes in bed of those in which the bed was known, and says where nothing was seen', async () => {
    const { nurse, camera } = await home()
    const unknown = { ...bedMinute(false), secondsBedKnown: 0 }
    await insertMeasuredHour(service, camera, Date.parse('2026-11-19T13:00:00.000Z'), (minute) =>
      minute < 40 ? bedMinute(minute < 30) : minute < 50 ? unknown : null,
    )
    const { rooms } = await roundsOf(nurse)
    expect(rooms[0]!.hours.slice(0, 2)).toEqual([
      { seenMinutes: 0, bedKnownMinutes: 0, inBedMinutes: null, marks: [] },
      { seenMinutes: 50, bedKnownMinutes: 40, inBedMinutes: 30, marks: [] },
    ])
  })

  test('has one row for a room with two cameras: minutes count once, marks of both are in order', async () => {
    const { nurse, camera, tenant, unitId } = await home()
    const second = await insertCamera(service, tenant, { unitId, location: '101', name: '101 door' })
    const hour = Date.parse('2026-11-19T13:00:00.000Z')
    await insertMeasuredHour(service, camera, hour, (minute) => (minute < 40 ? bedMinute(minute < 20) : null))
    await insertMeasuredHour(service, second, hour, (minute) => (minute >= 10 ? bedMinute(minute < 30) : null))
    await insertAlert(service, second, { activity: 'A005', severity: 'critical', occurredAt: at(31) })
    await insertAlert(service, camera, { activity: 'A006', severity: 'high', occurredAt: at(32) })
    await insertAlert(service, second, { activity: 'A006', severity: 'high', occurredAt: at(33) })
    const { rooms } = await roundsOf(nurse)
    expect(rooms.map(({ location }) => location)).toEqual(['101'])
    const { marks, ...figures } = rooms[0]!.hours[1]!
    expect(figures).toEqual({ seenMinutes: 60, bedKnownMinutes: 60, inBedMinutes: 30 })
    expect(marks.map(({ activity }) => activity)).toEqual(['A005', 'A006', 'A006'])
  })

  test('marks alarms with who went, check-ins and care visits in their hours, in order', async () => {
    const { nurse, camera } = await home()
    const fall = await insertAlert(service, camera, { activity: 'A005', severity: 'critical', occurredAt: at(29) })
    await service.sql`update alert set alarm_state = 'claimed', claimer_name = 'Haru', claimed_at = ${at(30)},
      claim_ends_at = ${at(40)} where id = ${fall.id}`
    await insertAlert(service, camera, { activity: 'A006', severity: 'high', occurredAt: at(31) })
    const checkIn = await insertCheckIn(service, camera, '')
    await service.sql`update check_in set started_at = ${at(30)}, stream_at = ${at(30)} where id = ${checkIn}`
    await insertAlert(service, camera, { activity: 'A005', severity: 'critical', occurredAt: at(-1) })
    const { rooms } = await roundsOf(nurse)
    const marks = rooms[0]!.hours.map((hour) =>
      hour.marks.map(({ kind, activity, userName }) => [kind, activity, userName]),
    )
    expect(marks.slice(0, 2)).toEqual([
      [['alarm', 'A005', 'Haru']],
      [
        ['check-in', null, 'Test'],
        ['alarm', 'A006', null],
      ],
    ])
  })

  test('names residents to those that may read them, and no room of another unit', async () => {
    const { nurse, camera, tenant } = await home()
    await insertResident(service, camera, { name: 'Ume' })
    await insertCamera(service, tenant, { unitId: await insertUnit(service, tenant, 'West'), location: '201' })
    const { rooms } = await roundsOf(nurse)
    expect(rooms.map(({ location, residents }) => [location, residents.map(({ name }) => name)])).toEqual([
      ['101', ['Ume']],
    ])
    const demo = await service.user({ role: 'DEMO_USER', tenant })
    const shown = await roundsOf(demo)
    expect(shown.rooms.map(({ residents }) => residents.length)).toEqual([0, 0])
  })
})
