/** Service accounts: created once, used within their time and rate, revoked, and audited. REACH-50. */
import { DAY_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RATES } from '#platform/http/rate-limit.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAccount, insertUnit } from '#testing/site.ts'

let service: TestService
let organisation: TestTenant
let site: TestTenant
let admin: TestUser
let organiser: TestUser
beforeAll(async () => {
  service = await startService()
  organisation = await service.tenant({ kind: 'organisation' })
  site = await service.tenant({ parent: organisation, name: 'Sakura no Sato' })
})
// Signed in anew: tests move the clock by days.
beforeEach(async () => {
  admin = await service.user({ role: 'ADMIN', tenant: site })
  organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
})
afterAll(() => service.stop())

const DRAFT = { name: 'Care record', scopes: ['alerts' as const], days: 30 }
async function create(by: TestUser, more: object = {}) {
  await service.prove()
  // A session's row is cached for a second.
  service.clock.advance(1_001)
  return service.refused(by.token, 'serviceAccount.create', { body: { ...DRAFT, ...more } })
}
const created = async (more: object = {}) => (await create(admin, more)).body as unknown as Made
type Made = { account: { id: string; expiresAt: string }; token: string }
const list = async (by = admin) => (await service.call(by.token, 'serviceAccount.list')).body
/** 200, or the error. */
async function use(token: string, ip = '192.0.2.7') {
  const { status, body } = await service.refused(token, 'alert.search', { ip })
  return status === 200 ? 200 : body.key
}
const callsOf = (id: string) => service.sql<{ action: string; outcome: string; call: string }[]>`
  select action, outcome, details ->> 'call' as call from audit where account_id = ${id} order by at, id`

describe('REACH-50 a token', () => {
  test('REACH-50 it is shown once, stored as a hash, and opens its calls until it is revoked', async () => {
    const { account, token } = await created()
    expect(await use(token)).toBe(200)
    const rows = await service.sql`select * from service_account`
    const audits = await service.sql`select * from audit`
    expect(JSON.stringify([rows, audits, await list()]) + service.logLines.join()).not.toContain(token)

    await service.call(admin.token, 'serviceAccount.revoke', { params: { id: account.id } })
    expect(await use(token)).toBe('token-refused')
    expect((await list()).records[0]).toMatchObject({ id: account.id, revokedAt: expect.any(String) })
  })

  test('REACH-50 it is taken as a bearer as well', async () => {
    const { token } = await created()
    const ask = async (authorization: string) =>
      (await service.app.http.inject({ url: '/api/room', headers: { authorization } })).json().key
    expect(await ask(`Bearer ${token}`)).toBe('scope-needed')
    expect(await ask(`Bearer ${token}x`)).toBe('token-refused')
  })

  test('REACH-50 it ends with its last day, a year at most', async () => {
    const { account, token } = await created({ days: 365 })
    expect(Date.parse(account.expiresAt) - service.clock.now().getTime()).toBe(365 * DAY_MS)
    expect((await create(admin, { days: 366 })).body.fields).toEqual({ days: 'service-account.days-range' })
    const short = await insertAccount(service, site)
    service.clock.advance(30 * DAY_MS - 1)
    expect(await use(short.token)).toBe(200)
    service.clock.advance(1)
    expect([await use(short.token), await use(token)]).toEqual(['token-refused', 200])
  })

  test('REACH-50 it is refused while its site is disabled, and from outside of the site’s networks', async () => {
    const closed = await service.tenant()
    const { token } = await insertAccount(service, closed)
    await service.sql`update tenant set allowed_ranges = '{192.0.2.0/24}' where id = ${closed.id}`
    expect([await use(token), await use(token, '198.51.100.1')]).toEqual([200, 'address-not-allowed'])
    await service.sql`update tenant set disabled_at = now() where id = ${closed.id}`
    expect(await use(token)).toBe('token-refused')
  })

  test('REACH-50 it has a rate of its own, which slows nobody else', async () => {
    const [busy, other] = [await insertAccount(service, site), await insertAccount(service, site)]
    const statuses = new Set<number | string>()
    for (let calls = 0; calls < RATES.account.burst; calls++) statuses.add(await use(busy.token))
    expect([...statuses, await use(busy.token), await use(other.token)]).toEqual([200, 'too-many-requests', 200])
    service.clock.advance(1_000)
    expect(await use(busy.token)).toBe(200)
  })
})

describe('REACH-50 what is known of its use', () => {
  test('REACH-50 the audit names the account at each call: once in half an hour, refused ones too', async () => {
    const { id, token } = await insertAccount(service, site, { name: 'Night report', scopes: ['alerts'] })
    const ask = () => service.refused(token, 'room.list')
    await use(token)
    await use(token)
    service.clock.advance(1)
    await ask()
    await ask()
    service.clock.advance(31 * MINUTE_MS)
    await use(token)
    expect(await callsOf(id)).toEqual([
      { action: 'service-account.call', outcome: 'done', call: 'alert.search' },
      { action: 'service-account.call', outcome: 'refused', call: 'room.list' },
      { action: 'service-account.call', outcome: 'done', call: 'alert.search' },
    ])
    const { records } = (
      await service.call(admin.token, 'audit.search', { body: { text: 'night rep' }, query: { pageSize: 10 } })
    ).body
    expect(records[0]).toMatchObject({ accountName: 'Night report', actor: null, objectName: 'Night report' })
  })

  test('REACH-50 the list says when and from where it was last used, to the minute', async () => {
    const { id, token } = await insertAccount(service, site)
    const last = async () => (await list()).records.find((one) => one.id === id)
    expect(await last()).toMatchObject({ lastUsedAt: null, lastUsedFrom: null })
    await use(token)
    const at = service.clock.now().toISOString()
    service.clock.advance(MINUTE_MS - 1)
    await use(token)
    expect(await last()).toMatchObject({ lastUsedAt: at, lastUsedFrom: '192.0.2.7' })
    service.clock.advance(1)
    await use(token)
    expect((await last())?.lastUsedAt).toBe(service.clock.now().toISOString())
  })
})

describe('REACH-50 who creates one', () => {
  test('REACH-50 an administrator who has just proven who they are', async () => {
    await service.prove()
    service.clock.advance(11 * MINUTE_MS)
    const late = await service.refused(admin.token, 'serviceAccount.create', { body: DRAFT })
    expect(late.body.key).toBe('proof-needed')
    expect((await create(admin)).status).toBe(200)
    const operator = await service.user({ role: 'SUPER_ADMIN', tenant: site })
    expect((await create(operator)).body.key).toBe('not-while-connected')
  })

  test('REACH-50 sites are those of the organization, and units those of the site', async () => {
    const foreign = await service.tenant()
    const [unit, elsewhere] = [await insertUnit(service, site), await insertUnit(service, foreign)]
    const fields = async (by: TestUser, more: object) => (await create(by, more)).body.fields
    expect(await fields(admin, { unitIds: [unit, elsewhere] })).toEqual({ unitIds: 'invalid' })
    expect(await fields(admin, { siteIds: [site.id] })).toEqual({ siteIds: 'invalid' })
    expect(await fields(organiser, { siteIds: [foreign.id] })).toEqual({ siteIds: 'invalid' })
    expect(await fields(organiser, { scopes: [] })).toEqual({ scopes: 'service-account.scope-required' })
    const { body } = await create(organiser, { siteIds: [site.id] })
    expect((body as unknown as { account: object }).account).toMatchObject({
      sites: [{ id: site.id, name: 'Sakura no Sato' }],
      units: null,
      createdBy: 'Test ORG_ADMIN',
    })
  })

  test('REACH-50 a site has 50 in use at most; those that ended do not count', async () => {
    const crowded = await service.tenant()
    const owner = await service.user({ role: 'ADMIN', tenant: crowded })
    const accounts = await Promise.all(Array.from({ length: 50 }, () => insertAccount(service, crowded)))
    expect((await create(owner)).body.key).toBe('too-many-accounts')
    await service.call(owner.token, 'serviceAccount.revoke', { params: { id: accounts[0]!.id } })
    expect((await create(owner)).status).toBe(200)
  })
})
