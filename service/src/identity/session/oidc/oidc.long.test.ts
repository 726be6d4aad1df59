/** Sign-in through the provider of an organization: an honest one, and one that lies. */
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { startHonest } from '#testing/servers/honest-provider.ts'
import { startService, TestClock, type TestService, type TestTenant } from '#testing/service.ts'
import { checkOidcSessions } from './oidc.check.ts'
import { type Lie, organizationWith, save, startLiar } from './testing.ts'

let service: TestService
let honest: Awaited<ReturnType<typeof startHonest>>
let liar: Awaited<ReturnType<typeof startLiar>>
beforeAll(async () => {
  const clock = new TestClock(new Date().toISOString())
  service = await startService({ clock, env: { MIMAMORI_EXTERNAL_HOSTS: '127.0.0.1' } })
  honest = await startHonest(`${service.platform.config.publicUrl}/auth/login`)
  liar = await startLiar(service)
})
beforeEach(() => {
  liar.lie = {}
  return service.prove()
})
afterAll(async () => {
  await honest.stop()
  await liar.stop()
  await service.stop()
})

let count = 0
const ip = () => `10.91.${count++ % 250}.7`
const PASSWORD = 'kind camellia 12'
const userPassword = Buffer.from(PASSWORD).toString('base64')
const web = { deviceType: 'web' as const }

const begin = (signInKey: string) =>
  service.refused(undefined, 'oidc.begin', { body: { signInKey, locale: 'en' } }) as unknown as Promise<{
    status: number
    body: { url: string; handle: string; key?: string }
  }>
const finish = (handle: string, answer: string, more: object = {}) =>
  service.refused(undefined, 'oidc.finish', {
    body: { handle, answer, ...web, ...more },
    ip: ip(),
  }) as unknown as Promise<{
    status: number
    body: {
      key?: string
      id: string
      token: string
      role: string
      locale: string
      unitIds: string[]
      applicationTenant: { id: string }
    }
  }>

/** The whole way of a person, as the browser goes it. */
async function signIn(signInKey: string, subject: string, more: object = {}) {
  const { url, handle } = (await begin(signInKey)).body
  return { handle, ...(await finish(handle, await honest.visit(url, subject), more)) }
}

/** What a lie of the provider leads to. */
async function lied(signInKey: string, answerOf = (state: string) => `code=c${count++}&state=${state}`) {
  const { url, handle } = (await begin(signInKey)).body
  const asked = new URL(url).searchParams
  liar.nonce = asked.get('nonce')!
  liar.email = `${signInKey}@x.example`
  return { handle, ...(await finish(handle, answerOf(asked.get('state')!))) }
}

/** A person of the honest provider in `care`. */
function aPerson(more: object = {}) {
  const subject = `s${count++}`
  const email = `${subject}@x.example`
  honest.people.set(subject, {
    email,
    email_verified: true,
    groups: ['care'],
    given_name: 'Aki',
    family_name: 'Sato',
    ...more,
  })
  return { subject, email }
}
const me = (token: string) => service.refused(token, 'device.list')
/** Until no session is due. */
const check = () => drain(checkOidcSessions(service.platform), service.database, service.clock.now())
const lastAudit = async (tenant: TestTenant, action: string) =>
  (
    await service.sql`select reason, details, outcome from audit where tenant_id = ${tenant.id} and action = ${action} order by id desc limit 1`
  )[0]

const LIES: [string, Lie][] = [
  ['another issuer in the token', { claims: { iss: 'http://evil.example' } }],
  ['another audience', { claims: { aud: 'somebody-else' } }],
  ['an expired token', { claims: { exp: 1 } }],
  ['another nonce', { claims: { nonce: 'other' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['a token without a signature', { isUnsigned: true }],
  ['swapped keys', { hasSwappedKeys: true }],
  ['no subject', { claims: { sub: undefined } }],
  ['a page for a token', { path: '/token', behave: (response) => void response.end('<html>') }],
]

describe('signing in', () => {
  test('REACH-41 the first sign-in adds the person, others find them by the subject alone', async () => {
    const { site, signInKey } = await organizationWith(service, honest.url)
    const { subject } = aPerson()
    const first = await signIn(signInKey, subject)
    expect(first.body).toMatchObject({
      role: 'USER',
      locale: 'en',
      displayName: 'Aki Sato',
      applicationTenant: { id: site.id },
    })
    honest.people.set(subject, { email: 'moved@x.example', groups: ['care'] })
    const again = await signIn(signInKey.toUpperCase(), subject)
    expect(again.body.id).toBe(first.body.id)
    expect((await me(again.body.token)).status).toBe(200)
    expect(await lastAudit(site, 'session.login')).toMatchObject({ outcome: 'done', details: { by: 'provider' } })
    const admin = await service.user({ role: 'ADMIN', tenant: site })
    const { records } = (await service.call(admin.token, 'user.search', { body: {} })).body
    expect(records.find(({ id }) => id === first.body.id)).toMatchObject({ isInvitationPending: false })
  })

  test('REACH-41 an answer counts once, in its own browser, for ten minutes', async () => {
    const { signInKey } = await organizationWith(service, honest.url)
    const { subject } = aPerson()
    const [mine, theirs] = [(await begin(signInKey)).body, (await begin(signInKey)).body]
    const answer = await honest.visit(theirs.url, subject)
    expect((await finish(mine.handle, answer)).body.key).toBe('oidc-refused')
    expect((await finish('a'.repeat(43), answer)).body.key).toBe('oidc-refused')
    expect((await finish(theirs.handle, answer)).status).toBe(200)
    expect((await finish(theirs.handle, answer)).body.key).toBe('oidc-refused')
    const late = (await begin(signInKey)).body
    const lateAnswer = await honest.visit(late.url, subject)
    service.clock.advance(10 * 60_000)
    expect((await finish(late.handle, lateAnswer)).body.key).toBe('oidc-refused')
  })

  test.each(LIES)('REACH-41 a lie of the provider opens nothing: %s', async (_, lie) => {
    const { org, signInKey } = await organizationWith(service, liar.url)
    expect((await lied(signInKey)).status).toBe(200)
    liar.lie = lie
    expect((await lied(signInKey)).body.key).toBe('oidc-refused')
    expect((await lastAudit(org, 'session.login'))!.reason).toMatch(/^The provider: ./)
  })

  test.each<[string, Lie]>([
    ['an endless token', { path: '/token', behave: (response) => void response.end('x'.repeat(300_000)) }],
    ['keys at an inside address', { discovery: { jwks_uri: 'http://169.254.169.254/keys' } }],
    ['tokens at an inside address', { discovery: { token_endpoint: 'http://10.0.0.1/token' } }],
    ['a connection that breaks', { path: '/token', behave: (response) => void response.socket!.destroy() }],
  ])('REACH-41 a provider that is not reached as it should is said so: %s', async (_, lie) => {
    const { signInKey } = await organizationWith(service, liar.url)
    liar.lie = lie
    expect((await lied(signInKey)).body.key).toBe('oidc-unreachable')
  })

  test('REACH-41 a silent provider ends with the deadline of outgoing calls', async () => {
    const { signInKey } = await organizationWith(service, liar.url)
    liar.lie = { path: 'openid-configuration', behave: () => undefined }
    expect((await begin(signInKey)).body.key).toBe('oidc-unreachable')
  }, 20_000)

  test('REACH-41 the same code again, another state, and an error of the provider open nothing', async () => {
    const { signInKey } = await organizationWith(service, liar.url)
    expect((await lied(signInKey, (state) => `code=once&state=${state}`)).status).toBe(200)
    expect((await lied(signInKey, (state) => `code=once&state=${state}`)).body.key).toBe('oidc-refused')
    expect((await lied(signInKey, () => 'code=new&state=forged')).body.key).toBe('oidc-refused')
    expect((await lied(signInKey, (state) => `error=access_denied&state=${state}`)).body.key).toBe('oidc-refused')
  })

  test('REACH-41 the same subject at the provider of another organization is another person', async () => {
    const [one, other] = [await organizationWith(service, honest.url), await organizationWith(service, honest.url)]
    const { subject } = aPerson()
    expect((await signIn(one.signInKey, subject)).status).toBe(200)
    const stranger = await signIn(other.signInKey, subject)
    expect(stranger.body.key).toBe('oidc-email-taken')
    const login = { userName: honest.people.get(subject)!.email!, userPassword, oidcHandle: stranger.handle, ...web }
    expect((await service.refused(undefined, 'session.login', { body: login, ip: ip() })).status).toBe(401)
  })
})

describe('an account that exists', () => {
  test('REACH-41 is not taken over: its password links both, once', async () => {
    const { site, signInKey } = await organizationWith(service, honest.url)
    const { subject, email } = aPerson()
    const local = await service.user({ role: 'RESTRICTED_USER', tenant: site, email, password: PASSWORD })
    const refused = await signIn(signInKey, subject)
    expect(refused.body.key).toBe('oidc-email-taken')
    const login = (password: string) =>
      service.refused(undefined, 'session.login', {
        body: {
          userName: email,
          userPassword: Buffer.from(password).toString('base64'),
          oidcHandle: refused.handle,
          ...web,
        },
        ip: ip(),
      })
    expect((await login('wrong')).body.key).toBe('invalid-credentials')
    expect((await login(PASSWORD)).body).toMatchObject({ id: local.id, role: 'USER' })
    expect((await signIn(signInKey, subject)).body.id).toBe(local.id)
  })

  test('REACH-41 of another organization, or with another address, is never linked', async () => {
    const { site, signInKey } = await organizationWith(service, honest.url)
    const [mine, theirs] = [aPerson(), aPerson()]
    await service.user({ role: 'USER', email: theirs.email, password: PASSWORD })
    await service.user({ role: 'USER', tenant: site, email: mine.email, password: PASSWORD })
    const link = async (subject: string, userName: string) => {
      const { handle } = await signIn(signInKey, subject)
      const body = { userName, userPassword, oidcHandle: handle, ...web }
      return (await service.refused(undefined, 'session.login', { body, ip: ip() })).body.key
    }
    expect(await link(theirs.subject, theirs.email)).toBe('oidc-refused')
    expect(await link(theirs.subject, mine.email)).toBe('oidc-refused')
  })
})

describe('the groups', () => {
  test('REACH-42 the first group that matches decides role and site, further ones add units', async () => {
    const { site, admin, signInKey } = await organizationWith(service, honest.url)
    const siteAdmin = await service.user({ role: 'ADMIN', tenant: site })
    const unit = async (name: string) =>
      (await service.call(siteAdmin.token, 'unit.create', { body: { name } as never })).body.id
    const [first, second] = [await unit('2F'), await unit('3F')]
    const rule = (group: string, role: string, name: string) => ({ group, role, siteId: site.id, unit: name })
    const rules = [
      rule('a', 'USER', '２Ｆ'),
      rule('b', 'USER', '3F'),
      rule('c', 'ADMIN', ''),
      { ...rule('o', 'ORG_ADMIN', ''), siteId: null },
    ]
    await save(service, admin, { rules, groupsClaim: 'groups' })
    const placed = async (...groups: string[]) => (await signIn(signInKey, aPerson({ groups }).subject)).body
    expect(await placed('c', 'a', 'b')).toMatchObject({ role: 'USER', unitIds: [first, second] })
    expect(await placed('c', 'x')).toMatchObject({ role: 'ADMIN', unitIds: [] })
    expect(await placed('o')).toMatchObject({ role: 'ORG_ADMIN' })
    expect((await placed('A')).key).toBe('oidc-no-group')
    await save(service, admin, { groupsClaim: 'family_name', rules: [rule('Sato', 'USER', '')] })
    expect(await placed('none')).toMatchObject({ role: 'USER', unitIds: [] })
  })

  test('REACH-42 without a group, without a verified address, or when switched off nobody gets in', async () => {
    const { site, signInKey } = await organizationWith(service, honest.url)
    const open = async (more: object) => (await signIn(signInKey, aPerson(more).subject)).body.key
    expect(await open({ groups: [] })).toBe('oidc-no-group')
    expect(await open({ groups: undefined })).toBe('oidc-no-group')
    expect(await open({ email_verified: false })).toBe('oidc-no-email')
    expect(await open({ email: undefined })).toBe('oidc-no-email')
    const { subject } = aPerson()
    const { id } = (await signIn(signInKey, subject)).body
    await service.sql`update app_user set disabled_at = now() where tenant_id = ${site.id} and id = ${id}`
    expect((await signIn(signInKey, subject)).body.key).toBe('oidc-refused')
  })

  test('REACH-42 a unit that is gone never becomes the whole site', async () => {
    const { site, admin, signInKey } = await organizationWith(service, honest.url)
    const siteAdmin = await service.user({ role: 'ADMIN', tenant: site })
    const { id } = (await service.call(siteAdmin.token, 'unit.create', { body: { name: '4F' } as never })).body
    await save(service, admin, { rules: [{ group: 'care', role: 'USER', siteId: site.id, unit: '4F' }] })
    await service.call(siteAdmin.token, 'unit.remove', { params: { id } } as never)
    expect((await signIn(signInKey, aPerson().subject)).body.key).toBe('oidc-no-group')
  })
})

describe('asking again', () => {
  test('REACH-43 rights follow the groups, and without one the session ends', async () => {
    const { site, admin, signInKey } = await organizationWith(service, honest.url)
    const rules = [
      { group: 'lead', role: 'ADMIN', siteId: site.id, unit: '' },
      { group: 'care', role: 'USER', siteId: site.id, unit: '' },
    ]
    await save(service, admin, { rules })
    const { subject, email } = aPerson()
    const { token } = (await signIn(signInKey, subject)).body
    expect((await service.refused(token, 'security.get')).status).toBe(403)
    honest.people.set(subject, { email, groups: ['lead'] })
    service.clock.advance(HOUR_MS)
    await check()
    expect((await service.refused(token, 'security.get')).status).toBe(200)
    honest.people.set(subject, { email, groups: [] })
    service.clock.advance(HOUR_MS)
    await check()
    expect((await me(token)).body.key).toBe('session-ended')
    expect((await lastAudit(site, 'session.end'))!.reason).toBe('No group matches any more.')
  })

  test('REACH-43 who left the provider, or whose provider is switched off, is signed out', async () => {
    const { admin, signInKey } = await organizationWith(service, honest.url)
    const [leaver, other] = [aPerson(), aPerson()]
    const [left, stays] = [
      (await signIn(signInKey, leaver.subject)).body,
      (await signIn(signInKey, other.subject)).body,
    ]
    honest.people.delete(leaver.subject)
    service.clock.advance(HOUR_MS)
    await check()
    expect((await me(left.token)).body.key).toBe('session-ended')
    expect((await me(stays.token)).status).toBe(200)
    await service.prove()
    await save(service, admin, { isEnabled: false })
    service.clock.advance(HOUR_MS)
    await check()
    expect((await me(stays.token)).body.key).toBe('session-ended')
  })

  test('REACH-43 a provider that does not answer ends a session after a day only', async () => {
    const { signInKey } = await organizationWith(service, liar.url)
    const { token } = (await lied(signInKey)).body
    liar.lie = { refreshStatus: 503 }
    service.clock.advance(HOUR_MS)
    await check()
    expect((await me(token)).status).toBe(200)
    service.clock.advance(24 * HOUR_MS)
    await check()
    expect((await me(token)).body.key).toBe('session-ended')
  })

  test('REACH-43 an answer about somebody else ends the session', async () => {
    const { signInKey } = await organizationWith(service, liar.url)
    const { token } = (await lied(signInKey)).body
    liar.lie = { claims: { sub: 'somebody-else' } }
    service.clock.advance(HOUR_MS)
    await check()
    expect((await me(token)).body.key).toBe('session-ended')
  })
})

describe('required, and the second step', () => {
  const login = (userName: string) =>
    service.refused(undefined, 'session.login', { body: { userName, userPassword, ...web }, ip: ip() })

  test('REACH-44 forced: a password leads to the provider, stations and the operator get in', async () => {
    const { org, site, admin, signInKey } = await organizationWith(service, honest.url)
    await signIn(signInKey, aPerson().subject)
    const nurse = await service.user({ role: 'USER', tenant: site, password: PASSWORD })
    const station = await service.user({ role: 'USER', tenant: site, password: PASSWORD, type: 'SHARED' })
    const operator = await service.user({ role: 'SUPER_ADMIN', password: PASSWORD })
    expect((await login(nurse.email)).status).toBe(200)
    await save(service, admin, { isForced: true })
    expect((await login(nurse.email)).body.key).toBe('oidc-required')
    expect((await login(station.email)).status).toBe(200)
    expect((await login(operator.email)).status).toBe(200)
    expect(await lastAudit(org, 'session.break-glass')).toMatchObject({ outcome: 'done' })
    const mails =
      await service.sql`select template from mail_message where tenant_id = ${org.id} and recipient = ${admin.email}`
    expect([...mails]).toEqual([{ template: 'break-glass' }])
    const outside = await service.user({ role: 'USER', password: PASSWORD })
    expect((await login(outside.email)).status).toBe(200)
    await service.prove()
    await save(service, admin, { isForced: false })
  })

  test('REACH-44 forced: an account from before is linked by its password', async () => {
    const { site, admin, signInKey } = await organizationWith(service, honest.url)
    await signIn(signInKey, aPerson().subject)
    await save(service, admin, { isForced: true })
    const { subject, email } = aPerson()
    await service.user({ role: 'USER', tenant: site, email, password: PASSWORD })
    const { handle } = await signIn(signInKey, subject)
    const body = { userName: email, userPassword, oidcHandle: handle, ...web }
    expect((await service.refused(undefined, 'session.login', { body, ip: ip() })).status).toBe(200)
    await save(service, admin, { isForced: false })
  })

  test('REACH-44 a second step is asked for unless the organization takes the provider for it', async () => {
    const { site, admin, signInKey } = await organizationWith(service, honest.url)
    const siteAdmin = await service.user({ role: 'ADMIN', tenant: site })
    const body = { roles: ['USER' as const], graceDays: 0, version: 1 }
    await service.call(siteAdmin.token, 'factorRule.save', { body })
    const { subject } = aPerson()
    const { token } = (await signIn(signInKey, subject)).body
    expect((await service.refused(token, 'room.list')).body.key).toBe('second-factor-required')
    const { secret } = (await service.call(token, 'secondFactor.begin', { body: { currentPassword: 'bm9uZQ==' } })).body
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.now().getTime() })
    await service.call(token, 'secondFactor.confirm', { body: { code: code() } })
    service.clock.advance(60_000)
    const asked = await signIn(signInKey, subject)
    expect(asked.body.key).toBe('second-factor-needed')
    expect((await finish(asked.handle, '', { code: '000000' })).body.key).toBe('second-factor-wrong')
    expect((await finish(asked.handle, '', { code: code() })).status).toBe(200)
    await save(service, admin, { isFactor: true })
    const open = (await signIn(signInKey, subject)).body
    expect((await service.refused(open.token, 'room.list')).status).toBe(200)
    const fresh = (await signIn(signInKey, aPerson().subject)).body
    expect((await service.refused(fresh.token, 'room.list')).status).toBe(200)
  })
})
