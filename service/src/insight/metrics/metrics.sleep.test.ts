/** Sleep from the minutes that hubs measured, over days and over the night in which clocks go back. */

import { daysAfter } from '@mimamori/contract/insight/sleep-days.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { bedMinute, insertMeasuredHour } from '#testing/measured.ts'
import { startService, TestClock, type TestService, type TestUser } from '#testing/service.ts'
import { insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'
import { workOutNights } from './metrics.sleep.jobs.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ clock: new TestClock('2026-11-20T12:00:00.000Z') })
})
afterAll(() => service.stop())

type Room = { admin: TestUser; camera: TestCamera; unitId: string }
async function room(timezone = 'Asia/Tokyo'): Promise<Room> {
  const tenant = await service.tenant({ timezone })
  const unitId = await insertUnit(service, tenant)
  return {
    admin: await service.user({ role: 'ADMIN', tenant }),
    unitId,
    camera: await insertCamera(service, tenant, { unitId, name: '101-A', location: 'Room 101' }),
  }
}

/** Whole hours of minutes: still in bed from `bedAt` to `upAt`, out of it before and after. */
async function measure(
  camera: TestCamera,
  [from, to]: [string, string],
  [bedAt, upAt]: [string, string],
): Promise<void> {
  for (let atMs = Date.parse(from); atMs < Date.parse(to); atMs += HOUR_MS) {
    await insertMeasuredHour(service, camera, atMs, (minute) => {
      const minuteMs = atMs + minute * MINUTE_MS
      const isInBed = minuteMs >= Date.parse(bedAt) && minuteMs < Date.parse(upAt)
      // Twenty minutes of turning over, then still.
      return bedMinute(isInBed, isInBed ? (minuteMs < Date.parse(bedAt) + 20 * MINUTE_MS ? 6_000 : 120) : 0)
    })
  }
}

const workOut = () => drain(workOutNights, service.database, service.clock.now())
const WEEK = { from: '2026-11-10T15:00:00.000Z', to: '2026-11-19T15:00:00.000Z' }
const nightsOf = async ({ admin, camera }: Room, range = WEEK) =>
  (await service.call(admin.token, 'metrics.sleepNights', { body: { cameraId: camera.id, ...range } })).body.nights

/** In Tokyo: to bed at 21:00, up at 06:00; the night of 18:00 to 18:00. */
const night = (camera: TestCamera, day: string) =>
  measure(camera, [`${day}T09:00:00Z`, `${daysAfter(day, 1)}T09:00:00Z`], [`${day}T12:00:00Z`, `${day}T21:00:00Z`])

describe('METRIC-02 sleep', () => {
  test('a night has its times, lengths and scores once its 24 hours are over', async () => {
    const site = await room()
    await night(site.camera, '2026-11-18')
    await night(site.camera, '2026-11-19')
    await workOut()
    // At 21:00 in Tokyo the night of the 19th is over, that of the 20th is not.
    const [first, second, ...more] = await nightsOf(site, { ...WEEK, to: '2026-11-21T15:00:00.000Z' })
    expect([first!.day, second!.day, more.length]).toEqual(['2026-11-18', '2026-11-19', 0])
    expect(first).toMatchObject({
      ...{ startsAt: '2026-11-18T09:00:00.000Z', coverageShare: 1, isValid: true, mean: null, comparedNights: 0 },
      span: { bedtime: 180, onset: 200, wake: 720, getUp: 720, wasoMinutes: 0, awakenings: 0 },
      values: { sleepMinutes: 520, bedtimeOfDay: 1260, wakeOfDay: 360, efficiency: 100, tranquility: 100 },
    })
  })

  test('the night in which clocks go back has 25 hours, and its sleep the hour more', async () => {
    const site = await room('Europe/Berlin')
    const [from, to] = ['2026-10-24T16:00:00Z', '2026-10-25T17:00:00Z']
    // 21:00 summer time to 06:00 winter time.
    await measure(site.camera, [from, to], ['2026-10-24T19:00:00Z', '2026-10-25T05:00:00Z'])
    await workOut()
    const [only] = await nightsOf(site, { from: '2026-10-01T00:00:00.000Z', to: '2026-10-31T00:00:00.000Z' })
    expect(only).toMatchObject({
      ...{ day: '2026-10-24', coverageShare: 1, span: { bedtime: 180, getUp: 780 } },
      values: { sleepMinutes: 580, bedtimeOfDay: 1260, wakeOfDay: 360 },
    })
  })

  test('data that a hub uploads later recomputes the night', async () => {
    const site = await room()
    await measure(
      site.camera,
      ['2026-11-18T09:00:00Z', '2026-11-18T20:00:00Z'],
      ['2026-11-18T12:00:00Z', '2026-11-18T21:00:00Z'],
    )
    await workOut()
    expect(await nightsOf(site)).toMatchObject([{ isValid: false, values: null }])
    await night(site.camera, '2026-11-18')
    await workOut()
    expect(await nightsOf(site)).toMatchObject([{ isValid: true, values: { sleepMinutes: 520 } }])
  })

  test('a room is due again when a measured night is over, and not before', async () => {
    const site = await room()
    await night(site.camera, '2026-11-18')
    expect(await workOut()).toBeGreaterThan(0)
    expect(await workOut()).toBe(0)
    // 18:00 in Tokyo was three hours ago: the current night has measurements.
    await measure(
      site.camera,
      ['2026-11-20T10:00:00Z', '2026-11-20T12:00:00Z'],
      ['2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z'],
    )
    expect(await workOut()).toBe(0)
    const evening = new Date('2026-11-21T09:00:00.000Z')
    expect(await drain(workOutNights, service.database, new Date(evening.getTime() - 1))).toBe(0)
    expect(await drain(workOutNights, service.database, evening)).toBe(1)
    const after = { ...WEEK, to: '2026-11-21T15:00:00.000Z' }
    expect((await nightsOf(site, after)).map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-20'])
  })

  test('a camera that is moved to a room brings the nights that it measured before', async () => {
    const site = await room()
    const setPlace = (place: string) =>
      service.sql`update camera set location_type = ${place} where id = ${site.camera.id}`
    await setPlace('HALLWAY')
    await night(site.camera, '2026-11-18')
    expect(await workOut()).toBe(0)
    await setPlace('ROOM')
    await workOut()
    expect(await nightsOf(site)).toMatchObject([{ day: '2026-11-18', isValid: true }])
  })

  test('rooms stand side by side with their own thirty days; only those of the caller’s units', async () => {
    const site = await room()
    for (const day of ['05', '06', '07', '08', '09', '11', '12', '13', '14', '15'])
      await night(site.camera, `2026-11-${day}`)
    await workOut()
    const ask = async (by: TestUser) => (await service.call(by.token, 'metrics.sleep', { body: WEEK })).body.rooms
    expect(await ask(site.admin)).toMatchObject([
      {
        ...{ cameraName: '101-A', nights: 5, validNights: 5, coverageShare: 1 },
        ...{ mean: { sleepMinutes: 520 }, before: { sleepMinutes: 520 } },
      },
    ])
    const elsewhere = await insertUnit(service, { id: site.camera.tenantId })
    const nurse = await service.user({ role: 'USER', tenant: { id: site.camera.tenantId }, unitIds: [elsewhere] })
    expect(await ask(nurse)).toEqual([])
    const body = { cameraId: site.camera.id, ...WEEK }
    expect((await service.refused(nurse.token, 'metrics.sleepNights', { body })).status).toBe(404)
  })

  test('the general report has the basis of its numbers', async () => {
    const site = await room()
    await night(site.camera, '2026-11-18')
    await workOut()
    const range = { from: '2026-11-18T09:00:00.000Z', to: '2026-11-20T09:00:00.000Z' }
    const { body } = await service.call(site.admin.token, 'metrics.report', { body: { ...range, parts: ['general'] } })
    expect(body.general!.basis).toEqual({
      ...{ cameras: 1, measuredCameras: 1, coverageShare: 0.5, nights: 1, validNights: 1 },
    })
    const earlier = { from: '2026-08-18T09:00:00.000Z', to: '2026-08-20T09:00:00.000Z', parts: ['general' as const] }
    expect((await service.call(site.admin.token, 'metrics.report', { body: earlier })).body.general!.basis).toEqual({
      ...{ cameras: 1, measuredCameras: 0, coverageShare: null, nights: 0, validNights: 0 },
    })
  })
})

describe('METRIC-02 the current night', () => {
  const RANGE = { from: '2026-11-10T15:00:00.000Z', to: '2026-11-21T15:00:00.000Z' }
  const answerOf = async ({ admin, camera }: Room, range = RANGE) =>
    (await service.call(admin.token, 'metrics.sleepNights', { body: { cameraId: camera.id, ...range } })).body

  test('is provisional from the first get-up after 04:00 until 18:00, and in no mean', async () => {
    const site = await room()
    await night(site.camera, '2026-11-18')
    await workOut()
    // It is 21:00 in Tokyo, then 05:00: in bed since 21:00.
    expect((await answerOf(site)).running).toBeNull()
    const [from, to] = ['2026-11-20T09:00:00Z', '2026-11-20T20:00:00Z']
    await measure(site.camera, [from, to], ['2026-11-20T12:00:00Z', '2026-11-21T21:00:00Z'])
    service.clock.advance(8 * HOUR_MS)
    expect((await answerOf(site)).running).toBeNull()
    // Up at 06:00, requested at 07:00.
    await measure(site.camera, [from, '2026-11-20T22:00:00Z'], ['2026-11-20T12:00:00Z', '2026-11-20T21:00:00Z'])
    service.clock.advance(2 * HOUR_MS)
    const answer = await answerOf(site)
    expect(answer.running).toEqual({
      ...{ day: '2026-11-20', finalAt: '2026-11-21T09:00:00.000Z', coverageShare: 1 },
      ...{ bedtimeOfDay: 1260, getUpOfDay: 360, sleepMinutes: 520 },
    })
    expect(answer.nights.map(({ day }) => day)).toEqual(['2026-11-18'])
    expect((await answerOf(site, WEEK)).running).toBeNull()
    const rooms = await service.call(site.admin.token, 'metrics.sleep', { body: RANGE })
    expect(rooms.body.rooms).toMatchObject([{ nights: 1, validNights: 1 }])
    service.clock.advance(11 * HOUR_MS)
    await workOut()
    const final = await answerOf(site)
    expect([final.running, final.nights.map(({ day }) => day)]).toEqual([null, ['2026-11-18', '2026-11-20']])
  })
})
