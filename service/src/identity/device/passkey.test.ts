/** Passkeys with an authenticator that the test plays: real keys, real signatures. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { relyingParty } from '#shared/factor/passkey.ts'
import { createAuthenticator, type TestAuthenticator } from '#testing/authenticator.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'

const PASSWORD = 'kind camellia 12'
const currentPassword = Buffer.from(PASSWORD).toString('base64')
const FIVE_MINUTES_MS = 5 * 60_000

let service: TestService
let site: TestTenant
beforeAll(async () => {
  service = await startService()
  site = await service.tenant()
})
afterAll(() => service.stop())

let count = 0
const person = (more: object = {}) =>
  service.user({ role: 'USER', tenant: site, email: `passkey-${++count}@x.example`, password: PASSWORD, ...more })

const begin = async (user: TestUser) =>
  (await service.call(user.token, 'passkey.begin', { body: { currentPassword } })).body

async function addTo(user: TestUser, authenticator = createAuthenticator(), name = 'Phone') {
  const made = authenticator.make(await begin(user))
  return (await service.call(user.token, 'passkey.create', { body: { name, made } })).body
}

/** Somebody with a passkey, and what has its key. */
async function personWithPasskey(more: object = {}) {
  const [user, authenticator] = [await person(more), createAuthenticator()]
  const { id: passkeyId } = await addTo(user, authenticator)
  return { ...user, authenticator, passkeyId }
}

const challenge = async () => (await service.call(undefined, 'passkey.challenge')).body
type Answer = ReturnType<TestAuthenticator['answer']>

async function enter(answer: Answer, ip = `10.81.${count++ % 250}.7`) {
  const body = { answer, deviceType: 'web' as const }
  const { status, body: said } = await service.refused(undefined, 'passkey.signIn', { body, ip })
  return [status, said.key ?? ''] as const
}

async function signIn(userName: string, more: { passkey?: Answer; code?: string } = {}) {
  const body = { userName, userPassword: currentPassword, deviceType: 'web' as const, ...more }
  const { status, body: said } = await service.refused(undefined, 'session.login', {
    body,
    ip: `10.82.${count++ % 250}.7`,
  })
  return [status, said.key ?? ''] as const
}

const REFUSED = [403, 'passkey-refused']

describe('REACH-21 one’s own passkeys', () => {
  test('REACH-21 they are added, listed, renamed and removed, with a row in the audit each', async () => {
    const user = await personWithPasskey()
    const list = async () => (await service.call(user.token, 'passkey.list')).body.records
    const createdAt = service.clock.now().toISOString()
    expect(await list()).toEqual([{ id: user.passkeyId, name: 'Phone', createdAt, lastUsedAt: null }])
    const params = { id: user.passkeyId }
    await service.call(user.token, 'passkey.rename', { params, body: { name: 'Work phone' } })
    expect((await list()).map(({ name }) => name)).toEqual(['Work phone'])
    await service.call(user.token, 'passkey.remove', { params })
    expect(await list()).toEqual([])
    const rows = await service.sql`
      select action from audit where object_id = ${user.id} and action like 'passkey.%' order by at, id`
    expect(rows.map(({ action }) => action)).toEqual(['passkey.create', 'passkey.rename', 'passkey.remove'])
  })

  test('one is added only by the present password, and only to somebody’s own account', async () => {
    const user = await person()
    const wrong = await service.refused(user.token, 'passkey.begin', { body: { currentPassword: 'bm8=' } })
    expect(wrong.body.fields).toEqual({ currentPassword: 'profile.current-password-wrong' })
    const station = await person({ type: 'SHARED' })
    const shared = await service.refused(station.token, 'passkey.begin', { body: { currentPassword } })
    expect(shared.body.key).toBe('forbidden')
  })

  test('what the browser made counts once, for whom it was made', async () => {
    const [user, other, authenticator] = [await person(), await person(), createAuthenticator()]
    const made = authenticator.make(await begin(user))
    const create = (by: TestUser) => service.refused(by.token, 'passkey.create', { body: { name: 'Phone', made } })
    expect((await create(other)).body.key).toBe('passkey-refused')
    expect((await create(user)).status).toBe(200)
    expect((await create(user)).body.key).toBe('passkey-refused')
    // The same authenticator for somebody else.
    const again = authenticator.make(await begin(other))
    const taken = await service.refused(other.token, 'passkey.create', { body: { name: 'Phone', made: again } })
    expect(taken.body.key).toBe('passkey-refused')
  })

  test.each([
    ['another page', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an authenticator that did not verify the person', { isVerified: false }],
  ])('a passkey made for %s is refused', async (_, lie) => {
    const user = await person()
    const made = createAuthenticator().make(await begin(user), lie)
    const answer = await service.refused(user.token, 'passkey.create', { body: { name: 'Phone', made } })
    expect([answer.status, answer.body.key]).toEqual(REFUSED)
  })
})

describe('REACH-21 signing in with a passkey alone', () => {
  test('REACH-21 it opens a session of its owner, and the list says when', async () => {
    const { authenticator, token, id } = await personWithPasskey()
    service.clock.advance(60_000)
    const body = { answer: authenticator.answer(await challenge()), deviceType: 'web' as const }
    const { body: user } = await service.call(undefined, 'passkey.signIn', { body })
    expect(user.id).toBe(id)
    expect((await service.call(user.token, 'passkey.list')).status).toBe(200)
    const { records } = (await service.call(token, 'passkey.list')).body
    expect(records[0]!.lastUsedAt).toBe(service.clock.now().toISOString())
  })

  test('an answer counts once: a replay is refused, and of two at once one opens', async () => {
    const { authenticator } = await personWithPasskey()
    const answer = authenticator.answer(await challenge())
    const both = await Promise.all([enter(answer), enter(answer)])
    expect(both.map(([status]) => status).toSorted()).toEqual([200, 403])
    expect(await enter(answer)).toEqual(REFUSED)
  })

  test('a challenge is good for five minutes, and one that nobody gave never is', async () => {
    const { authenticator } = await personWithPasskey()
    const given = await challenge()
    service.clock.advance(FIVE_MINUTES_MS)
    expect(await enter(authenticator.answer(given))).toEqual(REFUSED)
    const invented = { ...given, options: { ...given.options, challenge: 'AAAA' } }
    expect(await enter(authenticator.answer(invented))).toEqual(REFUSED)
    await challenge()
    const [left] = await service.sql<{ count: number }[]>`
      select count(*)::int as count from passkey_challenge where expires_at <= ${service.clock.now()}`
    expect(left!.count).toBe(0)
  })

  test('a challenge to add a passkey opens nothing', async () => {
    const user = await personWithPasskey()
    const { origin, options } = await begin(user)
    expect(await enter(user.authenticator.answer({ origin, options }))).toEqual(REFUSED)
  })

  test.each([
    ['that another page asked for', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without the person verified', { isVerified: false }],
    ['with the handle of somebody else', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['of a passkey that nobody has', { id: 'AAAA' }],
  ])('an answer %s is refused', async (_, lie) => {
    const { authenticator } = await personWithPasskey()
    expect(await enter(authenticator.answer(await challenge(), lie))).toEqual(REFUSED)
  })

  test('a counter that went back is refused; the audit says that the key may be copied', async () => {
    const { authenticator, id } = await personWithPasskey()
    expect((await enter(authenticator.answer(await challenge(), { counter: 7 })))[0]).toBe(200)
    for (const counter of [7, 3, 0])
      expect(await enter(authenticator.answer(await challenge(), { counter }))).toEqual(REFUSED)
    const [row] = await service.sql`
      select reason from audit where object_id = ${id} and outcome = 'refused' order by at desc, id desc limit 1`
    expect(row!.reason).toMatch(/went back/)
    expect((await enter(authenticator.answer(await challenge(), { counter: 8 })))[0]).toBe(200)
  })

  test('a passkey that counts nothing is used again and again', async () => {
    const [user, authenticator] = [await person(), createAuthenticator({ counts: false })]
    await addTo(user, authenticator)
    for (let i = 0; i < 2; i++) expect((await enter(authenticator.answer(await challenge())))[0]).toBe(200)
  })

  test('who is disabled, became a station or is outside of the networks does not get in', async () => {
    const { authenticator, id } = await personWithPasskey()
    await service.sql`update app_user set disabled_at = now() where id = ${id}`
    expect(await enter(authenticator.answer(await challenge()))).toEqual(REFUSED)
    await service.sql`update app_user set disabled_at = null, type = 'SHARED' where id = ${id}`
    expect(await enter(authenticator.answer(await challenge()))).toEqual(REFUSED)
    const elsewhere = await service.tenant()
    await service.sql`update tenant set allowed_ranges = '{192.0.2.0/24}' where id = ${elsewhere.id}`
    const bound = await person({ tenant: elsewhere })
    const other = createAuthenticator()
    await service.sql`update tenant set allowed_ranges = '{}' where id = ${elsewhere.id}`
    await addTo(bound, other)
    await service.sql`update tenant set allowed_ranges = '{192.0.2.0/24}' where id = ${elsewhere.id}`
    expect(await enter(other.answer(await challenge()))).toEqual([403, 'address-not-allowed'])
  })

  test('tries are counted: after ten wrong ones the account waits, the right one as well', async () => {
    const { authenticator } = await personWithPasskey()
    for (let i = 0; i < 10; i++) await enter(authenticator.answer(await challenge(), { isVerified: false }))
    expect(await enter(authenticator.answer(await challenge()))).toEqual([429, 'too-many-sign-ins'])
  })

  test('a lost device: an administrator removes its passkey, and the person gets an e-mail', async () => {
    const { authenticator, id, email } = await personWithPasskey()
    const admin = await service.user({ role: 'ADMIN', tenant: site })
    const params = { id }
    expect((await service.call(admin.token, 'user.get', { params })).body.hasSecondFactor).toBe(true)
    await service.call(admin.token, 'secondFactor.reset', { params })
    expect(await enter(authenticator.answer(await challenge()))).toEqual(REFUSED)
    const mails = await service.sql`select template from mail_message where recipient = ${email}`
    expect([...mails]).toEqual([{ template: 'second-factor-reset' }])
  })
})

describe('REACH-21 a passkey as the second step', () => {
  /** Who has an app, which the password alone does not replace. */
  async function withApp() {
    const user = await personWithPasskey()
    await service.call(user.token, 'secondFactor.begin', { body: { currentPassword } })
    await service.sql`update second_factor set confirmed_at = now() where user_id = ${user.id}`
    return user
  }

  test('it answers beside the password, in place of a code', async () => {
    const { email, authenticator } = await withApp()
    expect(await signIn(email)).toEqual([403, 'second-factor-needed'])
    expect((await signIn(email, { passkey: authenticator.answer(await challenge()) }))[0]).toBe(200)
  })

  test('somebody else’s does not, of the same site or of another', async () => {
    const { email } = await withApp()
    const stranger = await personWithPasskey({ tenant: await service.tenant() })
    for (const { authenticator } of [await personWithPasskey(), stranger]) {
      expect(await signIn(email, { passkey: authenticator.answer(await challenge()) })).toEqual(REFUSED)
    }
  })

  test('where nobody requires it a passkey leaves the password as it was', async () => {
    const { email } = await personWithPasskey()
    expect((await signIn(email))[0]).toBe(200)
  })
})

test('REACH-21 the relying party is a name with HTTPS, or this machine; anything else is refused in words', () => {
  const party = (publicUrl: string) => relyingParty({ publicUrl })
  expect(party('https://mimamori.example:8443')).toEqual({
    id: 'mimamori.example',
    origin: 'https://mimamori.example:8443',
  })
  for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
    expect(party(`http://${host}:8080`)).toEqual({ id: 'localhost', origin: 'http://localhost:8080' })
  }
  for (const address of ['http://mimamori.example', 'https://192.0.2.1', 'https://[2001:db8::1]']) {
    expect(() => party(address)).toThrow('Passkeys need a public address of Mimamori with a name and HTTPS.')
  }
})
