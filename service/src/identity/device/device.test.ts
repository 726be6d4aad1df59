import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'

const PASSWORD = 'kind camellia 12'
/** A subscription as a browser creates it. */
function browser(endpoint = 'https://push.example/send/1') {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  return { subscription: JSON.stringify({ endpoint, expirationTime: null, keys }) }
}
const base64 = (text: string) => Buffer.from(text).toString('base64')

let service: TestService
let site: TestTenant
let admin: Awaited<ReturnType<TestService['user']>>
beforeAll(async () => {
  service = await startService()
  site = await service.tenant()
  admin = await service.user({ role: 'ADMIN', tenant: site })
})
afterAll(() => service.stop())

let networks = 0
async function signIn(userName: string, password = PASSWORD) {
  const body = { userName, userPassword: base64(password), deviceType: 'web' as const }
  const answer = await service.call(undefined, 'session.login', { body, ip: `10.70.${networks++}.7` })
  return { status: answer.status, token: answer.body.token }
}
const devicesOf = async (token: string) => (await service.call(token, 'device.list')).body.devices
const isSignedIn = async (token: string) => (await service.call(token, 'profile.patch', { body: {} })).status === 200
let people = 0
/** A user who is signed in on this many devices. */
async function personWith(devices: number, more: object = {}) {
  const email = `device-${++people}@x.example`
  const user = await service.user({ role: 'USER', tenant: site, email, password: PASSWORD, ...more })
  await service.sql`delete from session where id = ${user.sessionId}`
  const tokens: string[] = []
  for (let i = 0; i < devices; i++) {
    service.clock.advance(1_000)
    tokens.push((await signIn(email)).token)
  }
  return { ...user, tokens }
}

describe('AUTH-18 a user’s own devices', () => {
  test('own devices are listed, last used first, the current one marked', async () => {
    const { tokens } = await personWith(2)
    const devices = await devicesOf(tokens[0]!)
    expect(devices.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
    expect(devices[0]).toMatchObject({
      address: expect.stringMatching(/^10\.70\.\d+\.7$/),
      browser: null,
      firstSeenAt: service.clock.now().toISOString(),
      lastSeenAt: service.clock.now().toISOString(),
    })
  })

  test('own devices are signed out one by one, or all others together, with immediate effect', async () => {
    const { tokens } = await personWith(4)
    const [first] = await devicesOf(tokens[0]!)
    const one = await service.call(tokens[0]!, 'device.signOut', { body: { deviceIds: [first!.id] } })
    expect([one.body.signedOut, await isSignedIn(tokens[3]!)]).toEqual([1, false])

    const rest = await service.call(tokens[0]!, 'device.signOut', { body: {} })
    expect(rest.body.signedOut).toBe(2)
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual([true, false, false, false])
  })

  test('a device of another user cannot be signed out by its id', async () => {
    const [mine, theirs] = [await personWith(1), await personWith(1)]
    const [device] = await devicesOf(theirs.tokens[0]!)
    const tried = await service.call(mine.tokens[0]!, 'device.signOut', { body: { deviceIds: [device!.id] } })
    expect([tried.body.signedOut, await isSignedIn(theirs.tokens[0]!)]).toEqual([0, true])
  })

  test('signing out a device ends the sites connected from it', async () => {
    const organisation = await service.tenant({ kind: 'organisation' })
    const below = await service.tenant({ parent: organisation })
    const organiser = await personWith(2, { role: 'ORG_ADMIN', tenant: organisation })
    const reason = 'A walk through the house'
    const connected = await service.call(organiser.tokens[1]!, 'session.impersonate', {
      body: { tenantId: below.id, reason },
    })
    expect(await devicesOf(organiser.tokens[0]!)).toHaveLength(2)
    expect((await devicesOf(connected.body.token)).filter(({ isCurrent }) => isCurrent)).toHaveLength(1)

    await service.call(organiser.tokens[0]!, 'device.signOut', { body: {} })
    expect(await isSignedIn(connected.body.token)).toBe(false)
  })

  test('devices of a shared sign-in cannot see or end each other’s sessions', async () => {
    const { tokens } = await personWith(3, { type: 'SHARED' })
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual([true, true, true])
    expect(await devicesOf(tokens[0]!)).toHaveLength(1)
    expect((await service.refused(tokens[0]!, 'device.signOut', { body: {} })).body.key).toBe('forbidden')
  })
})

describe('AUTH-18 the devices of a user', () => {
  test('an administrator lists and signs out devices of a user, and that is audited', async () => {
    const nurse = await personWith(2)
    const { body } = await service.call(admin.token, 'device.ofUser', { params: { id: nurse.id } })
    expect(body.devices).toHaveLength(2)

    const deviceIds = [body.devices[0]!.id]
    await service.call(admin.token, 'device.signOutUser', { params: { id: nurse.id }, body: { deviceIds } })
    expect(await Promise.all(nurse.tokens.map(isSignedIn))).toEqual([true, false])
    const all = await service.call(admin.token, 'device.signOutUser', { params: { id: nurse.id }, body: {} })
    expect(all.body.signedOut).toBe(1)
    const [row] =
      await service.sql`select details from audit where object_id = ${nurse.id} and action = 'device.sign-out'`
    expect(row!.details).toEqual({ name: 'Test USER', sessions: deviceIds })
  })

  test('AUTH-13 the operator’s sign-out of a device is in the audit of the user’s site', async () => {
    const nurse = await personWith(1)
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    await service.call(operator.token, 'device.signOutUser', { params: { id: nurse.id }, body: {} })
    const rows = await service.sql`select u.tenant_id = a.tenant_id as "isAtSite", a.actor_user_id as "actorUserId"
      from audit a join app_user u on u.id = a.object_id where u.id = ${nurse.id} and a.action = 'device.sign-out'`
    expect(rows).toEqual([{ isAtSite: true, actorUserId: operator.id }])
  })
})

describe('AUTH-18 a user’s own password', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    service.refused(token, 'password.change', {
      body: { currentPassword: base64(currentPassword), newPassword: base64(newPassword) },
    })

  test('AUTH-08 a changed password signs out every other device, and an e-mail reports it', async () => {
    const { email, tokens } = await personWith(3)
    const { status } = await change(tokens[1]!, PASSWORD, 'a new camellia')

    expect(status).toBe(200)
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual([false, true, false])
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'a new camellia')).status).toBe(200)
    const mail = await service.sql`select template from mail_message where recipient = ${email}`
    expect([...mail]).toEqual([{ template: 'password-changed' }])
  })

  test('a wrong current password changes nothing, and does not sign out', async () => {
    const { tokens } = await personWith(1)
    const { status, body } = await change(tokens[0]!, 'not it', 'a new camellia')
    expect([status, body.fields]).toEqual([400, { currentPassword: 'profile.current-password-wrong' }])
    expect(await isSignedIn(tokens[0]!)).toBe(true)
  })

  test('USER-02 a new password must be long enough and not known from leaks', async () => {
    const { tokens } = await personWith(1)
    expect((await change(tokens[0]!, PASSWORD, 'short')).body.fields).toEqual({
      newPassword: 'user.password-too-short 10',
    })
    expect((await change(tokens[0]!, PASSWORD, '1234567890')).body.fields).toEqual({
      newPassword: 'user.password-leaked',
    })
  })

  test('the current password cannot be guessed: after ten tries the user must wait', async () => {
    const { tokens } = await personWith(1)
    for (let i = 0; i < 10; i++) expect((await change(tokens[0]!, 'not it', 'a new camellia')).status).toBe(400)
    expect((await change(tokens[0]!, PASSWORD, 'a new camellia')).body.key).toBe('too-many-requests')
  })

  test('the password of a shared sign-in cannot be changed by its users', async () => {
    const { tokens } = await personWith(1, { type: 'SHARED' })
    expect((await change(tokens[0]!, PASSWORD, 'a new camellia')).body.key).toBe('forbidden')
  })

  test('AUTH-13 the own password cannot be changed from a connected site', async () => {
    const operator = await service.user({ role: 'SUPER_ADMIN', password: PASSWORD })
    await service.sql`update session set acting_tenant_id = ${site.id} where id = ${operator.sessionId}`
    expect((await change(operator.token, PASSWORD, 'a new camellia')).body.key).toBe('not-while-connected')
  })
})

describe('AUTH-17 push registrations', () => {
  const { subscription } = browser()
  const register = (token: string, fireBaseId: string, imeiNumber = 'browser-1', kind: 'mobile' | 'web' = 'web') =>
    service.call(token, 'device.register', {
      body: { imeiNumber, fireBaseId, deviceType: 'WEB', kind },
    })
  const registrationsOf = async (user: { id: string }) => {
    const rows = await service.sql`select subscription from push_registration where user_id = ${user.id} order by id`
    return rows.map((row) => row.subscription)
  }

  test('USER-01 a browser’s registration is stored once per device, and is listed', async () => {
    const nurse = await service.user({ role: 'USER', tenant: site })
    const later = browser().subscription
    await register(nurse.token, subscription)
    expect([(await register(nurse.token, later)).status, await registrationsOf(nurse)]).toEqual([200, [later]])
    const seen = await service.call(admin.token, 'user.get', { params: { id: nurse.id } })
    expect([seen.body.isWebRegistered, seen.body.isMobileRegistered]).toEqual([true, false])
  })

  test('USER-01 a phone is registered as mobile, and a changed kind replaces the earlier one', async () => {
    const nurse = await service.user({ role: 'USER', tenant: site })
    const registered = async () => {
      const { body } = await service.call(admin.token, 'user.get', { params: { id: nurse.id } })
      return [body.isMobileRegistered, body.isWebRegistered]
    }
    await register(nurse.token, subscription, 'one')
    expect(await registered()).toEqual([false, true])
    await register(nurse.token, subscription, 'one', 'mobile')
    expect(await registered()).toEqual([true, false])
    await service.call(nurse.token, 'device.unregister', { body: { imeiNumber: 'one' } })
    expect(await registered()).toEqual([false, false])
  })

  test('USER-01 a messaging token is stored, said to be undeliverable, and counts as no device', async () => {
    const nurse = await service.user({ role: 'USER', tenant: site })
    const token = `eHk7:${'APA91b_-'.repeat(18)}`
    const { status, body } = await register(nurse.token, token)
    expect([status, body, await registrationsOf(nurse)]).toEqual([200, { isDeliverable: false }, [token]])
    const seen = () => service.call(admin.token, 'user.get', { params: { id: nurse.id } })
    expect((await seen()).body.isWebRegistered).toBe(false)
    expect((await register(nurse.token, subscription)).body).toEqual({ isDeliverable: true })
    expect([await registrationsOf(nurse), (await seen()).body.isWebRegistered]).toEqual([[subscription], true])
  })

  test('a browser on which another user signs in no longer notifies the previous user', async () => {
    const [before, after] = [await personWith(1), await personWith(1)]
    await register(before.tokens[0]!, subscription)
    await register(after.tokens[0]!, subscription)
    expect([await registrationsOf(before), await registrationsOf(after)]).toEqual([[], [subscription]])
  })

  test('push registrations are deleted on the browser’s request, and when it is signed out', async () => {
    const { tokens, ...nurse } = await personWith(2)
    const [own, lost] = [browser().subscription, browser().subscription]
    await register(tokens[0]!, own, 'own')
    await register(tokens[1]!, lost, 'lost')
    await service.call(tokens[0]!, 'device.signOut', { body: {} })
    expect(await registrationsOf(nurse)).toEqual([own])
    await service.call(tokens[0]!, 'device.unregister', { body: { imeiNumber: 'own' } })
    expect(await registrationsOf(nurse)).toEqual([])
  })

  test.each([
    ['no JSON', 'token'],
    ['no subscription', '{"a":1}'],
    ['not encrypted', browser('http://push.example/1').subscription],
    ['in the own network', browser('https://10.0.0.7/1').subscription],
    ['this machine by name', browser('https://localhost/1').subscription],
    ['where clouds keep their secrets', browser('https://169.254.169.254/1').subscription],
    ['a private name', browser('https://router.local/1').subscription],
    ['an invalid key', subscription.replace(/"p256dh":"[^"]+"/, `"p256dh":"${'A'.repeat(87)}"`)],
  ])('S9 are refused when the address or the key is not a push service’s: %s', async (_what, fireBaseId) => {
    const nurse = await service.user({ role: 'USER', tenant: site })
    const answer = await register(nurse.token, fireBaseId)
    expect([answer.status, await registrationsOf(nurse)]).toEqual([400, []])
  })

  test('the public push key stays the same, and its private key is sealed', async () => {
    const nurse = await service.user({ role: 'USER', tenant: site })
    const keys = await Promise.all([1, 2].map(async () => (await service.call(nurse.token, 'device.pushKey')).body))
    expect(keys[0]).toEqual(keys[1])
    expect(Buffer.from(keys[0]!.publicKey, 'base64url')).toHaveLength(65)
    const [row] = await service.sql`select value from installation where key = 'push-keys'`
    expect(Object.keys(row!.value).sort()).toEqual(['publicKey', 'sealedKey'])
    expect(row!.value.sealedKey).toMatch(/^v1\./)
  })
})
