/** The settings of webhook targets: secrets, names, limits, audit. REACH-55, REACH-57. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Hooks, type Place, startHooks } from './testing.ts'

let hooks: Hooks
let at: Place
beforeAll(async () => {
  hooks = await startHooks()
})
afterAll(() => hooks.stop())
beforeEach(async () => {
  at = await hooks.site()
})
afterEach(() => at.stop())

test('S18 address and secret are sealed; the secret is shown once, of the address host and end', async () => {
  const url = `${at.partner.url}/services/T0123/B4567/xoxo-canary`
  const { webhook, secret } = await at.target({ url })
  expect(webhook).toMatchObject({ urlShown: `${new URL(url).origin}/…nary`, secretLastFour: secret.slice(-4) })
  const rows = await at.service.sql`select * from webhook where id = ${webhook.id}`
  const audit = await at.service.sql`select * from audit where object_id = ${webhook.id}`
  const stored = JSON.stringify([rows, audit, await at.state(webhook.id)]) + at.service.logLines.join()
  for (const hidden of [secret, 'xoxo', 'B4567']) expect(stored).not.toContain(hidden)
})

test('REACH-57 address and secret are not set while connected, other settings are', async () => {
  const { webhook } = await at.target()
  const operator = await at.service.user({ role: 'SUPER_ADMIN', tenant: at.site })
  expect((await at.refused({}, operator)).body.key).toBe('not-while-connected')
  const params = { id: webhook.id }
  await at.service.prove()
  const change = (body: object) =>
    at.service.refused(operator.token, 'webhook.patch', { params, body: { version: 1, ...body } })
  expect((await at.service.refused(operator.token, 'webhook.rotate', { params })).body.key).toBe('not-while-connected')
  expect((await change({ url: at.partner.url })).body.key).toBe('not-while-connected')
  expect((await change({ minuteMost: 5 })).status).toBe(200)
  expect((await change({ minuteMost: 6 })).body.key).toBe('conflict')
})

test('REACH-56 only who reads names has them sent, or moves a target that gets them', async () => {
  const organiser = await at.service.user({ role: 'ORG_ADMIN', tenant: at.organisation })
  const asked = await at.refused({ tenantId: at.site.id, withNames: true }, organiser)
  expect(asked.body.fields).toEqual({ withNames: 'webhook.names-unread' })
  const { webhook } = await at.target({ withNames: true })
  await at.service.prove()
  const change = (body: object) =>
    at.service.refused(organiser.token, 'webhook.patch', { params: { id: webhook.id }, body: { version: 1, ...body } })
  expect((await change({ url: `${at.partner.url}/mine` })).body.fields).toEqual({ withNames: 'webhook.names-unread' })
  expect((await change({ withNames: false })).status).toBe(200)
  const [audit] = await at.service.sql`
    select details from audit where object_id = ${webhook.id} and action = 'webhook.change'`
  expect(audit!.details).toMatchObject({ changed: { withNames: [true, false] } })
})

test('S9 an address is public and encrypted, or named by the operator, and holds no password', async () => {
  const fields = async (url: string) => (await at.refused({ url })).body.fields
  expect(await fields('')).toEqual({ url: 'webhook.url-required' })
  expect(await fields('https://user:pass@hooks.example/')).toEqual({ url: 'webhook.url-form' })
  expect(await fields('http://hooks.example/')).toEqual({ url: 'webhook.url-denied' })
  expect(await fields('https://10.0.0.1/')).toEqual({ url: 'webhook.url-denied' })
})

test('REACH-55 a site has ten targets at most', async () => {
  const admin = await at.admin()
  for (let n = 0; n < 10; n++) await at.target({}, admin)
  expect((await at.refused({}, admin)).body.key).toBe('too-many-webhooks')
})
