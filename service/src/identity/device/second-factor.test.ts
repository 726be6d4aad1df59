/** Two-step sign-in with an authenticator that the test plays. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRecoveryCodes, recoveryHash, stepOf } from '#shared/factor/second-factor.ts'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'

const PASSWORD = 'kind camellia 12'
const currentPassword = Buffer.from(PASSWORD).toString('base64')
const STEP_MS = 30_000

let service: TestService
let site: TestTenant
beforeAll(async () => {
  service = await startService()
  site = await service.tenant()
})
afterAll(() => service.stop())

const codeAt = (secret: string, at = service.clock.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

let networks = 0
async function signIn(userName: string, code?: string) {
  const body = { userName, userPassword: currentPassword, deviceType: 'web' as const, code }
  const answer = await service.refused(undefined, 'session.login', { body, ip: `10.80.${networks++}.7` })
  return [answer.status, answer.body.key] as const
}

let people = 0
const person = (more: object = {}) =>
  service.user({ role: 'USER', tenant: site, email: `factor-${++people}@x.example`, password: PASSWORD, ...more })

/** Somebody whose sign-in asks for a code. The clock stands where no code was used. */
async function personWithFactor() {
  const user = await person()
  const { secret } = (await service.call(user.token, 'secondFactor.begin', { body: { currentPassword } })).body
  const confirmed = await service.call(user.token, 'secondFactor.confirm', { body: { code: codeAt(secret) } })
  service.clock.advance(STEP_MS)
  return { ...user, secret, recoveryCodes: confirmed.body.recoveryCodes }
}

describe('REACH-20 two-step sign-in', () => {
  test('REACH-20 it counts once a code was confirmed, and then a password alone opens nothing', async () => {
    const user = await person()
    const begun = await service.call(user.token, 'secondFactor.begin', { body: { currentPassword } })
    expect(begun.body.address).toContain(`secret=${begun.body.secret}`)
    expect(begun.body.address).toContain('issuer=Mimamori')
    expect((await signIn(user.email))[0]).toBe(200)

    const code = codeAt(begun.body.secret)
    const { body } = await service.call(user.token, 'secondFactor.confirm', { body: { code } })
    expect(new Set(body.recoveryCodes).size).toBe(10)
    expect((await service.call(user.token, 'secondFactor.get')).body).toEqual({
      onSince: service.clock.now().toISOString(),
      recoveryLeft: 10,
      dueAt: null,
    })
    expect(await signIn(user.email)).toEqual([403, 'second-factor-needed'])
    service.clock.advance(STEP_MS)
    expect(await signIn(user.email, '000000')).toEqual([403, 'second-factor-wrong'])
    expect((await signIn(user.email, codeAt(begun.body.secret)))[0]).toBe(200)
  })

  test('other devices are signed out when it is switched on', async () => {
    const user = await person()
    const body = { userName: user.email, userPassword: currentPassword, deviceType: 'web' as const }
    const other = (await service.call(undefined, 'session.login', { body })).body.token
    const { secret } = (await service.call(user.token, 'secondFactor.begin', { body: { currentPassword } })).body
    await service.call(user.token, 'secondFactor.confirm', { body: { code: codeAt(secret) } })
    expect((await service.refused(other, 'secondFactor.get')).status).toBe(401)
    expect((await service.call(user.token, 'secondFactor.get')).status).toBe(200)
  })

  test('a code counts once, of two tries at once one, and neither does an older one', async () => {
    const { email, secret } = await personWithFactor()
    const code = codeAt(secret)
    const answers = await Promise.all([signIn(email, code), signIn(email, code)])
    expect(answers.map(([status]) => status).sort()).toEqual([200, 403])
    expect(await signIn(email, code)).toEqual([403, 'second-factor-wrong'])
    const before = new Date(service.clock.now().getTime() - STEP_MS)
    expect(await signIn(email, codeAt(secret, before))).toEqual([403, 'second-factor-wrong'])
  })

  test.each([
    [-30, 200],
    [30, 200],
    [-61, 403],
    [61, 403],
  ])('a phone whose clock is off by %d s gets %d', async (seconds, status) => {
    const { email, secret } = await personWithFactor()
    service.clock.advance(STEP_MS - (service.clock.now().getTime() % STEP_MS))
    service.clock.advance(2 * STEP_MS)
    expect((await signIn(email, codeAt(secret, new Date(service.clock.now().getTime() + seconds * 1000))))[0]).toBe(
      status,
    )
  })

  test('a recovery code opens once, in whatever case it is typed; new ones replace the old ones', async () => {
    const { email, token, secret, recoveryCodes } = await personWithFactor()
    expect((await signIn(email, ` ${recoveryCodes[0]!.toUpperCase()} `))[0]).toBe(200)
    expect(await signIn(email, recoveryCodes[0])).toEqual([403, 'second-factor-wrong'])
    expect((await service.call(token, 'secondFactor.get')).body.recoveryLeft).toBe(9)
    const renewed = await service.call(token, 'secondFactor.renew', { body: { code: codeAt(secret) } })
    expect(await signIn(email, recoveryCodes[1])).toEqual([403, 'second-factor-wrong'])
    expect((await signIn(email, renewed.body.recoveryCodes[1]))[0]).toBe(200)
  })

  test('codes cannot be guessed: after ten tries the account waits, the right code as well', async () => {
    const { email, secret } = await personWithFactor()
    for (let i = 0; i < 10; i++) await signIn(email, '000000')
    expect(await signIn(email, codeAt(secret))).toEqual([429, 'too-many-sign-ins'])
  })

  test('a right code beside a wrong password opens nothing and uses up nothing', async () => {
    const { email, secret } = await personWithFactor()
    const userPassword = Buffer.from('not it').toString('base64')
    const body = { userName: email, userPassword, deviceType: 'web' as const, code: codeAt(secret) }
    expect((await service.refused(undefined, 'session.login', { body })).body.key).toBe('invalid-credentials')
    expect((await signIn(email, codeAt(secret)))[0]).toBe(200)
  })
})

describe('REACH-20 switching it off', () => {
  test('its owner needs a code', async () => {
    const { email, token, secret } = await personWithFactor()
    const wrong = await service.refused(token, 'secondFactor.remove', { body: { code: '000000' } })
    expect([wrong.status, wrong.body.fields]).toEqual([400, { code: 'second-factor.code-wrong' }])
    await service.call(token, 'secondFactor.remove', { body: { code: codeAt(secret) } })
    expect((await signIn(email))[0]).toBe(200)
  })

  test('an administrator does it for a lost device; the person gets an e-mail, the audit a row', async () => {
    const { id, email } = await personWithFactor()
    const admin = await service.user({ role: 'ADMIN', tenant: site })
    expect((await service.call(admin.token, 'user.get', { params: { id } })).body.hasSecondFactor).toBe(true)
    for (let i = 0; i < 2; i++) await service.call(admin.token, 'secondFactor.reset', { params: { id } })
    expect((await signIn(email))[0]).toBe(200)
    const mails = await service.sql`select template from mail_message where recipient = ${email}`
    expect([...mails]).toEqual([{ template: 'second-factor-reset' }])
    const audited = await service.sql`
      select action from audit where object_id = ${id} and action like 'second-factor.%' order by at, id`
    expect(audited.map(({ action }) => action)).toEqual(['second-factor.confirm', 'second-factor.reset'])
  })

  test('a shared station has none, and its secret is stored sealed', async () => {
    const station = await person({ type: 'SHARED' })
    const answer = await service.refused(station.token, 'secondFactor.begin', { body: { currentPassword } })
    expect(answer.body.key).toBe('forbidden')
    const { id, secret } = await personWithFactor()
    const [row] = await service.sql<{ secret: string }[]>`select secret from second_factor where user_id = ${id}`
    expect(row!.secret).not.toContain(secret)
  })

  test('an account that became a station signs in with its password alone', async () => {
    const { id, email } = await personWithFactor()
    await service.sql`update app_user set type = 'SHARED' where id = ${id}`
    expect((await signIn(email))[0]).toBe(200)
  })

  test('a second beginning replaces a secret that was not confirmed, and never one that was', async () => {
    const user = await person()
    const begin = () => service.refused(user.token, 'secondFactor.begin', { body: { currentPassword } })
    const first = (await begin()).body as unknown as { secret: string }
    const second = (await begin()).body as unknown as { secret: string }
    const confirm = (secret: string) =>
      service.refused(user.token, 'secondFactor.confirm', { body: { code: codeAt(secret) } })
    expect((await confirm(first.secret)).status).toBe(400)
    expect((await confirm(second.secret)).status).toBe(200)
    expect((await begin()).body.key).toBe('conflict')
  })
})

test('codes of RFC 6238 are read, with a blank as apps show them, and no other text', () => {
  // Appendix B, SHA-1, the last six of eight digits.
  const secret = Secret.fromUTF8('12345678901234567890').base32
  expect(stepOf(secret, '287 082', new Date(59_000))).toBe(1)
  expect(stepOf(secret, '081804', new Date(1_111_111_109_000))).toBe(37_037_036)
  for (const text of ['', '28708', '2870820', 'abcdef']) expect(stepOf(secret, text, new Date(59_000))).toBeNull()
})

test('recovery codes have no characters that look alike, and marks do not count', () => {
  const [code] = newRecoveryCodes()
  expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
  expect(recoveryHash(code!.replace('-', ' ').toUpperCase())).toEqual(recoveryHash(code!))
})
