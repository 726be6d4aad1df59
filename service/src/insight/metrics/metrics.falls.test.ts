/** The fall report for falls with known times and answers. */
import type { MetricsFilter } from '@mimamori/contract/insight/metrics.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** November in Tokyo. */
const NOVEMBER = { from: '2026-10-31T15:00:00.000Z', to: '2026-11-30T15:00:00.000Z' }

type Site = { admin: TestUser; east: TestCamera; west: TestCamera; eastUnit: string }
async function site(): Promise<Site> {
  const tenant = await service.tenant()
  const eastUnit = await insertUnit(service, tenant, 'East wing')
  return {
    admin: await service.user({ role: 'ADMIN', tenant }),
    eastUnit,
    east: await insertCamera(service, tenant, { unitId: eastUnit, name: '101-A', location: 'Room 101' }),
    west: await insertCamera(service, tenant, { unitId: await insertUnit(service, tenant, 'West'), name: '201-A' }),
  }
}

type Draft = { verdict?: 'real' | 'false-alarm' | 'unsure'; answeredAfterSeconds?: number; activity?: string }
async function fall(camera: TestCamera, occurredAt: string, draft: Draft = {}): Promise<string> {
  const { id } = await insertAlert(service, camera, { activity: 'A005', severity: 'critical', occurredAt })
  const { verdict = null, answeredAfterSeconds = null } = draft
  await service.sql`
    update alert a set verdict = ${verdict},
      first_seen_at = case when a.alarm_state is distinct from 'open' then x.at end,
      first_seen_name = case when a.alarm_state is distinct from 'open' then x.name end,
      claimed_at = case when a.alarm_state = 'open' then x.at end,
      claimer_name = case when a.alarm_state = 'open' then x.name end,
      arrived_at = case when a.alarm_state = 'open' then x.at + interval '30 seconds' end,
      arrived_name = case when a.alarm_state = 'open' then x.name end,
      alarm_state = case when a.alarm_state = 'open' and x.at is not null then 'arrived' else a.alarm_state end
    from alert b cross join lateral (
      select b.created_at + ${answeredAfterSeconds}::float * interval '1 second' as at,
        case when ${answeredAfterSeconds}::float is not null then 'Aya Yoshida' end as name) x
    where (a.tenant_id, a.id) = (b.tenant_id, b.id) and a.tenant_id = ${camera.tenantId} and a.id = ${id}`
  return id
}

const ask = async (by: TestUser, filter: Partial<MetricsFilter> = {}) =>
  (await service.call(by.token, 'metrics.report', { body: { ...NOVEMBER, ...filter, parts: ['falls'] } })).body.falls!

describe('METRIC-03 the fall report', () => {
  test('counts real falls apart from undecided ones, and omits false alarms and other alerts', async () => {
    const { admin, east } = await site()
    await fall(east, '2026-11-03T17:30:00.000Z', { verdict: 'real', answeredAfterSeconds: 60 })
    await fall(east, '2026-11-04T03:00:00.000Z', { verdict: 'unsure' })
    const lowered = await fall(east, '2026-11-05T03:00:00.000Z')
    await service.sql`update alert set alarm_state = 'resolved', resolved_name = 'Aya', resolved_at = created_at,
      outcome = 'lowered-themselves' where id = ${lowered}`
    await fall(east, '2026-11-06T03:00:00.000Z', { verdict: 'false-alarm', answeredAfterSeconds: 5 })
    await insertAlert(service, east, { activity: 'A006', occurredAt: '2026-11-06T03:00:00.000Z' })
    expect(await ask(admin)).toMatchObject({
      confirmed: 1,
      undecided: 2,
      lowered: 1,
      falseAlarms: 1,
      before: { confirmed: 0, undecided: 0 },
    })
  })

  test('sets confirmed falls against occupied bed-days, of rooms whose beds are measured alone', async () => {
    const { admin, east, west } = await site()
    expect((await ask(admin)).bedDays).toEqual({ occupied: 0, falls: 0, fallsPer1000: null })
    await service.sql`
      insert into sleep_night (tenant_id, camera_id, day, starts_at, coverage_share, bedtime, onset, wake, get_up,
        bedtime_of_day, wake_of_day, get_up_of_day, waso_minutes, awakenings, motion, worked_from)
      select ${east.tenantId}, ${east.id}, d::date, (d + interval '18 hours') at time zone 'Asia/Tokyo', 1, n, n, n, n, n, n, n,
        n, n, n, 1
      from generate_series('2026-10-20'::timestamp, '2026-11-20', interval '1 day') d
        cross join lateral (select case when extract(day from d) <> 15 then 1 end as n) known`
    await fall(east, '2026-11-03T17:30:00.000Z', { verdict: 'real' })
    await fall(east, '2026-11-04T17:30:00.000Z')
    await fall(west, '2026-11-05T17:30:00.000Z', { verdict: 'real' })
    // Twenty nights of November, in one of which the bed was empty.
    expect((await ask(admin)).bedDays).toEqual({ occupied: 19, falls: 1, fallsPer1000: 1000 / 19 })
    expect((await ask(admin, { cameraIds: [west.id] })).bedDays).toEqual({ occupied: 0, falls: 0, fallsPer1000: null })
  })

  test('reports response times of falls: median, nine of ten, and the number never seen', async () => {
    const { admin, east } = await site()
    for (const [at, answeredAfterSeconds] of [10, 20, 30, 40, 110].entries()) {
      await fall(east, `2026-11-0${at + 1}T03:00:00.000Z`, { answeredAfterSeconds })
    }
    await fall(east, '2026-11-09T03:00:00.000Z')
    await fall(east, '2026-11-10T03:00:00.000Z', { verdict: 'false-alarm', answeredAfterSeconds: 9_000 })
    expect((await ask(admin)).response).toMatchObject({ seen: 5, neverSeen: 1, medianSeconds: 30, p90Seconds: 82 })
  })

  test('METRIC-03 an unseen fall of the last 30 minutes is not answered yet, instead of never seen', async () => {
    const { admin, east } = await site()
    const nowMs = service.clock.now().getTime()
    const at = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString()
    await fall(east, at(31))
    await fall(east, at(29))
    await fall(east, at(2))
    const range = { from: at(120), to: at(0) }
    const { response } = await ask(admin, range)
    expect([response.neverSeen, response.notAnsweredYet, response.recentFrom]).toEqual([1, 2, at(30)])
    const body = { ...range, parts: ['general' as const] }
    const { general } = (await service.call(admin.token, 'metrics.report', { body })).body
    expect(general!.responses[0]).toMatchObject({ severity: 'critical', neverSeen: 1, notAnsweredYet: 2 })
  })

  test('METRIC-03 falls stand month by month, archived ones too, up to the month in which the range ends', async () => {
    const { admin, east } = await site()
    await fall(east, '2026-11-03T03:00:00.000Z', { verdict: 'real', answeredAfterSeconds: 20 })
    await fall(east, '2026-11-04T03:00:00.000Z', { verdict: 'false-alarm', answeredAfterSeconds: 900 })
    await fall(east, '2026-10-31T14:59:00.000Z')
    await fall(east, '2026-05-31T14:59:00.000Z', { verdict: 'real' })
    await service.sql`update alert set is_archived = true where tenant_id = ${east.tenantId}`
    const { months, confirmed } = await ask(admin)
    expect(confirmed).toBe(1)
    expect(months.map(({ month }) => month)).toEqual(['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'])
    expect(months.slice(-2)).toEqual([
      { month: '2026-10', confirmed: 0, undecided: 1, falseAlarms: 0, medianSeconds: null, arrivedMedianSeconds: null },
      { month: '2026-11', confirmed: 1, undecided: 0, falseAlarms: 1, medianSeconds: 20, arrivedMedianSeconds: 50 },
    ])
    expect(months.reduce((sum, one) => sum + one.confirmed, 0)).toBe(1)
  })

  test('METRIC-03 the time before is the same number of days of the site directly before', async () => {
    const tenant = await service.tenant({ timezone: 'Europe/Berlin' })
    const admin = await service.user({ role: 'ADMIN', tenant })
    // The week in which clocks go back, an hour longer than the one before.
    const week = { from: '2026-10-18T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' }
    expect((await ask(admin, week)).before).toMatchObject({ from: '2026-10-11T22:00:00.000Z', to: week.from })
    const body = { ...week, parts: ['general' as const] }
    const { general } = (await service.call(admin.token, 'metrics.report', { body })).body
    expect(general!.before).toMatchObject({ from: '2026-10-11T22:00:00.000Z', to: week.from })
  })

  test('splits day and night, hours and days by the clock of the site, empty days between', async () => {
    const { admin, east } = await site()
    // In Tokyo: 3 November 05:59, 06:00, 17:59, 18:00.
    for (const time of ['02T20:59', '02T21:00', '03T08:59', '03T09:00']) await fall(east, `2026-11-${time}:00.000Z`)
    const range = { from: '2026-11-01T15:00:00.000Z', to: '2026-11-04T15:00:00.000Z' }
    const { day, night, byHour, step, series } = await ask(admin, range)
    expect([day, night, step]).toEqual([2, 2, 'day'])
    expect(byHour.flatMap((falls, hour) => (falls > 0 ? [hour] : []))).toEqual([5, 6, 17, 18])
    expect(series).toEqual([
      { day: '2026-11-02', confirmed: 0, undecided: 0 },
      { day: '2026-11-03', confirmed: 0, undecided: 4 },
      { day: '2026-11-04', confirmed: 0, undecided: 0 },
    ])
  })

  test('over three months it counts by month, and compares with the previous equal period', async () => {
    const { admin, east } = await site()
    await fall(east, '2026-07-15T03:00:00.000Z', { verdict: 'real' })
    await fall(east, '2026-08-31T16:00:00.000Z', { verdict: 'real' })
    await fall(east, '2026-11-30T14:59:59.000Z', { verdict: 'real' })
    const { step, series, confirmed, before } = await ask(admin, { from: '2026-07-31T15:00:00.000Z' })
    expect([step, confirmed, before.confirmed]).toEqual(['month', 2, 1])
    expect(series.map(({ day, confirmed: falls }) => [day, falls])).toEqual([
      ['2026-08-01', 0],
      ['2026-09-01', 1],
      ['2026-10-01', 0],
      ['2026-11-01', 1],
    ])
  })

  test('orders rooms by confirmed falls, then by faster answers, then by name', async () => {
    const { admin, east, west } = await site()
    const third = await insertCamera(service, { id: east.tenantId }, { name: '102-A' })
    for (const camera of [east, west])
      await fall(camera, '2026-11-03T03:00:00.000Z', { verdict: 'real', answeredAfterSeconds: 90 })
    await fall(west, '2026-11-04T03:00:00.000Z', { verdict: 'unsure', answeredAfterSeconds: 10 })
    await fall(third, '2026-11-04T03:00:00.000Z')
    const { rooms } = await ask(admin)
    expect(
      rooms.map((one) => [
        ...[one.cameraName, one.confirmed, one.undecided],
        ...[one.medianSeconds, one.arrivedMedianSeconds],
      ]),
    ).toEqual([
      ['201-A', 1, 1, 50, 80],
      ['101-A', 1, 0, 90, 120],
      ['102-A', 0, 1, null, null],
    ])
    expect(rooms[1]).toMatchObject({ location: 'Room 101', unitName: 'East wing' })
  })

  test('names the falls newest first, with the claim and the arrival, and leads to each alert', async () => {
    const { admin, east } = await site()
    const older = await fall(east, '2026-11-03T03:00:00.000Z', { verdict: 'real', answeredAfterSeconds: 42 })
    const newer = await fall(east, '2026-11-05T03:00:00.000Z')
    const { falls } = await ask(admin)
    expect(falls.map(({ alertId }) => alertId)).toEqual([newer, older])
    expect(falls[1]).toEqual({
      ...{ alertId: older, occurredAt: '2026-11-03T03:00:00.000Z', cameraId: east.id, location: 'Room 101' },
      ...{ unitName: 'East wing', verdict: 'real', answeredName: 'Aya Yoshida', responseSeconds: 42 },
      arrivalSeconds: 72,
    })
  })

  test('is narrowed to units and rooms, and to the units of the caller', async () => {
    const { admin, east, west, eastUnit } = await site()
    for (const camera of [east, west]) await fall(camera, '2026-11-03T03:00:00.000Z')
    expect((await ask(admin)).undecided).toBe(2)
    expect((await ask(admin, { unitIds: [eastUnit] })).rooms.map(({ cameraId }) => cameraId)).toEqual([east.id])
    expect((await ask(admin, { cameraIds: [west.id] })).rooms.map(({ cameraId }) => cameraId)).toEqual([west.id])
    const nurse = await service.user({ role: 'USER', tenant: { id: east.tenantId }, unitIds: [eastUnit] })
    expect((await ask(nurse)).undecided).toBe(1)
    expect((await ask(nurse, { cameraIds: [west.id] })).undecided).toBe(0)
  })

  test('without a fall is a report of none', async () => {
    const { admin } = await site()
    const report = await ask(admin)
    expect(report).toMatchObject({ confirmed: 0, undecided: 0, rooms: [], falls: [] })
    expect([report.series.length, report.response.medianSeconds]).toEqual([30, null])
  })

  test('refuses a range that ends before it begins, or is longer than three years', async () => {
    const { admin } = await site()
    const refused = (body: object) => service.refused(admin.token, 'metrics.report', { body: body as MetricsFilter })
    expect((await refused({ from: NOVEMBER.to, to: NOVEMBER.from })).body.fields).toEqual({
      from: 'range.start-before-end',
    })
    expect((await refused({ from: '2023-01-01T00:00:00Z', to: NOVEMBER.to })).body.fields).toEqual({
      from: 'range.too-long',
    })
  })

  test('adds up, whatever happened: series, rooms, hours, and day and night to the same falls', async () => {
    const draft = fc.record({
      minute: fc.nat(29 * 1440),
      verdict: fc.constantFrom(undefined, 'real' as const, 'false-alarm' as const, 'unsure' as const),
      isWest: fc.boolean(),
    })
    const property = fc.asyncProperty(fc.array(draft, { maxLength: 12 }), async (drafts) => {
      const { admin, east, west } = await site()
      for (const { minute, verdict, isWest } of drafts) {
        const at = new Date(Date.parse(NOVEMBER.from) + minute * 60_000).toISOString()
        await fall(isWest ? west : east, at, verdict ? { verdict } : {})
      }
      const { confirmed, undecided, falseAlarms, day, night, byHour, series, rooms, falls } = await ask(admin)
      const all = confirmed + undecided
      const sum = (counts: readonly { confirmed: number; undecided: number }[]) =>
        counts.reduce((total, each) => total + each.confirmed + each.undecided, 0)
      expect(all + falseAlarms).toBe(drafts.length)
      expect([day + night, byHour.reduce((a, b) => a + b, 0), sum(series), sum(rooms), falls.length]).toEqual([
        all,
        all,
        all,
        all,
        all,
      ])
    })
    await fc.assert(property, { seed: 20_261_122, numRuns: 10 })
  }, 60_000)
})
