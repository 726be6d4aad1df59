import { type DamagedStore, heartbeatBody } from '@mimamori/contract/fleet/heartbeat.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { beat, insertHub, LOAD, type TestHub } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const AT = '2026-11-20T01:00:00.000Z'
const LATER = '2026-11-20T01:20:00.000Z'

const say = (hub: TestHub, damagedStores: DamagedStore[]) => beat(service, hub, { damagedStores })
async function noticesOf(hub: TestHub) {
  const audit = await service.sql`select details from audit where object_id = ${hub.id} and action = 'agent.damage'
    order by at, id`
  const emails = await service.sql`select recipient from mail_message where tenant_id = ${hub.tenantId}
    and template = 'hub-damage'`
  return { audit: audit.map(({ details }) => details.stores), emails: emails.length }
}

/** Hubs' pages are the operator's. */
async function damagesOnPage(hub: TestHub) {
  const { token } = await service.user({ role: 'SUPER_ADMIN' })
  return (await service.call(token, 'agent.get', { params: { id: hub.id } })).body.damagedStores
}

test('HUB-04 a hub’s damaged file is on its page, in the audit and in one e-mail, despite repeats', async () => {
  const hub = await insertHub(service)
  await service.user({ role: 'ADMIN', tenant: { id: hub.tenantId } })
  const shown = () => damagesOnPage(hub)
  expect(await shown()).toEqual([])
  const damaged: DamagedStore[] = [
    { store: 'recordings', at: AT },
    { store: 'spool', at: LATER },
  ]
  await say(hub, damaged)
  await say(hub, damaged)
  await say(hub, [...damaged].reverse())
  expect(await shown()).toEqual(damaged)
  expect(await noticesOf(hub)).toEqual({ audit: ['recordings, spool'], emails: 1 })
})

test('HUB-04 a file damaged again and again is notified once an hour, and the last time is shown', async () => {
  const hub = await insertHub(service)
  await service.user({ role: 'ADMIN', tenant: { id: hub.tenantId } })
  const shown = () => damagesOnPage(hub)
  await say(hub, [{ store: 'spool', at: AT }])
  await say(hub, [{ store: 'spool', at: LATER }])
  expect([await shown(), await noticesOf(hub)]).toEqual([[{ store: 'spool', at: AT }], { audit: ['spool'], emails: 1 }])
  service.clock.advance(60 * 60_000)
  const { body } = await service.call(undefined, 'hub.session', {
    body: { key: hub.key, version: '1', hostname: 'closet-2f', instance: 'closet-2f' },
  })
  await say({ ...hub, token: body.token }, [{ store: 'spool', at: LATER }])
  expect(await shown()).toEqual([{ store: 'spool', at: LATER }])
  expect((await noticesOf(hub)).audit).toEqual(['spool', 'spool'])
})

test('HUB-04 a heartbeat with a file of no known name is refused', () => {
  const damagedStores = [{ store: 'passwords', at: AT }]
  expect(heartbeatBody.safeParse({ cameras: [], ...LOAD }).success).toBe(true)
  expect(heartbeatBody.safeParse({ cameras: [], ...LOAD, damagedStores }).success).toBe(false)
})
