import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert } from '#testing/site.ts'
import { createEscalationStore } from './escalation.queries.ts'
import { createRule, firedOf, insertSite, watchBy } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('SET-05 an alert found answered when its rule is due stops waiting and is not escalated', async () => {
  const site = await insertSite(service)
  await watchBy(service, site, await createRule(service, site, { minutes: 5 }))
  const alert = await insertAlert(service, site.camera, { severity: 'critical' })
  const store = createEscalationStore(service.database)
  service.clock.advance(5 * 60_000)
  await store.settle(service.clock.now(), 10, (due) =>
    due.map((waiting) => ({ waiting, decision: { kind: 'drop' as const } })),
  )
  const left = await service.sql`select from alert_escalation where alert_id = ${alert.id}`
  expect([left.length, await firedOf(service, alert.id)]).toEqual([0, []])
})
