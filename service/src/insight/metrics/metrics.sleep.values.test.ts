/** Values of nights as they are stored against those worked out from all nights, whatever was measured and whenever. */
import { daysAfter } from '@mimamori/contract/insight/sleep-days.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { bedMinute, insertMeasuredHour } from '#testing/measured.ts'
import { startService, TestClock, type TestService, type TestUser } from '#testing/service.ts'
import { insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'
import { workOutNights } from './metrics.sleep.jobs.ts'

const FIRST_DAY = '2026-08-20'
const NIGHTS = 85

let service: TestService
beforeAll(async () => {
  service = await startService({ clock: new TestClock('2026-11-20T12:00:00.000Z') })
})
afterAll(() => service.stop())

type Site = { admin: TestUser; cameras: TestCamera[] }
async function site(): Promise<Site> {
  const tenant = await service.tenant({ timezone: 'Asia/Tokyo' })
  const unitId = await insertUnit(service, tenant)
  const cameras: TestCamera[] = []
  for (const name of ['101', '102']) cameras.push(await insertCamera(service, tenant, { unitId, name }))
  return { admin: await service.user({ role: 'ADMIN', tenant }), cameras }
}

const drawn = fc.record({
  at: fc.integer({ min: 0, max: NIGHTS - 1 }),
  later: fc.integer({ min: 0, max: 600 }),
  coverageShare: fc.constantFrom(0.5, 0.8, 1),
  isInBed: fc.constantFrom(true, true, true, false),
  wasoMinutes: fc.integer({ min: 0, max: 90 }),
  motion: fc.option(fc.integer({ min: 0, max: 50 })),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

/** As the job stores them, but for their values. */
async function insertNights({ id, tenantId }: TestCamera, nights: readonly Drawn[]): Promise<void> {
  for (const { at, later, coverageShare, isInBed, wasoMinutes, motion } of nights) {
    const inBed = (minute: number) => (isInBed ? minute : null)
    const day = daysAfter(FIRST_DAY, at)
    await service.sql`
      insert into sleep_night (tenant_id, camera_id, day, starts_at, coverage_share, bedtime, onset, wake, get_up,
        bedtime_of_day, wake_of_day, get_up_of_day, waso_minutes, awakenings, motion, worked_from)
      values (${tenantId}, ${id}, ${day}, ${`${day}T09:00:00.000Z`}, ${coverageShare}, ${inBed(later)}, ${inBed(later + 20)},
        ${inBed(later + 400)}, ${inBed(later + 420)}, ${inBed((1080 + later) % 1440)}, ${inBed((1480 + later) % 1440)},
        ${inBed((1500 + later) % 1440)}, ${inBed(wasoMinutes)}, ${inBed(1)}, ${isInBed ? motion : null}, 1)`
  }
}

/** Rooms of two months; the last digits depend on the order in which PostgreSQL adds up. */
async function rooms({ admin }: Site, range: { from: string; to: string }) {
  const { body } = await service.call(admin.token, 'metrics.sleep', { body: range })
  return JSON.parse(JSON.stringify(body.rooms), (_, value) =>
    typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value,
  )
}

const RANGE = { from: '2026-10-01T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' }
const workOut = () => drain(workOutNights, service.database, service.clock.now())
const forget = ({ cameras }: Site) =>
  service.sql`update sleep_night set is_valued = false where tenant_id = ${cameras[0]!.tenantId}`
const unvalued = ({ cameras }: Site) =>
  service.sql`select from sleep_night where tenant_id = ${cameras[0]!.tenantId} and not is_valued`

/** An hour of a night in bed, of 21:00 to 06:00 in Tokyo. */
async function measure(camera: TestCamera, day: string, motion: number): Promise<void> {
  for (let hour = 0; hour < 24; hour++) {
    const isInBed = hour >= 3 && hour < 12
    const startsAtMs = Date.parse(`${day}T09:00:00.000Z`) + hour * 3_600_000
    await insertMeasuredHour(service, camera, startsAtMs, (minute) =>
      bedMinute(isInBed, isInBed ? motion * (minute % 3) : 0),
    )
  }
}

describe('METRIC-02 values of nights', () => {
  test('values of rooms equal those of all their nights, stored or not', async () => {
    const nights = fc.uniqueArray(drawn, { minLength: 20, maxLength: NIGHTS, selector: ({ at }) => at })
    let compared = 0
    const property = fc.asyncProperty(nights, nights, fc.nat(40), async (first, second, shorter) => {
      const of = await site()
      await insertNights(of.cameras[0]!, first)
      await insertNights(of.cameras[1]!, second)
      const range = { ...RANGE, from: new Date(Date.parse(RANGE.from) + shorter * 86_400_000).toISOString() }
      const workedOut = await rooms(of, range)
      await workOut()
      expect(await unvalued(of)).toHaveLength(0)
      expect(await rooms(of, range)).toEqual(workedOut)
      compared += workedOut.filter(({ mean }: { mean: unknown }) => mean !== null).length
    })
    await fc.assert(property, { seed: 20_261_122, numRuns: 8 })
    // Otherwise nothing was compared.
    expect(compared).toBeGreaterThan(5)
  }, 60_000)

  test('values of the thirty nights after a late one are recomputed', async () => {
    const of = await site()
    const [room] = of.cameras
    for (let at = 0; at < 14; at++) if (at !== 8) await measure(room!, daysAfter('2026-11-05', at), 40 + at)
    await workOut()
    const before = await rooms(of, RANGE)
    await measure(room!, daysAfter('2026-11-05', 8), 900)
    await workOut()
    const after = await rooms(of, RANGE)
    expect(await unvalued(of)).toHaveLength(0)
    await forget(of)
    expect(await rooms(of, RANGE)).toEqual(after)
    expect(after[0].validNights).toBe(before[0].validNights + 1)
  })
})
