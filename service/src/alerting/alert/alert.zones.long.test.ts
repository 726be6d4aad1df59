/** Counts by day and hour around changes of a zone's clock: each alert counts once, in the day of its site. */

import { randomUUID } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertCamera } from '#testing/site.ts'

const AROUND_MS = 60 * HOUR_MS
/** Whole hours at night, half an hour, no change, changes at midnight, changes that count the hour before midnight twice. */
const ZONES = [
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
  'America/Havana',
  'America/Santiago',
  'Europe/London',
]

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const zoned = (ms: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
const startOfDay = (ms: number, zone: string) => zoned(ms, zone).startOfDay().epochMilliseconds

/** The two changes of the year before the test's time; days without a change where the zone has none. */
function changesOf(zone: string): number[] {
  const first = zoned(Date.parse('2025-12-15T00:00:00Z'), zone).getTimeZoneTransition('next')
  const second = first?.getTimeZoneTransition('next')
  const quiet = Date.parse('2026-03-08T07:00:00Z')
  return [first?.epochMilliseconds ?? quiet, second?.epochMilliseconds ?? quiet]
}

test.each(ZONES)(
  'DASH-01 around changes of the clock in %s each alert counts once, in its own day',
  async (zone) => {
    const tenant = await service.tenant({ timezone: zone })
    const camera = await insertCamera(service, tenant)
    const { token } = await service.user({ role: 'USER', tenant })
    for (const changeMs of changesOf(zone)) {
      const alertsMs = Array.from(
        { length: (2 * AROUND_MS) / (10 * MINUTE_MS) },
        (_, n) => changeMs - AROUND_MS + n * 10 * MINUTE_MS,
      )
      const rows = alertsMs.map((ms) => ({
        ...{ tenant_id: tenant.id, id: randomUUID(), camera_id: camera.id, activity: 'A003', severity: 'low' },
        ...{ occurred_at: new Date(ms).toISOString(), created_at: new Date(ms).toISOString() },
      }))
      await service.sql`insert into alert ${service.sql(rows)}`
      const around = fc.oneof(
        fc.integer({ min: -300, max: 300 }).map((tens) => changeMs + tens * 10 * MINUTE_MS),
        fc.integer({ min: -3, max: 3 }).map((days) => startOfDay(changeMs + days * 24 * HOUR_MS, zone)),
      )
      await fc.assert(
        fc.asyncProperty(around, around, async (a, b) => {
          fc.pre(a !== b)
          const [fromMs, toMs] = [Math.min(a, b), Math.max(a, b)]
          const query = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
          const { body } = await service.call(token, 'alert.countBySeverity', { query })
          const inRange = alertsMs.filter((ms) => ms >= fromMs && ms < toMs)
          expect(body.total.low).toBe(inRange.length)
          expect(body.series.reduce((sum, { low }) => sum + low, 0)).toBe(inRange.length)
          const days = Map.groupBy(inRange, (ms) => startOfDay(ms, zone))
          const counted = Map.groupBy(body.series, ({ startsAt }) => startOfDay(Date.parse(startsAt), zone))
          const sums = [...counted].map(
            ([day, series]) => [day, series.reduce((sum, { low }) => sum + low, 0)] as const,
          )
          expect(new Map(sums.filter(([, sum]) => sum > 0))).toEqual(
            new Map([...days].map(([day, own]) => [day, own.length])),
          )
        }),
        { numRuns: 40, examples: [[startOfDay(changeMs, zone) + 30 * MINUTE_MS, changeMs + 50 * HOUR_MS]] },
      )
      await service.sql`delete from alert where tenant_id = ${tenant.id}`
    }
  },
  60_000,
)
