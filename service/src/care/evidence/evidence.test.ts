/** Evidence through the service's call, from rows of a real database. The clock stands at 20 November 2026, 1:00 UTC. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertAccident, insertAlert, insertCamera, insertCheckIn, insertVisit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function home() {
  const tenant = await service.tenant()
  await service.sql`update tenant set timezone = 'Asia/Tokyo' where id = ${tenant.id}`
  const camera = await insertCamera(service, tenant, { location: '101' })
  await service.sql`update camera set created_at = '2026-09-10T00:00:00Z' where id = ${camera.id}`
  const admin = await service.user({ role: 'ADMIN', tenant })
  const evidence = async (query: object = {}) => (await service.call(admin.token, 'evidence.get', { query })).body
  const report = async (kind: 'accident' | 'near-miss', at: string) => {
    const id = await insertAccident(service, camera, 'Test')
    await service.sql`update accident set kind = ${kind}, occurred_at = ${at} where id = ${id}`
  }
  return { tenant, camera, admin, evidence, report }
}
const answered = ({ id }: TestTenant, alert: string, afterSeconds: number) =>
  service.sql`update alert set alarm_state = 'arrived', claimer_name = 'A', arrived_name = 'A', verdict = 'real',
    claimed_at = occurred_at + make_interval(secs => ${afterSeconds}),
    arrived_at = occurred_at + make_interval(secs => ${2 * afterSeconds}) where tenant_id = ${id} and id = ${alert}`

describe('REACH-83 the evidence of a year', () => {
  test('has the months from April that have begun, by the site’s calendar', async () => {
    const { evidence } = await home()
    const { year, months } = await evidence()
    expect([year, months.length, months[0]!.from, months.at(-1)!.from]).toEqual([2026, 8, '2026-04-01', '2026-11-01'])
    const last = await evidence({ year: 2025 })
    expect([last.months.length, last.months.at(-1)!.from]).toEqual([12, '2026-03-01'])
    expect((await evidence({ year: 2027 })).months).toEqual([])
  })

  test('counts rooms at the end of a month, alarms with medians, falls, check-ins and reports', async () => {
    const { evidence, camera, tenant, report } = await home()
    await insertCamera(service, tenant, { location: '101' })
    // 0:30 of 1 October in Tokyo.
    const october = '2026-09-30T15:30:00.000Z'
    for (const seconds of [20, 40, 120]) {
      const alert = await insertAlert(service, camera, { activity: 'A005', severity: 'critical', occurredAt: october })
      await answered(tenant, alert.id, seconds)
    }
    await insertAlert(service, camera, { activity: 'A006', severity: 'high', occurredAt: '2026-09-30T14:30:00.000Z' })
    await insertCheckIn(service, camera, '')
    await insertVisit(service, camera)
    await report('near-miss', october)
    const { months } = await evidence()
    const [september, then, november] = [months[5]!, months[6]!, months[7]!]
    expect(months[4]).toMatchObject({ rooms: 0, alarms: 0, claimedSeconds: null })
    expect(september).toMatchObject({ rooms: 1, alarms: 1, falls: 0, claimedSeconds: null, nearMisses: 0 })
    expect(then).toMatchObject({ rooms: 1, alarms: 3, falls: 3, claimedSeconds: 40, arrivedSeconds: 80, nearMisses: 1 })
    expect(november).toMatchObject({ rooms: 1, alarms: 0, checkIns: 1, visits: 1 })
  })

  test('counts reports of nine weeks from a day beside the nine before, and those at night', async () => {
    const { evidence, report } = await home()
    await report('near-miss', '2026-10-01T13:30:00.000Z')
    await report('accident', '2026-09-20T03:00:00.000Z')
    await report('accident', '2026-07-01T03:00:00.000Z')
    const { weeksFrom, before, since } = await evidence({ weeksFrom: '2026-09-24' })
    const sum = (all: typeof since) =>
      ['accidents', 'nearMisses', 'atNight'].map((key) => all.reduce((n, week) => n + week[key as 'atNight'], 0))
    expect([weeksFrom, before.length, since.length]).toEqual(['2026-09-24', 9, 9])
    expect([sum(before), sum(since)]).toEqual([
      [1, 0, 0],
      [0, 1, 1],
    ])
    const running = await evidence({ weeksFrom: '2026-11-16' })
    expect([running.before.length, running.since.length]).toEqual([9, 1])
  })

  test('refuses a first day outside of the years that can be asked for', async () => {
    const { admin } = await home()
    for (const weeksFrom of ['0001-01-01', '2019-12-31', '2101-01-01']) {
      const { status, body } = await service.refused(admin.token, 'evidence.get', { query: { weeksFrom } })
      expect([status, body.fields]).toEqual([400, { weeksFrom: 'resident.date-invalid' }])
    }
  })

  test('is for administrators of the whole site', async () => {
    const { tenant, admin } = await home()
    const other = await service.user({ role: 'USER', tenant })
    expect(await service.refused(other.token, 'evidence.get', { query: {} })).toMatchObject({ status: 403 })
    await service.sql`insert into unit (tenant_id, name) values (${tenant.id}, 'East')`
    expect((await service.call(admin.token, 'evidence.get', { query: {} })).status).toBe(200)
  })
})
