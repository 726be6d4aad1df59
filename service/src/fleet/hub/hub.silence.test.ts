import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '#testing/rows.ts'
import { startService, TestClock, type TestService } from '#testing/service.ts'
import { createHeartbeats } from './hub.heartbeats.ts'
import { insertHub, type TestHub } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function emailsOf({ tenantId }: TestHub): Promise<string[]> {
  const rows = await service.sql<{ recipient: string; locale: string }[]>`
    select recipient, locale from mail_message where tenant_id = ${tenantId} and template = 'hub-silent'
    order by recipient`
  return rows.map(({ recipient, locale }) => `${recipient} ${locale}`)
}
async function heard(hub: TestHub, at: Date) {
  await service.sql`update agent set last_active_at = ${at.toISOString()} where id = ${hub.id}`
}
/** This many newly started instances of the service. */
function instances(clock: TestClock, count: number) {
  const { bus, wakeSignals, mail } = service.platform
  const onError = (error: unknown) => {
    throw error
  }
  const all = Array.from({ length: count }, () =>
    createHeartbeats({ database: service.database, bus, wakeSignals, mail, clock, onError }),
  )
  return async (seconds: number) => {
    for (let at = 0; at < seconds; at += 5) {
      clock.advance(5_000)
      await Promise.all(all.map((one) => one.sweep()))
    }
  }
}

test('HUB-01 a hub silent for 2 minutes sends each active administrator one e-mail in their language', async () => {
  const clock = new TestClock()
  const hub = await insertHub(service)
  const quiet = await insertHub(service)
  await service.sql`update agent set is_notification_enabled = false where id = ${quiet.id}`
  const { tenantId } = hub
  const add = (role: 'ADMIN' | 'USER', of: string, email: string) =>
    insertUser(service.sql, service.platform, { role, tenantId: of, email })
  const id = hub.id.slice(-12)
  await add('ADMIN', tenantId, `a-${id}@test.example`)
  const english = await add('ADMIN', tenantId, `b-${id}@test.example`)
  await service.sql`update app_user set locale = 'en' where id = ${english.id}`
  const gone = await add('ADMIN', tenantId, `c-${id}@test.example`)
  await service.sql`update app_user set disabled_at = now() where id = ${gone.id}`
  await add('USER', tenantId, `d-${id}@test.example`)
  await add('ADMIN', quiet.tenantId, `e-${id}@test.example`)
  const both = [`a-${id}@test.example ja`, `b-${id}@test.example en`]

  const sweepFor = instances(clock, 2)
  await heard(hub, clock.now())
  await heard(quiet, clock.now())
  await sweepFor(120)
  expect(await emailsOf(hub)).toEqual([])
  await sweepFor(60)
  await instances(clock, 1)(300)
  expect([await emailsOf(hub), await emailsOf(quiet)]).toEqual([both, []])

  await heard(hub, clock.now())
  await instances(clock, 2)(125)
  expect(await emailsOf(hub)).toEqual([...both, ...both].toSorted())
})
