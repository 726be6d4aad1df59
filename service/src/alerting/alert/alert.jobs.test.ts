import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit, type TestAlert } from '#testing/site.ts'
import { giveUpClips } from './alert.jobs.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function awaitingClip(alert: TestAlert): Promise<TestAlert> {
  await service.sql`update alert set clip_state = 'pending', blurred_clip_state = 'pending' where id = ${alert.id}`
  return alert
}

test('ALERT-05 a clip that is an hour late fails with a reason, and consoles are notified once', async () => {
  const tenant = await service.tenant()
  const unitId = await insertUnit(service, tenant)
  const camera = await insertCamera(service, tenant, { unitId })
  const user = await service.user({ role: 'USER', tenant })
  // Reported late by a hub that was offline: the time of arrival at the service counts.
  const late = await awaitingClip(
    await insertAlert(service, camera, {
      occurredAt: '2026-11-19T01:00:00.000Z',
      createdAt: '2026-11-20T01:00:00.000Z',
    }),
  )
  const snapshot = await insertAlert(service, camera)
  service.clock.advance(MINUTE_MS)
  const younger = await awaitingClip(await insertAlert(service, camera))
  const heard: LiveEvent[] = []
  service.platform.bus.subscribe([tenant.id], (event) => heard.push(event))
  const run = () => drain(giveUpClips(service.platform.bus), service.database, service.clock.now())

  service.clock.advance(59 * MINUTE_MS)
  expect(await run()).toBe(0)
  service.clock.advance(1)
  expect([await run(), await run()]).toEqual([1, 0])

  expect(heard).toEqual([{ type: 'alert-changed', alertIds: [late.id], unitId }])
  const states = await Promise.all(
    [late, snapshot, younger].map(async ({ id }) => {
      const { body } = await service.call(user.token, 'alert.get', { params: { id } })
      return body.clipState
    }),
  )
  expect(states).toEqual(['failed', 'none', 'pending'])
  const [row] =
    await service.sql`select clip_error, clip_changed_at, blurred_clip_state from alert where id = ${late.id}`
  expect({ ...row }).toEqual({
    clip_error: { code: 'late', params: {} },
    clip_changed_at: service.clock.now().toISOString(),
    blurred_clip_state: 'failed',
  })
})
