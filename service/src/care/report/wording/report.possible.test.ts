import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { fallSite, generated } from '../testing-report.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const DETECTIONS = '[{"label":"person","box":{"x":0.1,"y":0.6,"width":0.4,"height":0.2},"isPossible":true}]'

test.each([
  ['en', 'the camera detected a possible fall: it is not sure that somebody fell.'],
  ['ja', '転倒の可能性を検知しました'],
] as const)(
  'REPORT-01 REAL-03 a draft in %s calls a fall that only the background saw possible',
  async (locale, words) => {
    const site = await fallSite(service, { locale })
    await service.sql`update alert set detections = ${DETECTIONS}::text::jsonb where id = ${site.alert.id}`
    expect((await generated(service, site)).content).toContain(words)
  },
)

test.each([
  ['en', 'another device of the site reported: マット.'],
  ['ja', '外部機器から「マット」の通知がありました'],
] as const)('REPORT-01 REACH-54 a draft in %s calls a signal by the name of the site', async (locale, words) => {
  const site = await fallSite(service, { locale })
  await service.sql`update alert set activity = 'site-signal', kind_name = 'マット' where id = ${site.alert.id}`
  expect((await generated(service, site)).content).toContain(words)
})
