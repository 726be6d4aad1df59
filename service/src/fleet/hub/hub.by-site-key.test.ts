import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { hubKey } from '@mimamori/contract/fleet/hub.ts'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Each test calls from its own network, so that the rate limits do not interfere. */
let networks = 0
const newIp = () => `10.1.${networks++}.7`

async function issueKey(tenant: TestTenant): Promise<string> {
  const operator = await service.user({ role: 'SUPER_ADMIN' })
  return (await service.call(operator.token, 'tenant.newKey', { params: { id: tenant.id } })).body.authorizationKey
}
async function newSite() {
  const tenant = await service.tenant()
  return { tenant, siteKey: await issueKey(tenant), ip: newIp() }
}
type Given = { name?: string; hostname?: string; registrationId?: string }
const request = (from: { siteKey: string; ip: string }, { name, hostname = 'closet-2f', ...given }: Given = {}) => ({
  ip: from.ip,
  body: {
    siteKey: from.siteKey,
    registrationId: randomUUID(),
    version: '1.0.0',
    hostname,
    ...(name && { name }),
    ...given,
  },
})
const register = (from: { siteKey: string; ip: string }, given?: Given) =>
  service.call(undefined, 'hub.register', request(from, given))
const rejection = async (from: { siteKey: string; ip: string }, given?: Given) =>
  (await service.refused(undefined, 'hub.register', request(from, given))).body.key
const present = (key: string) => ({ body: { key, version: '1.0.0', hostname: 'closet-2f', instance: 'closet-2f' } })

test('SITE-01 a hub registers with the key of its site, and then uses its own key', async () => {
  const site = await newSite()
  const { body } = await register(site)
  expect(hubKey.safeParse(body.key).success).toBe(true)
  expect(body.name).toBe('closet-2f')
  const [row] = await service.sql`
    select tenant_id, registration_status as status, key_hash, to_jsonb(a)::text as all from agent a where id = ${body.hubId}`
  expect(row).toMatchObject({ tenant_id: site.tenant.id, status: 'CREATED' })
  expect(row!.key_hash).toEqual(createHash('sha256').update(body.key).digest())
  expect(row!.all).not.toContain(body.key.slice(17))

  const session = await service.call(undefined, 'hub.session', present(body.key))
  expect(session.body).toMatchObject({ hubId: body.hubId, tenantId: site.tenant.id })
  const [after] = await service.sql`select registration_status as status from agent where id = ${body.hubId}`
  expect(after!.status).toBe('REGISTRATION_INITIATED')
})

test('SITE-01 the registration is in the audit of its site, without a key', async () => {
  const site = await newSite()
  const { body } = await register(site)
  const rows = await service.sql`
    select tenant_id, action, hub_id, host(ip::inet) as ip, details from audit where object_id = ${body.hubId}`
  expect(rows.map((row) => ({ ...row }))).toEqual([
    {
      tenant_id: site.tenant.id,
      action: 'agent.register-by-site-key',
      hub_id: body.hubId,
      ip: site.ip,
      details: { name: 'closet-2f', siteKey: site.siteKey.slice(-4), again: false },
    },
  ])
  expect(service.logLines.join('')).not.toContain(site.siteKey)
})

test('SITE-01 managers of hubs are notified of a registration, another site is not', async () => {
  const [site, other] = [await newSite(), await newSite()]
  const heard: unknown[] = []
  const leave = service.platform.bus.subscribe([site.tenant.id], (event) => heard.push(event))
  const leaveOther = service.platform.bus.subscribe([other.tenant.id], (event) => heard.push({ other: event }))
  const { body } = await register(site)
  expect(heard).toEqual([{ type: 'hub-changed', hubId: body.hubId }])
  leave()
  leaveOther()
})

test('SITE-01 a repeated registration is the same hub with a new key, and its old key is rejected', async () => {
  const site = await newSite()
  const registrationId = randomUUID()
  const first = (await register(site, { registrationId })).body
  const again = (await register(site, { registrationId: registrationId.toUpperCase(), name: 'Other' })).body

  expect([again.hubId, again.name]).toEqual([first.hubId, first.name])
  expect((await service.refused(undefined, 'hub.session', present(first.key))).body.key).toBe('hub-key-refused')
  expect((await service.call(undefined, 'hub.session', present(again.key))).body.hubId).toBe(first.hubId)
  const [row] = await service.sql`select count(*)::int as hubs from agent where tenant_id = ${site.tenant.id}`
  expect(row!.hubs).toBe(1)
})

test('SITE-01 concurrent calls with one registration create one hub', async () => {
  const site = await newSite()
  const registrationId = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => register(site, { registrationId })))
  expect(new Set(answers.map(({ body }) => body.hubId)).size).toBe(1)
})

test('SITE-01 the same registration id at two sites belongs to two different hubs', async () => {
  const [site, other] = [await newSite(), await newSite()]
  const registrationId = randomUUID()
  const mine = (await register(site, { registrationId })).body
  const theirs = (await register(other, { registrationId })).body
  expect(theirs.hubId).not.toBe(mine.hubId)
  expect((await service.call(undefined, 'hub.session', present(mine.key))).body.tenantId).toBe(site.tenant.id)
  expect((await service.call(undefined, 'hub.session', present(theirs.key))).body.tenantId).toBe(other.tenant.id)
})

test('SITE-01 a site key does not restore a hub whose key was revoked', async () => {
  const site = await newSite()
  const registrationId = randomUUID()
  const { body } = await register(site, { registrationId })
  await service.sql`update agent set revoked_at = now() where id = ${body.hubId}`
  expect(await rejection(site, { registrationId })).toBe('hub-key-refused')
})

test('SITE-01 hubs with the same name get numbers, and names have at most 80 characters', async () => {
  const site = await newSite()
  const nameOf = async (request: Given) => (await register(site, request)).body.name
  expect(await nameOf({ name: '1階' })).toBe('1階')
  expect(await nameOf({ name: '1階' })).toBe('1階 (2)')
  expect(await nameOf({ hostname: '1階' })).toBe('1階 (3)')
  expect(await nameOf({ hostname: 'h'.repeat(200) })).toBe('h'.repeat(80))
  expect(await nameOf({ hostname: 'h'.repeat(200) })).toBe(`${'h'.repeat(76)} (2)`)
  expect(await nameOf({ hostname: ' \u0000 ' })).toBe('Hub')
})

test('SITE-01 an exchanged key registers hubs for one more day, the new one at once', async () => {
  const site = await newSite()
  const fresh = { ...site, siteKey: await issueKey(site.tenant) }
  service.clock.advance(24 * HOUR_MS - 1)
  expect((await register(site)).status).toBe(200)
  service.clock.advance(1)
  expect(await rejection(site)).toBe('hub-key-refused')
  expect((await register(fresh)).status).toBe(200)
})

test('SITE-01 an unknown key, a malformed one and one of a disabled site get the same error', async () => {
  const site = await newSite()
  const unknown = `mms_${randomBytes(32).toString('base64url')}`
  for (const siteKey of [unknown, 'mms_short', ''])
    expect(await rejection({ ...site, siteKey })).toBe('hub-key-refused')
  await service.sql`update tenant set disabled_at = now() where id = ${site.tenant.id}`
  expect(await rejection(site)).toBe('hub-key-refused')
  const [row] = await service.sql`select count(*)::int as hubs from agent where tenant_id = ${site.tenant.id}`
  expect(row!.hubs).toBe(0)
})

test('SITE-01 at most 20 hubs register at a site in a day; those may register again', async () => {
  const site = await newSite()
  const registrationId = randomUUID()
  await register(site, { registrationId })
  for (let hub = 2; hub <= 20; hub++) await register(site)
  const { status, body, headers } = await service.refused(undefined, 'hub.register', request(site))
  expect([status, body.key, headers['retry-after']]).toEqual([429, 'too-many-requests', String(24 * 60 * 60)])
  expect((await register(site, { registrationId })).status).toBe(200)
  service.clock.advance(24 * HOUR_MS)
  expect((await register(site)).status).toBe(200)
})

test('SITE-01 a network, or a site from any network, tries 30 keys at once, then one a minute', async () => {
  const site = await newSite()
  const guess = { ...site, siteKey: 'mms_guess' }
  for (let number = 1; number <= 30; number++) expect(await rejection(guess)).toBe('hub-key-refused')
  expect(await rejection({ ...site, ip: site.ip.replace(/7$/, '8') })).toBe('too-many-requests')
  service.clock.advance(60_000)

  const registrationId = randomUUID()
  for (let number = 1; number <= 30; number++) {
    expect((await register({ ...site, ip: newIp() }, { registrationId })).status).toBe(200)
  }
  expect(await rejection({ ...site, ip: newIp() }, { registrationId })).toBe('too-many-requests')
})
