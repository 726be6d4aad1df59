import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera } from '#testing/site.ts'
import { forgetReportJobs } from './report.jobs.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('jobs of drafts are forgotten a week after their end; those that still wait stay', async () => {
  const site = await service.tenant()
  const camera = await insertCamera(service, site)
  const now = service.clock.now().toISOString()
  for (const state of ['done', 'waiting']) {
    const { id } = await insertAlert(service, camera)
    await service.sql`
      insert into report_job (tenant_id, alert_id, state, locale, time_zone, requested_by, requested_by_name, next_at,
        created_at, changed_at)
      values (${site.id}, ${id}, ${state}, 'ja', 'Asia/Tokyo', uuidv7(), 'Aya', ${state === 'waiting' ? now : null},
        ${now}, ${now})`
  }
  const run = () => drain(forgetReportJobs, service.database, service.clock.now())
  service.clock.advance(7 * DAY_MS)
  expect(await run()).toBe(0)
  service.clock.advance(1)
  expect(await run()).toBe(1)
  const left = await service.sql`select state from report_job where tenant_id = ${site.id}`
  expect([...left].map(({ state }) => state)).toEqual(['waiting'])
})
