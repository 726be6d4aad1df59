/** Nights, falls and reports that follow a resident across rooms. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertResident, insertUnit, type TestCamera } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Hanako lived in 201 until 23:00 on 17 November, Tokyo time, and since then in 305 of another unit. */
async function home() {
  const tenant = await service.tenant()
  const [east, west] = [await insertUnit(service, tenant, '東'), await insertUnit(service, tenant, '西')]
  const first = await insertCamera(service, tenant, { unitId: east, location: '201' })
  const second = await insertCamera(service, tenant, { unitId: west, location: '305' })
  const id = await insertResident(service, first, { name: '山田 花子', to: '2026-11-17T14:00:00Z' })
  await service.sql`
    insert into stay (tenant_id, resident_id, camera_id, bed, from_at, updated_at)
    values (${tenant.id}, ${id}, ${second.id}, 1, '2026-11-17T14:00:00Z', now())`
  const admin = await service.user({ role: 'ADMIN', tenant })
  return { tenant, east, west, first, second, id, admin }
}
const lifeOf = async (user: TestUser, id: string) =>
  (await service.call(user.token, 'resident.life', { params: { id } })).body

/** A night that began at 18:00 in Tokyo, with the bedtime in minutes after that; null: nobody went to bed. */
async function night(camera: TestCamera, day: string, bedtime: number | null, coverage = 0.9): Promise<void> {
  const known = bedtime === null ? null : bedtime
  await service.sql`
    insert into sleep_night (tenant_id, camera_id, day, starts_at, coverage_share, worked_from, bedtime, onset, wake,
      get_up, bedtime_of_day, wake_of_day, get_up_of_day, waso_minutes, awakenings)
    values (${camera.tenantId}, ${camera.id}, ${day}, ${`${day}T09:00:00Z`}, ${coverage}, 0, ${known},
      ${known && known + 15}, ${known && 700}, ${known && 720}, ${known && (known + 1080) % 1440}, ${known && 340},
      ${known && 360}, ${known && 5}, ${known && 1})`
}

describe('RESIDENT-01 what follows a resident', () => {
  test('RESIDENT-01 nights of all rooms are listed with the room where the resident went to bed', async () => {
    const { first, second, id, admin } = await home()
    await night(first, '2026-11-16', 180)
    // The move was at 23:00: a bedtime of 22:00 was in 201, and until then 305 was another resident's.
    await night(first, '2026-11-17', 240)
    await night(second, '2026-11-17', 200)
    await night(second, '2026-11-18', 180)
    // After the move 201 belongs to another person.
    await night(first, '2026-11-18', 180)
    const { nights } = await lifeOf(admin, id)
    expect(nights.map(({ day, location }) => [day, location])).toEqual([
      ['2026-11-18', '305'],
      ['2026-11-17', '201'],
      ['2026-11-16', '201'],
    ])
  })

  test('a bedtime after the move belongs to the new room', async () => {
    const { first, second, id, admin } = await home()
    await night(first, '2026-11-17', 310)
    await night(second, '2026-11-17', 330)
    const { nights } = await lifeOf(admin, id)
    expect(nights.map(({ day, location }) => [day, location])).toEqual([['2026-11-17', '305']])
  })

  test('a night that two cameras of a room saw is listed once, with the better coverage', async () => {
    const { tenant, east, first, id, admin } = await home()
    const other = await insertCamera(service, tenant, { unitId: east, location: '201' })
    await night(first, '2026-11-16', 180, 0.4)
    await night(other, '2026-11-16', 180, 0.95)
    expect((await lifeOf(admin, id)).nights).toMatchObject([{ cameraId: other.id, coverageShare: 0.95 }])
  })

  test('RESIDENT-01 falls and reports of both rooms are listed, without those of other residents', async () => {
    const { tenant, first, second, id, admin } = await home()
    const fall = (camera: TestCamera, occurredAt: string) =>
      insertAlert(service, camera, { activity: 'A005', severity: 'critical', occurredAt })
    const [old, late, next] = [
      await fall(first, '2026-11-10T00:00:00Z'),
      await fall(first, '2026-11-18T00:00:00Z'),
      await fall(second, '2026-11-18T01:00:00Z'),
    ]
    const wrong = await fall(second, '2026-11-18T02:00:00Z')
    await service.sql`update alert set verdict = 'false-alarm' where id = ${wrong.id}`
    for (const { id: alertId } of [old, late]) {
      await service.sql`
        insert into report (tenant_id, alert_id, state, content, created_at, edited_by, edited_by_name, edited_at)
        values (${tenant.id}, ${alertId}, 'saved', 'A', now(), uuidv7(), 'Test', now())`
    }
    const begun = await service.call(admin.token, 'accident.create', { body: { alertId: next.id } })
    const { falls, reports } = await lifeOf(admin, id)
    expect(falls.map(({ alertId, location }) => [alertId, location])).toEqual([
      [next.id, '305'],
      [old.id, '201'],
    ])
    expect(reports.map((report) => [report.kind, report.id, report.location, report.state])).toEqual([
      ['accident', begun.body.id, '305', 'draft'],
      ['incident', old.id, '201', null],
    ])
  })

  test('a carer of one unit sees the data from rooms of that unit', async () => {
    const { tenant, west, first, second, id } = await home()
    await night(first, '2026-11-16', 180)
    await night(second, '2026-11-18', 180)
    const carer = await service.user({ role: 'USER', tenant, unitIds: [west] })
    expect((await lifeOf(carer, id)).nights.map(({ location }) => location)).toEqual(['305'])
    const restricted = await service.user({ role: 'RESTRICTED_USER', tenant, unitIds: [west] })
    expect((await service.refused(restricted.token, 'resident.life', { params: { id } })).status).toBe(403)
  })
})
