/** Roles that must have a second factor: until the last day, after it, and what stays open. */
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '#testing/authenticator.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera } from '#testing/site.ts'

const PASSWORD = 'kind camellia 12'
const currentPassword = Buffer.from(PASSWORD).toString('base64')

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let count = 0
/** Added now, by the clock of the test. */
async function person(tenant: TestTenant, more: object = {}) {
  const email = `rule-${++count}@x.example`
  const user = await service.user({ role: 'USER', tenant, email, password: PASSWORD, ...more })
  await service.sql`update app_user set created_at = ${service.clock.now()} where id = ${user.id}`
  return user
}

const save = (by: TestUser, roles: string[], more: object = {}) =>
  service.refused(by.token, 'factorRule.save', { body: { roles, graceDays: 14, version: 1, ...more } as never })

/** A site whose users must have a second factor, and one of them. */
async function siteWithRule(more: object = {}) {
  const site = await service.tenant()
  const admin = await service.user({ role: 'ADMIN', tenant: site })
  const nurse = await person(site, more)
  await save(admin, ['USER'])
  return { site, admin, nurse }
}

async function signIn(userName: string) {
  const body = { userName, userPassword: currentPassword, deviceType: 'web' as const }
  return service.refused(undefined, 'session.login', { body, ip: `10.83.${count++ % 250}.7` })
}
const tokenOf = async (userName: string) => ((await signIn(userName)).body as unknown as { token: string }).token

/** What a page asks for: 200, or the error. */
async function open(token: string, key: 'room.list' | 'alarm.open' | 'secondFactor.get' | 'device.list') {
  const { status, body } = await service.refused(token, key)
  return status === 200 ? 200 : body.key
}

async function setUpApp(token: string) {
  const { secret } = (await service.call(token, 'secondFactor.begin', { body: { currentPassword } })).body
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.now().getTime() })
  await service.call(token, 'secondFactor.confirm', { body: { code } })
}

describe('REACH-22 the time to set it up', () => {
  test('REACH-22 until the last day everything stays open, and that day is named', async () => {
    const { admin, nurse } = await siteWithRule()
    const dueAt = new Date(service.clock.now().getTime() + 14 * DAY_MS).toISOString()
    expect((await service.call(nurse.token, 'secondFactor.get')).body.dueAt).toBe(dueAt)
    expect((await service.call(admin.token, 'secondFactor.get')).body.dueAt).toBeNull()
    service.clock.advance(14 * DAY_MS - 1)
    expect(await open(nurse.token, 'room.list')).toBe(200)
  })

  test('REACH-22 after the last day nothing opens but what sets it up, and it opens at once then', async () => {
    const { nurse } = await siteWithRule()
    service.clock.advance(14 * DAY_MS)
    const token = await tokenOf(nurse.email)
    expect(await open(token, 'room.list')).toBe('second-factor-required')
    expect(await open(token, 'device.list')).toBe('second-factor-required')
    expect(await open(token, 'alarm.open')).toBe('second-factor-required')
    expect(await open(token, 'secondFactor.get')).toBe(200)
    await setUpApp(token)
    expect(await open(token, 'room.list')).toBe(200)
    expect((await service.call(token, 'secondFactor.get')).body.dueAt).toBeNull()
  })

  test('a passkey is enough; then the password alone is not, and without it all closes again', async () => {
    const { nurse } = await siteWithRule()
    service.clock.advance(14 * DAY_MS)
    const token = await tokenOf(nurse.email)
    const made = createAuthenticator().make(
      (await service.call(token, 'passkey.begin', { body: { currentPassword } })).body,
    )
    const { id } = (await service.call(token, 'passkey.create', { body: { name: 'Phone', made } })).body
    expect(await open(token, 'room.list')).toBe(200)
    expect((await signIn(nurse.email)).body.key).toBe('second-factor-needed')
    await service.call(token, 'passkey.remove', { params: { id } })
    expect(await open(token, 'room.list')).toBe('second-factor-required')
  })

  test('who is added afterwards has the days from then; a role that was there keeps its time', async () => {
    const { site, admin, nurse } = await siteWithRule()
    service.clock.advance(10 * DAY_MS)
    const added = await person(site)
    await save(admin, ['USER', 'RESTRICTED_USER'], { version: 2 })
    const dueIn = async (token: string) => {
      const { dueAt } = (await service.call(token, 'secondFactor.get')).body
      return (Date.parse(dueAt!) - service.clock.now().getTime()) / DAY_MS
    }
    expect([await dueIn(nurse.token), await dueIn(added.token)]).toEqual([4, 14])
    const guest = await person(site, { role: 'RESTRICTED_USER' })
    expect(await dueIn(guest.token)).toBe(14)
  })

  test('a shared station is excepted', async () => {
    const { nurse } = await siteWithRule({ type: 'SHARED' })
    service.clock.advance(15 * DAY_MS)
    expect((await service.call(nurse.token, 'secondFactor.get')).body.dueAt).toBeNull()
    expect(await open(nurse.token, 'room.list')).toBe(200)
  })
})

describe('REACH-22 a resident’s safety comes first', () => {
  test('REACH-22 a session from before the last day goes on to see and answer alarms, and nothing else', async () => {
    const { site, nurse } = await siteWithRule()
    const camera = await insertCamera(service, site)
    const alert = await insertAlert(service, camera, { severity: 'critical' })
    service.clock.advance(14 * DAY_MS)
    expect(await open(nurse.token, 'room.list')).toBe('second-factor-required')
    expect(await open(nurse.token, 'alarm.open')).toBe(200)
    const claim = (token: string) =>
      service.refused(token, 'alarm.answer', {
        params: { id: alert.id },
        body: { action: 'claim', requestId: crypto.randomUUID() } as never,
      })
    expect((await claim(await tokenOf(nurse.email))).body.key).toBe('second-factor-required')
    expect((await claim(nurse.token)).status).toBe(200)
  })

  test('addresses of frames and open views end, the stream of alarms does not', async () => {
    const { nurse } = await siteWithRule()
    const { sessions } = service.platform
    expect(await sessions.actorOf(nurse.sessionId)).not.toBeNull()
    service.clock.advance(14 * DAY_MS)
    expect(await sessions.actorOf(nurse.sessionId)).toBeNull()
    expect(await sessions.actorOf(nurse.sessionId, 'alarms')).not.toBeNull()
  })
})

describe('REACH-22 the rule', () => {
  test('each place has its roles: a site, an organization, and the installation for its operator', async () => {
    const organisation = await service.tenant({ kind: 'organisation' })
    const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    const { admin } = await siteWithRule()
    const possible = async (by: TestUser) => (await service.call(by.token, 'factorRule.get')).body.possible
    expect(await possible(admin)).toEqual(['ADMIN', 'USER', 'RESTRICTED_USER', 'ANNOTATOR'])
    expect(await possible(organiser)).toEqual(['ORG_ADMIN'])
    expect(await possible(operator)).toEqual(['SUPER_ADMIN'])
    expect((await save(admin, ['SUPER_ADMIN'], { version: 2 })).body.fields).toEqual({ roles: 'invalid' })
  })

  test('the operator requires it of every operator, oneself included', async () => {
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    await service.sql`update app_user set created_at = ${service.clock.now()} where id = ${operator.id}`
    const { body } = await service.call(operator.token, 'factorRule.get')
    const saved = await save(operator, ['SUPER_ADMIN'], { version: body.version, graceDays: 0 })
    expect(saved.status).toBe(200)
    expect((await service.refused(operator.token, 'tenant.search')).body.key).toBe('second-factor-required')
    await service.sql`update tenant set factor_since = '{}' where id = ${operator.tenantId}`
  })

  test('it says who is missing, refuses an outdated save, and stands in the audit', async () => {
    const { site, admin, nurse } = await siteWithRule()
    const rule = (await service.call(admin.token, 'factorRule.get')).body
    expect(rule).toMatchObject({ roles: ['USER'], graceDays: 14, missing: 1, version: 2 })
    expect((await save(admin, [])).body.key).toBe('conflict')
    await setUpApp(nurse.token)
    expect((await service.call(admin.token, 'factorRule.get')).body.missing).toBe(0)
    const [row] =
      await service.sql`select details from audit where action = 'factor-rule.save' and tenant_id = ${site.id}`
    expect(row!.details).toEqual({ before: [], roles: ['USER'], graceDays: 14 })
  })
})
