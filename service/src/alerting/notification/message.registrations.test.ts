/** A device gets messages as long as its session lives: not ended, and used within its idle limit. AUTH-17. */
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '#testing/service.ts'
import { readRegistrations } from './message.queries.ts'

test('a shared device unused for half a day gets no messages until somebody uses it again', async () => {
  const service = await startService()
  onTestFinished(() => service.stop())
  const { id, tenantId, sessionId, token } = await service.user({ role: 'USER' })
  await service.sql`update session set idle_limit_seconds = ${12 * 60 * 60} where id = ${sessionId}`
  await service.sql`
    insert into push_registration (tenant_id, user_id, kind, device, subscription, session_id, created_at, updated_at)
    values (${tenantId}, ${id}, 'web', 'Station', 'https://push.example/1', ${sessionId}, now(), now())`
  const count = () =>
    service.database.asPlatform(
      'a test',
      async (db) => (await readRegistrations(db, id, null, service.clock.now())).length,
    )
  service.clock.advance(12 * HOUR_MS)
  expect(await count()).toBe(1)
  expect((await service.call(token, 'device.list')).status).toBe(200)
  service.clock.advance(12 * HOUR_MS)
  expect(await count()).toBe(1)
  service.clock.advance(1_000)
  expect(await count()).toBe(0)
})
