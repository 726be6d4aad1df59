import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertCamera, insertUnit } from '#testing/site.ts'
import { forgetReminders } from './booking.work.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('LIVE-04 a reminder of a check-in that was over a week ago is due no more', async () => {
  const site = await service.tenant()
  const camera = await insertCamera(service, site, { unitId: await insertUnit(service, site) })
  const nurse = await service.user({ role: 'USER', tenant: site })
  const body = { cameraId: camera.id, userId: nurse.id, firstDay: '2026-11-20', startMinute: 660 }
  const { body: booking } = await service.call(nurse.token, 'booking.create', { body })
  const due = async () => {
    const [row] = await service.sql`select count(*)::int as due from booking_occurrence
      where tenant_id = ${site.id} and remind_at is not null`
    return row!.due
  }
  const run = () => drain(forgetReminders, service.database, service.clock.now())
  expect([booking.occurrenceCount, await due()]).toEqual([1, 1])
  service.clock.advance(6 * DAY_MS)
  expect([await run(), await due()]).toEqual([0, 1])
  service.clock.advance(2 * DAY_MS)
  expect([await run(), await due()]).toEqual([1, 0])
})
