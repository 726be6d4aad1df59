/** Proving again who works in a session, ten minutes after the last time. */
import { endpoints } from '@mimamori/contract/endpoints.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Endpoint } from '@mimamori/contract/shared/endpoint.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '#testing/authenticator.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'

const PASSWORD = 'kind camellia 12'
const currentPassword = Buffer.from(PASSWORD).toString('base64')

let service: TestService
let organisation: TestTenant
let site: TestTenant
beforeAll(async () => {
  service = await startService()
  organisation = await service.tenant({ kind: 'organisation' })
  site = await service.tenant({ parent: organisation })
})
afterAll(() => service.stop())

let count = 0
const organiser = () =>
  service.user({ role: 'ORG_ADMIN', tenant: organisation, email: `proof-${++count}@x.example`, password: PASSWORD })

/** A deed that asks for it: 200, or the error. */
async function connect(by: TestUser) {
  const { status, body } = await service.refused(by.token, 'session.impersonate', { body: { tenantId: site.id } })
  return status === 200 ? 200 : body.key
}
const give = (token: string, body: object) => service.refused(token, 'proof.give', { body: body as never })

/** The time in which a proof is good is over. */
const wait = () => service.clock.advance(10 * MINUTE_MS + 1)

async function withApp() {
  const user = await organiser()
  const { secret } = (await service.call(user.token, 'secondFactor.begin', { body: { currentPassword } })).body
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = () => totp.generate({ timestamp: service.clock.now().getTime() })
  const { body } = await service.call(user.token, 'secondFactor.confirm', { body: { code: code() } })
  return { ...user, code, recoveryCodes: body.recoveryCodes }
}

describe('REACH-24 a proof again', () => {
  test('REACH-24 exports, keys and connecting to a site ask for it, and nothing that answers an alarm does', () => {
    const asking = Object.entries<Endpoint>(endpoints).filter(([, entry]) => entry.needsProof)
    expect(asking.map(([key]) => key).toSorted()).toEqual([
      'agent.rotateKey',
      'judgedClip.export',
      'oidc.save',
      'resident.export',
      'ringer.save',
      'serviceAccount.create',
      'session.impersonate',
      'tenant.export',
      'tenant.newKey',
      ...['webhook.create', 'webhook.patch', 'webhook.rotate'],
    ])
  })

  test('REACH-24 it is good for ten minutes, and the password gives it where nothing else is set up', async () => {
    const user = await organiser()
    service.clock.advance(10 * MINUTE_MS)
    expect(await connect(user)).toBe(200)
    service.clock.advance(1)
    expect(await connect(user)).toBe('proof-needed')
    expect((await service.call(user.token, 'proof.ways')).body).toEqual({
      ...{ code: false, passkey: false, provider: null },
    })
    const wrong = await give(user.token, { currentPassword: 'bm8=' })
    expect(wrong.body.fields).toEqual({ currentPassword: 'profile.current-password-wrong' })
    expect(await connect(user)).toBe('proof-needed')
    expect((await give(user.token, { currentPassword })).status).toBe(200)
    expect(await connect(user)).toBe(200)
    const rows = await service.sql`select action from audit where object_id = ${user.id} and action = 'session.prove'`
    expect(rows).toHaveLength(1)
  })

  test('with an app its code or a recovery code gives it, once, and the password does not', async () => {
    const user = await withApp()
    wait()
    expect((await give(user.token, { currentPassword })).body.fields).toEqual({ code: 'second-factor.code-wrong' })
    const code = user.code()
    expect((await give(user.token, { code })).status).toBe(200)
    expect(await connect(user)).toBe(200)
    wait()
    expect((await give(user.token, { code })).status).toBe(400)
    expect((await give(user.token, { code: user.recoveryCodes[0] })).status).toBe(200)
  })

  test('one’s own passkey gives it, another one does not', async () => {
    const [user, other] = [await organiser(), await organiser()]
    const authenticatorOf = async ({ token }: TestUser) => {
      const authenticator = createAuthenticator()
      const made = authenticator.make((await service.call(token, 'passkey.begin', { body: { currentPassword } })).body)
      await service.call(token, 'passkey.create', { body: { name: 'Phone', made } })
      return authenticator
    }
    const [own, theirs] = [await authenticatorOf(user), await authenticatorOf(other)]
    const challenge = async () => (await service.call(undefined, 'passkey.challenge')).body
    wait()
    expect((await give(user.token, { passkey: theirs.answer(await challenge()) })).body.key).toBe('passkey-refused')
    expect((await give(user.token, { currentPassword })).status).toBe(400)
    expect((await give(user.token, { passkey: own.answer(await challenge()) })).status).toBe(200)
    expect(await connect(user)).toBe(200)
  })

  test('it cannot be guessed: after ten tries one has to wait, also with the right code', async () => {
    const user = await withApp()
    wait()
    for (let i = 0; i < 10; i++) await give(user.token, { code: '000000' })
    expect((await give(user.token, { code: user.code() })).body.key).toBe('too-many-requests')
  })

  test('a connected site has the proof of the session that opened it, and gives it there as well', async () => {
    const user = await organiser()
    service.clock.advance(8 * MINUTE_MS)
    const connected = (await service.call(user.token, 'session.impersonate', { body: { tenantId: site.id } })).body
      .token
    const provenAt = async (token: string) => (await service.platform.sessions.authenticate(token)).actor.provenAt
    expect(await provenAt(connected)).toBe(await provenAt(user.token))
    await give(connected, { currentPassword })
    expect(await provenAt(user.token)).toBe(service.clock.now().toISOString())
  })
})
