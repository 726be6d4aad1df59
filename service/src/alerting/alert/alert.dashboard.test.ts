/** The dashboard's figures of alerts. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'

let service: TestService
let nurse: TestUser
let east: TestCamera
let west: TestCamera
beforeAll(async () => {
  // 10:00 in Tokyo.
  service = await startService()
  const tenant = await service.tenant()
  nurse = await service.user({ role: 'USER', tenant })
  east = await insertCamera(service, tenant, { unitId: await insertUnit(service, tenant), name: 'East' })
  west = await insertCamera(service, tenant, {
    unitId: await insertUnit(service, tenant),
    name: 'West',
    location: '101',
  })
  // In Tokyo: 18th 08:59, 18th 09:00, 19th 08:30, 20th 09:30; and one that is archived.
  await insertAlert(service, east, { severity: 'critical', activity: 'A005', occurredAt: '2026-11-17T23:59:00.000Z' })
  await insertAlert(service, east, { severity: 'low', occurredAt: '2026-11-18T00:00:00.000Z' })
  await insertAlert(service, west, { severity: 'critical', activity: 'A005', occurredAt: '2026-11-18T23:30:00.000Z' })
  await insertAlert(service, east, { severity: 'high', activity: 'A006', occurredAt: '2026-11-20T00:30:00.000Z' })
  await insertAlert(service, east, { isArchived: true, occurredAt: '2026-11-20T00:30:00.000Z' })
})
afterAll(() => service.stop())

const NOBODY = { claimedSeconds: null, arrivedSeconds: null }
const none = { critical: 0, high: 0, medium: 0, low: 0 }

describe('severities', () => {
  test('DASH-01 severities are counted by days of the site, archived alerts and empty days included', async () => {
    const query = { from: '2026-11-17T15:00:00.000Z', to: '2026-11-20T15:00:00.000Z' }
    const { body } = await service.call(nurse.token, 'alert.countBySeverity', { query })
    expect(body).toEqual({
      total: { critical: 2, high: 1, medium: 0, low: 2 },
      step: 'day',
      series: [
        { startsAt: '2026-11-17T15:00:00.000Z', ...none, critical: 1, low: 1 },
        { startsAt: '2026-11-18T15:00:00.000Z', ...none, critical: 1 },
        { startsAt: '2026-11-19T15:00:00.000Z', ...none, high: 1, low: 1 },
      ],
      falls: { now: 2, before: 0, beforeFrom: '2026-11-14T15:00:00.000Z', ...NOBODY },
    })
  })

  test('ALARM-06 the dashboard has the times to claim and to arrival of a range’s falls', async () => {
    const tenant = await service.tenant()
    const camera = await insertCamera(service, tenant)
    const { token } = await service.user({ role: 'USER', tenant })
    for (const [claimedAfter, arrivedAfter, verdict] of [
      [40, 100, null],
      [80, null, 'real'],
      [9_000, 9_000, 'false-alarm'],
      [null, null, null],
    ] as const) {
      const fall = { activity: 'A005', severity: 'critical', occurredAt: '2026-11-18T00:00:00.000Z' } as const
      const { id } = await insertAlert(service, camera, fall)
      await service.sql`
        update alert set verdict = ${verdict},
          alarm_state = case when ${claimedAfter}::int is null then 'open' else 'arrived' end,
          claimer_name = case when ${claimedAfter}::int is not null then 'Yuki' end,
          claimed_at = created_at + ${claimedAfter}::int * interval '1 s',
          arrived_at = created_at + ${arrivedAfter}::int * interval '1 s' where id = ${id}`
    }
    const query = { from: '2026-11-17T15:00:00.000Z', to: '2026-11-20T15:00:00.000Z' }
    const { body } = await service.call(token, 'alert.countBySeverity', { query })
    expect(body.falls).toMatchObject({ now: 4, claimedSeconds: 60, arrivedSeconds: 100 })
  })

  test('DASH-01 partial days at the ends of a range count only alerts inside it', async () => {
    const query = { from: '2026-11-18T00:00:00.000Z', to: '2026-11-20T00:30:00.001Z' }
    const { body } = await service.call(nurse.token, 'alert.countBySeverity', { query })
    expect(body.total).toEqual({ critical: 1, high: 1, medium: 0, low: 2 })
    expect(body.series.map((day) => day.startsAt)).toEqual([
      '2026-11-17T15:00:00.000Z',
      '2026-11-18T15:00:00.000Z',
      '2026-11-19T15:00:00.000Z',
    ])
    expect(body.falls).toEqual({ now: 1, before: 1, beforeFrom: '2026-11-15T23:29:59.999Z', ...NOBODY })
  })

  test('DASH-01 up to two days are counted by the hour', async () => {
    const query = { from: '2026-11-19T23:10:00.000Z', to: '2026-11-20T01:00:00.000Z' }
    const { body } = await service.call(nurse.token, 'alert.countBySeverity', { query })
    expect([body.step, body.series]).toEqual([
      'hour',
      [
        { startsAt: '2026-11-19T23:00:00.000Z', ...none },
        { startsAt: '2026-11-20T00:00:00.000Z', ...none, high: 1, low: 1 },
      ],
    ])
  })

  test('DASH-01 hours follow the site’s clock, with partial ones at both ends', async () => {
    const minutes = ['20:09', '20:10', '20:59', '21:00', '21:29', '21:30', '22:14', '22:15']
    const counts: Record<string, number[]> = {}
    for (const timezone of ['Asia/Tokyo', 'Asia/Kolkata']) {
      const tenant = await service.tenant({ timezone })
      const camera = await insertCamera(service, tenant)
      for (const at of minutes)
        await insertAlert(service, camera, { severity: 'low', occurredAt: `2026-11-18T${at}:00Z` })
      const { token } = await service.user({ role: 'USER', tenant })
      const query = { from: '2026-11-18T20:10:00.000Z', to: '2026-11-18T22:15:00.000Z' }
      const { body } = await service.call(token, 'alert.countBySeverity', { query })
      counts[timezone] = body.series.map(({ low }) => low)
    }
    expect(counts).toEqual({ 'Asia/Tokyo': [2, 3, 1], 'Asia/Kolkata': [1, 3, 2] })
  })

  test('a range that ends before it starts is rejected', async () => {
    const query = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-19T00:00:00.000Z' }
    const { status, body } = await service.refused(nurse.token, 'alert.countBySeverity', { query })
    expect([status, body.fields]).toEqual([400, { from: 'range.start-before-end' }])
  })

  test('DASH-01 the units filter narrows every figure', async () => {
    const query = { unitIds: west.unitId!, from: '2026-11-01T00:00:00.000Z' }
    const severity = await service.call(nurse.token, 'alert.countBySeverity', { query })
    const cameras = await service.call(nurse.token, 'alert.countByCamera', { query })
    const latest = await service.call(nurse.token, 'alert.latest', { query })
    expect(severity.body.total).toEqual({ ...none, critical: 1 })
    expect(cameras.body.records).toEqual([{ cameraId: west.id, cameraName: 'West', location: '101', count: 1 }])
    expect(latest.body.records).toHaveLength(1)
  })
})

describe('lists', () => {
  test('DASH-01 the busiest camera comes first', async () => {
    const { body } = await service.call(nurse.token, 'alert.countByCamera')
    expect(body.records.map((row) => [row.cameraName, row.count])).toEqual([
      ['East', 4],
      ['West', 1],
    ])
  })

  test('DASH-01 the latest alerts, and the most urgent alarm that nobody has claimed', async () => {
    const before = await service.call(nurse.token, 'alert.latest')
    expect(before.body.records.map((alert) => alert.severity)).toEqual(['high', 'critical', 'low', 'critical'])
    const urgent = before.body.unseenCritical!
    expect(urgent.cameraName).toBe('West')

    const body = { action: 'claim' as const, requestId: randomUUID() }
    await service.call(nurse.token, 'alarm.answer', { params: { id: urgent.id }, body })
    const after = await service.call(nurse.token, 'alert.latest')
    expect(after.body.unseenCritical?.cameraName).toBe('East')
  })
})
