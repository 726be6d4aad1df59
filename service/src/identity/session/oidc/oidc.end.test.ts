/** Signing out at the provider that opened a session, and proving by it who works there. REACH-24, REACH-45. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startHonest } from '#testing/servers/honest-provider.ts'
import { startService, TestClock, type TestService } from '#testing/service.ts'
import { organizationWith, save, startLiar } from './testing.ts'

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

async function begin(signInKey: string, more: object = {}) {
  return (await service.call(undefined, 'oidc.begin', { body: { signInKey, locale: 'en', ...more } })).body
}
async function finish(handle: string, answer: string): Promise<string> {
  const { body } = await service.call(undefined, 'oidc.finish', { body: { handle, answer, deviceType: 'web' } })
  return body.token
}
async function signIn(signInKey: string): Promise<string> {
  honest.people.set('aki', { email: `${signInKey}@x.example`, email_verified: true, groups: ['care'] })
  const { url, handle } = await begin(signInKey)
  return finish(handle, await honest.visit(url, 'aki'))
}
/** By a provider that says of the person what the test wants. */
async function signInAtLiar(signInKey: string, claims: object = {}): Promise<string> {
  const { url, handle } = await begin(signInKey)
  liar.email = `${signInKey}@x.example`
  liar.lie = { ...liar.lie, claims: { ...claims } }
  return finish(handle, answerOfLiar(url))
}
function answerOfLiar(url: string): string {
  const asked = new URL(url).searchParams
  liar.nonce = asked.get('nonce')!
  return `code=${crypto.randomUUID()}&state=${asked.get('state')}`
}
const actorOf = async (token: string) => (await service.platform.sessions.authenticate(token)).actor
const beginProof = async (token: string) =>
  (await service.call(token, 'oidc.beginProof', { body: { locale: 'en' } })).body
const finishProof = (token: string, handle: string, answer: string) =>
  service.call(token, 'oidc.finishProof', { body: { handle, answer } })
const refusedProof = (token: string, handle: string, answer: string) =>
  service.refused(token, 'oidc.finishProof', { body: { handle, answer } })
const logout = async (token: string) => (await service.call(token, 'session.logout')).body

describe('REACH-45 signing out', () => {
  test('REACH-45 names where the browser signs out at the provider, which accepts that', async () => {
    const { signInKey, org } = await organizationWith(service, honest.url)
    const token = await signIn(signInKey)
    const stored = await service.sql`select end_url from oidc_session`
    expect(JSON.stringify([...stored])).not.toContain('id_token_hint')
    const { provider } = await logout(token)
    const url = new URL(provider!.endUrl!)
    expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
      honest.url,
      `${service.platform.config.publicUrl}/auth/login`,
    ])
    const page = await fetch(url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form')])
    expect((await service.refused(token, 'device.list')).status).toBe(401)
    expect(JSON.stringify(await service.sql`select * from audit where tenant_id = ${org.id}`)).not.toContain('hint')
  })

  test('REACH-45 ends the session here also where its place at the provider cannot be opened', async () => {
    const { signInKey } = await organizationWith(service, honest.url)
    const token = await signIn(signInKey)
    await service.sql`update oidc_session set end_url = 'sealed with another key'`
    expect(await logout(token)).toEqual({ provider: { endUrl: null } })
    expect((await service.refused(token, 'device.list')).status).toBe(401)
  })

  test('REACH-45 names no place of a provider without a sign-out, and none of a sign-in by password', async () => {
    const { signInKey, admin } = await organizationWith(service, liar.url)
    expect(await logout(await signInAtLiar(signInKey))).toEqual({ provider: { endUrl: null } })
    expect(await logout(admin.token)).toEqual({ provider: null })
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'no address'])(
    'REACH-45 signs in without a place to sign out where the provider names %s',
    async (address) => {
      const { signInKey } = await organizationWith(service, liar.url)
      liar.lie = { discovery: { end_session_endpoint: address } }
      expect(await logout(await signInAtLiar(signInKey))).toEqual({ provider: { endUrl: null } })
    },
  )

  test('REACH-45 a fresh sign-in asks for the password although the provider knows the browser', async () => {
    const { signInKey } = await organizationWith(service, honest.url)
    const asked = async (more: object) => {
      const { searchParams } = new URL((await begin(signInKey, more)).url)
      return [searchParams.get('prompt'), searchParams.get('max_age')]
    }
    expect([await asked({}), await asked({ isFresh: true })]).toEqual([
      [null, null],
      ['login', '0'],
    ])
  })
})

describe('REACH-24 proving by the provider', () => {
  test('REACH-24 is the way where the organization requires it, and without a password', async () => {
    const { signInKey, admin, site } = await organizationWith(service, honest.url)
    const ways = async (token: string) => (await service.call(token, 'proof.ways')).body.provider
    const nurse = await service.user({ role: 'USER', tenant: site })
    await service.sql`update app_user set password_hash = 'x' where id = ${nurse.id}`
    expect([await ways(await signIn(signInKey)), await ways(nurse.token)]).toEqual([signInKey, null])
    await service.prove()
    await save(service, admin, { isForced: true })
    expect(await ways(nurse.token)).toBe(signInKey)
    const currentPassword = Buffer.from('mimamori-demo').toString('base64')
    const refused = await service.refused(nurse.token, 'proof.give', { body: { currentPassword } })
    expect(refused.body.key).toBe('oidc-again')
  })

  test('REACH-24 counts from when the password was entered there, not from the return', async () => {
    const { signInKey } = await organizationWith(service, liar.url)
    const provenAt = async (claims: object) =>
      (await service.platform.sessions.authenticate(await signInAtLiar(signInKey, claims))).actor.provenAt
    const nowMs = service.clock.now().getTime()
    const atSeconds = Math.floor(nowMs / 1_000) - 3_600
    expect(await provenAt({ auth_time: atSeconds })).toBe(new Date(atSeconds * 1_000).toISOString())
    expect(await provenAt({ auth_time: atSeconds + 9_999 })).toBe(service.clock.now().toISOString())
    expect(await provenAt({})).toBe(service.clock.now().toISOString())
  })

  test('REACH-24 renews the proof of the session that left for the provider, which stays the same', async () => {
    const { signInKey } = await organizationWith(service, liar.url)
    const token = await signInAtLiar(signInKey)
    const before = await actorOf(token)
    service.clock.advance(11 * 60_000)
    const { url, handle } = await beginProof(token)
    expect(new URL(url).searchParams.get('prompt')).toBe('login')
    await finishProof(token, handle, answerOfLiar(url))
    const after = await actorOf(token)
    expect([after.sessionId, after.provenAt]).toEqual([before.sessionId, service.clock.now().toISOString()])
    const [row] =
      await service.sql`select details from audit where action = 'session.prove' and object_id = ${after.userId}`
    expect(row!.details).toEqual({ by: 'provider' })
  })

  test('REACH-24 a person who cancels there stays signed in, and nothing is proven', async () => {
    const { signInKey } = await organizationWith(service, honest.url)
    const token = await signIn(signInKey)
    const before = await actorOf(token)
    const { url, handle } = await beginProof(token)
    const answer = `error=access_denied&state=${new URL(url).searchParams.get('state')}`
    expect((await refusedProof(token, handle, answer)).body.key).toBe('oidc-refused')
    expect(await actorOf(token)).toEqual(before)
  })

  test('REACH-24 another person who comes back takes over nothing and proves nothing', async () => {
    const { signInKey } = await organizationWith(service, honest.url)
    const token = await signIn(signInKey)
    const before = await actorOf(token)
    honest.people.set('rin', { email: `rin-${signInKey}@x.example`, email_verified: true, groups: ['care'] })
    const { url, handle } = await beginProof(token)
    const answer = await honest.visit(url, 'rin')
    expect((await refusedProof(token, handle, answer)).body.key).toBe('oidc-other-person')
    expect(await actorOf(token)).toEqual(before)
    expect((await service.sql`select from app_user where email = ${`rin-${signInKey}@x.example`}`).length).toBe(0)
  })

  test('REACH-24 a proof opens no session, a sign-in proves nothing, and each belongs to one session', async () => {
    const { signInKey } = await organizationWith(service, honest.url)
    const [token, other] = [await signIn(signInKey), await signIn(signInKey)]
    const left = async () => {
      const { url, handle } = await beginProof(token)
      return [handle, await honest.visit(url, 'aki')] as const
    }
    expect((await refusedProof(other, ...(await left()))).body.key).toBe('oidc-refused')
    const [handle, answer] = await left()
    const body = { handle, answer, deviceType: 'web' } as const
    expect((await service.refused(undefined, 'oidc.finish', { body })).body.key).toBe('oidc-refused')
    const begun = await begin(signInKey)
    const sent = await honest.visit(begun.url, 'aki')
    expect((await refusedProof(token, begun.handle, sent)).body.key).toBe('oidc-refused')
  })

  test('REACH-24 a person with an app proves by it where the provider does not count as a second step', async () => {
    const { signInKey } = await organizationWith(service, honest.url)
    const token = await signIn(signInKey)
    const { homeTenantId, userId } = await actorOf(token)
    await service.sql`insert into second_factor (tenant_id, user_id, secret, confirmed_at, created_at)
      values (${homeTenantId}, ${userId}, 'sealed', now(), now())`
    const refused = await service.refused(token, 'oidc.beginProof', { body: { locale: 'en' } })
    expect(refused.body.key).toBe('second-factor-needed')
  })

  test('REACH-24 a person whom no provider knows is asked to sign in anew', async () => {
    const { admin } = await organizationWith(service, honest.url)
    const refused = await service.refused(admin.token, 'oidc.beginProof', { body: { locale: 'en' } })
    expect(refused.body.key).toBe('oidc-again')
  })
})
