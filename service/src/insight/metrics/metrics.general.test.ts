/** The General Report for alerts with known times, answers and verdicts, compared with the lists behind it. */
import type { AlertFilter } from '@mimamori/contract/alerting/alert.ts'
import type { MetricsFilter } from '@mimamori/contract/insight/metrics.ts'
import { BEHIND } from '@mimamori/contract/insight/metrics-behind.ts'
import { alertAppCode, alertSeverity } from '@mimamori/contract/shared/apps.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { type AlertDraft, insertAlert, insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'
import { sumDays } from './metrics.days.jobs.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** November in Tokyo. */
const NOVEMBER = { from: '2026-10-31T15:00:00.000Z', to: '2026-11-30T15:00:00.000Z' }

type Site = { admin: TestUser; east: TestCamera; west: TestCamera; eastUnit: string }
async function site(timezone = 'Asia/Tokyo'): Promise<Site> {
  const tenant = await service.tenant({ timezone })
  const eastUnit = await insertUnit(service, tenant, 'East wing')
  return {
    admin: await service.user({ role: 'ADMIN', tenant }),
    eastUnit,
    east: await insertCamera(service, tenant, { unitId: eastUnit, name: '101-A', location: 'Room 101' }),
    west: await insertCamera(service, tenant, { unitId: await insertUnit(service, tenant, 'West'), name: '201-A' }),
  }
}

type Draft = AlertDraft & { verdict?: 'real' | 'false-alarm' | 'unsure'; answeredAfterSeconds?: number }
async function raise(camera: TestCamera, occurredAt: string, draft: Draft = {}): Promise<void> {
  const { id } = await insertAlert(service, camera, { ...draft, occurredAt })
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
}

const ask = async (by: TestUser, filter: Partial<MetricsFilter> = {}) =>
  (await service.call(by.token, 'metrics.report', { body: { ...NOVEMBER, ...filter, parts: ['general'] } })).body
    .general!
const listed = async (by: TestUser, filter: AlertFilter) =>
  (await service.call(by.token, 'alert.search', { body: { ...filter, archived: 'any' }, query: { pageSize: 0 } })).body
    .totalCount

describe('METRIC-01 METRIC-03 the general report', () => {
  test('counts archived alerts, not deleted ones, and compares with as many days before', async () => {
    const { admin, east, west } = await site()
    await raise(east, '2026-11-03T17:30:00.000Z', { severity: 'critical', activity: 'A005' })
    await raise(west, '2026-11-04T17:30:00.000Z', { severity: 'high', activity: 'A006', isArchived: true })
    await raise(west, '2026-11-05T17:30:00.000Z')
    await raise(west, '2026-10-02T02:00:00.000Z', { severity: 'high', activity: 'A006' })
    await raise(west, '2026-09-30T14:59:59.000Z')
    await raise(east, '2026-11-06T17:30:00.000Z', { activity: 'A001' })
    await service.sql`update alert set deleted_at = now() where tenant_id = ${east.tenantId} and activity = 'A001'`
    const { total, bySeverity, before, byActivity } = await ask(admin)
    expect([total, bySeverity]).toEqual([3, { critical: 1, high: 1, medium: 0, low: 1 }])
    expect(before).toMatchObject({ total: 1, from: '2026-10-01T15:00:00.000Z', to: NOVEMBER.from })
    expect(byActivity.map((one) => [one.activity, one.total, one.before])).toEqual([
      ['A003', 1, 0],
      ['A005', 1, 0],
      ['A006', 1, 1],
    ])
  })

  test('NIGHT-05 alarms that ended by themselves are neither answered nor unanswered', async () => {
    const { admin, east } = await site()
    for (const at of ['03', '04']) {
      await raise(east, `2026-11-${at}T17:30:00.000Z`, { severity: 'high', activity: 'A006' })
    }
    await service.sql`update alert set alarm_state = 'resolved', outcome = 'returned', resolved_name = '',
      resolved_at = occurred_at + interval '150 seconds'
      where tenant_id = ${east.tenantId} and occurred_at < '2026-11-04'`
    const counted = async () => {
      const { returned, responses, total } = await ask(admin)
      const high = responses.find(({ severity }) => severity === 'high')!
      return { total, returned, seen: high.seen, neverSeen: high.neverSeen }
    }
    const expected = { total: 2, returned: 1, seen: 0, neverSeen: 1 }
    expect(await counted()).toEqual(expected)
    expect(await listed(admin, { ...NOVEMBER, ...BEHIND.neverSeen })).toBe(1)
    await drain(sumDays, service.database, new Date('2026-12-01T03:00:00Z'))
    await drain(sumDays, service.database, new Date('2026-12-01T03:02:00Z'))
    expect(await counted()).toEqual(expected)
  })

  test('compares the current month with as many days directly before', async () => {
    const { admin } = await site()
    expect((await ask(admin, { to: '2026-11-10T03:00:00.000Z' })).before).toMatchObject({
      from: '2026-10-22T03:00:00.000Z',
      to: NOVEMBER.from,
    })
    const own = { from: '2026-11-05T15:00:00.000Z', to: '2026-11-06T15:00:00.000Z' }
    expect((await ask(admin, own)).before).toMatchObject({ from: '2026-11-04T15:00:00.000Z', to: own.from })
  })

  test('has each day with its hours, and splits them at 06:00 and 18:00 by the clock of the site', async () => {
    const { admin, east } = await site()
    // In Tokyo: 3 November 05:59, 06:00, 17:59, 18:00.
    for (const time of ['02T20:59', '02T21:00', '03T08:59', '03T09:00']) await raise(east, `2026-11-${time}:00.000Z`)
    const { morning, night, step, series } = await ask(admin)
    expect([morning, night, step, series.length]).toEqual([2, 2, 'day', 30])
    expect(series[2]).toMatchObject({ day: '2026-11-03', low: 4 })
    expect(series[2]!.hours.flatMap((alerts, hour) => (alerts > 0 ? [hour] : []))).toEqual([5, 6, 17, 18])
  })

  test('reports response times by severity, now and before', async () => {
    const { admin, east } = await site()
    for (const [at, answeredAfterSeconds] of [10, 20, 30, 40, 110].entries()) {
      await raise(east, `2026-11-0${at + 1}T03:00:00.000Z`, { severity: 'high', answeredAfterSeconds })
    }
    await raise(east, '2026-11-09T03:00:00.000Z', { severity: 'high' })
    await raise(east, '2026-10-09T03:00:00.000Z', { severity: 'high', answeredAfterSeconds: 70 })
    const { responses } = await ask(admin)
    expect(responses.map(({ severity }) => severity)).toEqual(['critical', 'high', 'medium'])
    expect(responses[1]).toEqual({
      ...{
        severity: 'high',
        seen: 5,
        neverSeen: 1,
        notAnsweredYet: 0,
        medianSeconds: 30,
        p90Seconds: 82,
        medianSecondsBefore: 70,
        arrived: { count: 5, medianSeconds: 60, p90Seconds: 112 },
      },
    })
    const none = { count: 0, medianSeconds: null, p90Seconds: null }
    expect(responses[0]).toMatchObject({ seen: 0, neverSeen: 0, medianSeconds: null, arrived: none })
  })

  test('ALARM-06 counts claimed and arrived each by itself, by the same rooms and times', async () => {
    const { admin, east, west, eastUnit } = await site()
    await raise(east, '2026-11-03T03:00:00.000Z', { severity: 'critical', answeredAfterSeconds: 20 })
    await raise(east, '2026-11-04T03:00:00.000Z', { severity: 'critical', answeredAfterSeconds: 40 })
    await raise(west, '2026-11-05T03:00:00.000Z', { severity: 'critical', answeredAfterSeconds: 300 })
    await raise(east, '2026-10-05T03:00:00.000Z', { severity: 'critical', answeredAfterSeconds: 900 })
    await service.sql`
      update alert set arrived_at = null, arrived_name = null, alarm_state = 'claimed', claim_ends_at = now()
      where camera_id = ${west.id}`
    const criticalOf = async (filter: Partial<MetricsFilter>) => (await ask(admin, filter)).responses[0]!
    expect(await criticalOf({})).toMatchObject({
      ...{ seen: 3, medianSeconds: 40 },
      arrived: { count: 2, medianSeconds: 60, p90Seconds: 68 },
    })
    expect(await criticalOf({ unitIds: [eastUnit] })).toMatchObject({ seen: 2, arrived: { count: 2 } })
    expect(await criticalOf({ cameraIds: [west.id] })).toMatchObject({ seen: 1, arrived: { count: 0 } })
  })

  test('ALARM-06 reports times to claim and to arrival for each room and month', async () => {
    const { admin, east, west, eastUnit } = await site()
    const critical = { severity: 'critical' } as const
    await raise(east, '2026-11-03T03:00:00.000Z', { ...critical, answeredAfterSeconds: 20 })
    await raise(east, '2026-11-04T03:00:00.000Z', { ...critical, answeredAfterSeconds: 40 })
    // No incidents: one was judged false, and counts in its month alone; the other is of medium severity.
    await raise(east, '2026-11-05T03:00:00.000Z', { ...critical, answeredAfterSeconds: 900, verdict: 'false-alarm' })
    await raise(east, '2026-11-05T04:00:00.000Z', { severity: 'medium', answeredAfterSeconds: 900 })
    // The first minute of October in Tokyo.
    await raise(east, '2026-09-30T15:00:00.000Z', { ...critical, answeredAfterSeconds: 100 })
    await raise(west, '2026-11-06T03:00:00.000Z', { ...critical, answeredAfterSeconds: 300 })
    await service.sql`update alert set arrived_at = null, arrived_name = null, alarm_state = 'claimed', claim_ends_at = now()
      where camera_id = ${west.id}`
    const { incidentRooms, months } = await ask(admin)
    expect(incidentRooms.map((one) => [one.cameraName, one.medianSeconds, one.arrivedMedianSeconds])).toEqual([
      ['101-A', 30, 60],
      ['201-A', 300, null],
    ])
    expect(months.slice(-3).map((one) => [one.month, one.medianSeconds, one.arrivedMedianSeconds])).toEqual([
      ['2026-09', null, null],
      ['2026-10', 100, 130],
      ['2026-11', 170, 70],
    ])
    const ofUnit = await ask(admin, { unitIds: [eastUnit] })
    expect(ofUnit.months.at(-1)).toMatchObject({ medianSeconds: 40, arrivedMedianSeconds: 70 })
  })

  test('names the three rooms with most incidents, and the cameras that cry wolf', async () => {
    const { admin, east, west } = await site()
    await raise(east, '2026-11-03T03:00:00.000Z', { severity: 'high', verdict: 'false-alarm' })
    await raise(east, '2026-11-03T04:00:00.000Z', { severity: 'high', verdict: 'real', answeredAfterSeconds: 5 })
    for (const day of ['04', '05']) await raise(west, `2026-11-${day}T03:00:00.000Z`, { severity: 'high' })
    const { incidentRooms, judged, falseAlarms, falseAlarmCameras } = await ask(admin)
    expect(incidentRooms.map((room) => [room.cameraName, room.incidents, room.medianSeconds])).toEqual([
      ['201-A', 2, null],
      ['101-A', 1, 5],
    ])
    expect([judged, falseAlarms]).toEqual([2, 1])
    expect(falseAlarmCameras).toMatchObject([{ cameraName: '101-A', alerts: 2, judged: 2, falseAlarms: 1 }])
  })

  test('compares six whole months', async () => {
    const { admin, east } = await site()
    await raise(east, '2026-06-15T03:00:00.000Z', { severity: 'critical', activity: 'A005', answeredAfterSeconds: 40 })
    await raise(east, '2026-11-29T03:00:00.000Z', { verdict: 'false-alarm' })
    const { months } = await ask(admin, { to: '2026-11-10T03:00:00.000Z' })
    expect(months.map(({ month }) => month)).toEqual(
      ['06', '07', '08', '09', '10', '11'].map((month) => `2026-${month}`),
    )
    expect(months[0]).toMatchObject({ alerts: 1, incidents: 1, falls: 1, medianSeconds: 40, falseAlarms: 0 })
    expect(months[5]).toMatchObject({ alerts: 1, falls: 0, falseAlarms: 1 })
  })

  test('is limited to the requested units and rooms, and to the units of the caller', async () => {
    const { admin, east, west, eastUnit } = await site()
    for (const camera of [east, west]) await raise(camera, '2026-11-03T03:00:00.000Z', { severity: 'high' })
    expect((await ask(admin, { unitIds: [eastUnit] })).total).toBe(1)
    expect((await ask(admin, { cameraIds: [west.id] })).incidentRooms.map(({ cameraId }) => cameraId)).toEqual([
      west.id,
    ])
    const nurse = await service.user({ role: 'USER', tenant: { id: east.tenantId }, unitIds: [eastUnit] })
    expect((await ask(nurse, { cameraIds: [west.id] })).total).toBe(0)
    expect((await ask(nurse)).months.at(-1)).toMatchObject({ alerts: 1, incidents: 1 })
  })

  test('every number equals its list’s, after any history, also where hours begin at half past', async () => {
    const draft = fc.record({
      minute: fc.integer({ min: -28 * 1440, max: 29 * 1440 }),
      severity: fc.constantFrom(...alertSeverity.options),
      activity: fc.constantFrom(...alertAppCode.options),
      verdict: fc.constantFrom(undefined, 'real' as const, 'false-alarm' as const, 'unsure' as const),
      answeredAfterSeconds: fc.constantFrom(undefined, 30),
      isArchived: fc.boolean(),
      isWest: fc.boolean(),
    })
    const zone = fc.constantFrom('Asia/Tokyo', 'Asia/Kolkata', 'Europe/Berlin')
    const property = fc.asyncProperty(zone, fc.array(draft, { maxLength: 20 }), async (timezone, drafts) => {
      const { admin, east, west } = await site(timezone)
      // Not at a full hour, so that both ends of the tally's hours are ragged.
      const range = { from: '2026-11-01T04:20:00.000Z', to: '2026-11-28T17:40:00.000Z' }
      for (const { minute, isWest, ...rest } of drafts) {
        const at = new Date(Date.parse(NOVEMBER.from) + minute * 60_000).toISOString()
        await raise(isWest ? west : east, at, rest as Draft)
      }
      const report = await ask(admin, range)
      const count = (filter: AlertFilter) => listed(admin, { ...range, ...filter })
      expect(report.total).toBe(await count({}))
      expect(report.morning).toBe(await count({ window: 'morning' }))
      expect(report.night).toBe(await count({ window: 'night' }))
      expect(report.judged).toBe(await count(BEHIND.judged))
      expect(report.falseAlarms).toBe(await count(BEHIND.falseAlarms))
      for (const severity of alertSeverity.options) {
        expect(report.bySeverity[severity]).toBe(await count({ severities: [severity] }))
      }
      const { from, to, total, bySeverity } = report.before
      expect(total).toBe(await count({ from, to }))
      for (const severity of alertSeverity.options) {
        expect(bySeverity[severity]).toBe(await count({ from, to, severities: [severity] }))
      }
      for (const { activity, total } of report.byActivity.filter((one) => one.total > 0)) {
        expect(total).toBe(await count({ activities: [activity] }))
      }
      for (const { severity, neverSeen } of report.responses) {
        expect(neverSeen).toBe(await count({ ...BEHIND.neverSeen, severities: [severity] }))
      }
      for (const { cameraId, incidents } of report.incidentRooms) {
        expect(incidents).toBe(await count({ ...BEHIND.incidents, cameraIds: [cameraId] }))
      }
      const inDays = report.series.reduce((sum, one) => sum + one.critical + one.high + one.medium + one.low, 0)
      const inHours = report.series.reduce((sum, { hours }) => sum + hours.reduce((a, b) => a + b, 0), 0)
      expect([inDays, inHours]).toEqual([report.total, report.total])
    })
    await fc.assert(property, { seed: 20_261_122, numRuns: 6 })
  }, 60_000)
})
