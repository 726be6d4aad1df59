/** Precision of an app by verdicts and outcomes, week by week. */
import { countInterval, shareInterval } from '@mimamori/contract/insight/intervals.ts'
import type { Activity } from '@mimamori/contract/shared/apps.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit, insertWalk } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const DAY_MS = 86_400_000
const nowMs = () => service.clock.now().getTime()

async function room() {
  const tenant = await service.tenant()
  const camera = await insertCamera(service, tenant, { unitId: await insertUnit(service, tenant, 'East') })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const said = async (verdict: string | null, outcome: string | null, daysAgo = 0, activity: Activity = 'A005') => {
    const occurredAt = new Date(nowMs() - daysAgo * DAY_MS).toISOString()
    const alert = await insertAlert(service, camera, { activity, severity: 'critical', occurredAt })
    await service.sql`update alert set verdict = ${verdict},
      alarm_state = case when ${outcome}::text is null then alarm_state else 'resolved' end, outcome = ${outcome},
      resolved_at = case when ${outcome}::text is null then resolved_at else occurred_at end,
      resolved_name = case when ${outcome}::text is null then resolved_name else 'Yuki' end where id = ${alert.id}`
  }
  const precision = async () =>
    (await service.call(admin.token, 'cameraApp.precision', { params: { cameraId: camera.id, appCode: 'A005' } })).body
  return { camera, said, precision }
}

describe('REAL-10 precision from the field', () => {
  test('REAL-10 a verdict overrides the outcome, and undecided alerts stay open', async () => {
    const { said, precision } = await room()
    await said('real', null)
    await said('false-alarm', 'assisted')
    await said(null, 'injury')
    await said(null, 'false-alarm')
    await said(null, 'already-there')
    await said('unsure', 'injury')
    await said(null, null)
    expect(await precision()).toMatchObject({ real: 2, falseAlarms: 2, open: 3, interval: null })
    await said(null, 'returned')
    await said(null, 'lowered-themselves')
    expect(await precision()).toMatchObject({ real: 2, falseAlarms: 2, open: 5 })
  })

  test('REAL-10 ten judged alerts have an interval, by week, and those of a walk test do not count', async () => {
    const { camera, said, precision } = await room()
    for (let at = 0; at < 7; at++) await said('real', null, 8)
    for (let at = 0; at < 3; at++) await said('false-alarm', null, 1)
    const { interval, weeks } = await precision()
    expect(interval).toEqual(shareInterval(7, 10))
    expect(weeks).toMatchObject([
      { real: 7, falseAlarms: 0, interval: shareInterval(7, 7) },
      { real: 0, falseAlarms: 3, interval: shareInterval(0, 3) },
    ])
    await insertWalk(service, camera)
    await said('false-alarm', null)
    expect(await precision()).toMatchObject({ real: 7, falseAlarms: 3 })
  })

  test('REAL-13 false alarms are counted against the days watched, with every day to take along', async () => {
    const { camera, said, precision } = await room()
    const watched = (daysAgo: number) => service.sql`
      insert into measured_hour (tenant_id, camera_id, starts_at, seconds_observed, seconds_bed_known, seconds_in_bed,
        seconds_person, motion_inside, motion_outside, motion_in_bed, minutes)
      select ${camera.tenantId}, ${camera.id}, date_trunc('hour', ${new Date(nowMs() - daysAgo * DAY_MS)}::timestamptz) - make_interval(hours => h), 3600, 0, 0, 0,
        0, 0, 0, decode(repeat('00', 960), 'hex') from generate_series(1, 12) h`
    await said('false-alarm', null, 8)
    await watched(8)
    expect(await precision()).toMatchObject({ falsePerDay: null })
    await said('real', null, 1)
    await said(null, null, 1, 'look-in')
    for (const daysAgo of [1, 2, 3]) await watched(daysAgo)
    const { falsePerDay, days, weeks } = await precision()
    const [fewest, most] = countInterval(1)
    expect(falsePerDay).toEqual({ rate: 0.5, interval: [fewest / 2, most / 2], days: 2 })
    expect(days.reduce((hours, one) => hours + one.hoursWatched, 0)).toBe(48)
    expect(
      days.flatMap(({ real, falseAlarms, lookIns }) =>
        real + falseAlarms + lookIns > 0 ? [[real, falseAlarms, lookIns]] : [],
      ),
    ).toEqual([
      [0, 1, 0],
      [1, 0, 1],
    ])
    expect(weeks).toHaveLength(2)
  })

  test('REAL-12 look-ins have counts of their own', async () => {
    const { said, precision } = await room()
    await said('real', null)
    for (const verdict of ['real', 'false-alarm', 'false-alarm', null]) await said(verdict, null, 0, 'look-in')
    expect(await precision()).toMatchObject({ real: 1, falseAlarms: 0, lookIn: { real: 1, falseAlarms: 2, open: 1 } })
  })
})
