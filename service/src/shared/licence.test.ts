import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopeOf } from '#platform/context.ts'
import { startService, type TestService } from '#testing/service.ts'
import { requireFeature } from './licence.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Whether the user's session may use escalation rules at the tenant that is written. */
async function opens(user: { sessionId: string }, writeTo?: { id: string }): Promise<string> {
  const actor = (await service.platform.sessions.actorOf(user.sessionId))!
  return service.database.asTenant(scopeOf(actor), async (db) => {
    if (writeTo) await db.writeTo(writeTo.id)
    return requireFeature({ actor, db }, 'escalation-rules').then(
      () => 'open',
      (error: { key: string }) => error.key,
    )
  })
}

test('NAV-11 a feature of PRO is rejected without the package and works with it', async () => {
  const plain = await service.user({ role: 'ADMIN', tenant: await service.tenant({ packages: ['VCARE'] }) })
  const pro = await service.user({ role: 'ADMIN', tenant: await service.tenant({ packages: ['VCARE', 'PRO'] }) })
  expect([await opens(plain), await opens(pro)]).toEqual(['pro-required', 'open'])
})

test('NAV-11 while connected the packages of the connected site decide', async () => {
  const pro = await service.tenant({ packages: ['PRO'] })
  const plain = await service.tenant({ packages: [] })
  const atPro = await service.user({ role: 'SUPER_ADMIN', tenant: pro })
  const atPlain = await service.user({ role: 'SUPER_ADMIN', tenant: plain })
  expect([await opens(atPro), await opens(atPlain)]).toEqual(['open', 'pro-required'])
})

test('NAV-11 an organization with PRO does not open it for its own site without PRO', async () => {
  const organisation = await service.tenant({ kind: 'organisation', packages: ['PRO'] })
  const pro = await service.tenant({ parent: organisation, packages: ['PRO'] })
  const plain = await service.tenant({ parent: organisation, packages: ['VCARE'] })
  const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
  expect([await opens(organiser), await opens(organiser, pro), await opens(organiser, plain)]).toEqual([
    'open',
    'open',
    'pro-required',
  ])
})
