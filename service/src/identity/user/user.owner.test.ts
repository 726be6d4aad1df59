import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeTo, invitationTo, mailsTo } from '#testing/mail.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'

const OLD = 'kind camellia 12'
const NEW = 'a station of 2F'
const base64 = (text: string) => Buffer.from(text).toString('base64')

let service: TestService
let site: TestTenant
let admin: TestUser
beforeAll(async () => {
  service = await startService()
  site = await service.tenant()
  admin = await service.user({ role: 'ADMIN', tenant: site, password: 'the administrator' })
})
afterAll(() => service.stop())

const nurseOf = () => service.user({ role: 'USER', tenant: site, password: OLD })
const patch = (id: string, more: object) => service.call(admin.token, 'user.patch', { body: { id, ...more } })
const refusedPatch = async (id: string, more: object) =>
  (await service.refused(admin.token, 'user.patch', { body: { id, ...more } })).body
const signIn = async (userName: string, password: string) => {
  const body = { userName, userPassword: base64(password), deviceType: 'web' as const }
  return (await service.call(undefined, 'session.login', { body })).status
}
const sendCode = (id: string) => service.call(admin.token, 'user.sendReset', { params: { id } })
const choose = async (email: string, code: string, password: string) =>
  (await service.refused(undefined, 'reset.verify', { body: { email, code, userPassword: base64(password) } })).status
const isEnded = async (user: TestUser) =>
  (await service.refused(user.token, 'profile.patch', { body: {} })).body.key === 'session-ended'

describe('USER-03 an administrator cannot take over an account', () => {
  test('a personal account does not become shared together with a password', async () => {
    const nurse = await nurseOf()
    const { fields } = await refusedPatch(nurse.id, { type: 'SHARED', password: NEW })
    expect(fields).toEqual({ password: 'user.password-not-yours' })
    expect(await signIn(nurse.email, NEW)).toBe(401)
    expect(await signIn(nurse.email, OLD)).toBe(200)
  })

  test('an account made shared waits for its owner, and the code is sent to the owner alone', async () => {
    const nurse = await nurseOf()
    const { body } = await patch(nurse.id, { type: 'SHARED', email: `mine-${nurse.email}` })
    expect(body).toMatchObject({ type: 'SHARED', isOwnerAsked: true })
    expect(await isEnded(nurse)).toBe(true)
    const set = await refusedPatch(nurse.id, { password: NEW })
    expect(set.fields).toEqual({ password: 'user.password-owner-asked' })
    expect(await mailsTo(service, `mine-${nurse.email}`)).toEqual([])

    const code = await codeTo(service, nurse.email)
    expect(await choose(nurse.email, code, 'chosen by the owner')).toBe(200)
    expect((await patch(nurse.id, { password: NEW })).body.isOwnerAsked).toBe(false)
    expect(await signIn(`mine-${nurse.email}`, NEW)).toBe(200)
  })

  test('reverting to personal before the owner answered invites nobody at another address', async () => {
    const nurse = await nurseOf()
    await patch(nurse.id, { type: 'SHARED' })
    await patch(nurse.id, { type: 'REGULAR', email: `mine-${nurse.email}` })
    expect(await mailsTo(service, `mine-${nurse.email}`)).toEqual([])
    expect(await signIn(`mine-${nurse.email}`, OLD)).toBe(200)
  })

  test('a shared password opens no personal account: the owner is invited', async () => {
    const station = await service.user({ role: 'USER', tenant: site, type: 'SHARED', password: OLD })
    const { body } = await patch(station.id, { type: 'REGULAR' })
    expect(body).toMatchObject({ type: 'REGULAR', isInvitationPending: true })
    expect([await isEnded(station), await signIn(station.email, OLD)]).toEqual([true, 401])
    expect(await invitationTo(service, station.email)).not.toBe('')
  })

  test('nobody can change the type of their own account', async () => {
    expect((await refusedPatch(admin.id, { type: 'SHARED' })).key).toBe('not-yourself')
  })
})

test('USER-02 a password is not the own address, name or site, in every way to set one', async () => {
  const error = 'user.password-own-name'
  const nurse = await nurseOf()
  const station = await service.user({ role: 'USER', tenant: site, type: 'SHARED' })
  expect((await refusedPatch(station.id, { password: station.email })).fields).toEqual({ password: error })
  const own = { currentPassword: base64(OLD), newPassword: base64(nurse.email) }
  const changed = await service.refused(nurse.token, 'password.change', { body: own })
  expect(changed.body.fields).toEqual({ newPassword: error })
  await sendCode(nurse.id)
  const code = await codeTo(service, nurse.email)
  const body = { email: nurse.email, code, userPassword: base64(nurse.email) }
  const verified = await service.refused(undefined, 'reset.verify', { body })
  expect(verified.body.fields).toEqual({ userPassword: error })

  const email = 'haruka.mori@people.example'
  const person = { firstName: 'Haruka', lastName: 'Mori', locale: 'en', timezone: 'Asia/Tokyo' } as const
  const draft = { ...person, email, role: 'USER', dateFormat: 'yyyy/MM/dd HH:mm' } as const
  const created = await service.refused(admin.token, 'user.create', { body: { ...draft, password: 'Haruka Mori' } })
  expect(created.body.fields).toEqual({ password: error })
  await service.call(admin.token, 'user.create', { body: draft })
  const accept = { ...person, token: await invitationTo(service, email), userPassword: base64('haruka.mori') }
  const accepted = await service.refused(undefined, 'invitation.accept', { body: accept })
  expect(accepted.body.fields).toEqual({ userPassword: error })
})

describe('AUTH-15 an address that somebody else changed', () => {
  test('gets no code for a new password; the former one does, and is informed', async () => {
    const nurse = await nurseOf()
    const email = `mine-${nurse.email}`
    await patch(nurse.id, { email })
    expect((await mailsTo(service, nurse.email)).map(({ template }) => template)).toEqual(['address-changed'])
    await sendCode(nurse.id)
    expect(await mailsTo(service, email)).toEqual([])
    expect(await choose(nurse.email, await codeTo(service, nurse.email), 'chosen by the owner')).toBe(200)

    // Not even when it is changed twice, or after a new password.
    await patch(nurse.id, { email: `again-${email}` })
    await sendCode(nurse.id)
    expect([await codeTo(service, `again-${email}`), await codeTo(service, email)]).toEqual(['', ''])
  })

  test('gets the codes once the owner signed in with it', async () => {
    const nurse = await nurseOf()
    const email = `married-${nurse.email}`
    await patch(nurse.id, { email })
    expect(await signIn(email, OLD)).toBe(200)
    await sendCode(nurse.id)
    expect(await codeTo(service, email)).not.toBe('')
  })
})
