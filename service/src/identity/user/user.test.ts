import type { Role } from '@mimamori/contract/shared/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit } from '#testing/site.ts'

let service: TestService
let organisation: TestTenant
let site: TestTenant
let admin: Awaited<ReturnType<TestService['user']>>
beforeAll(async () => {
  service = await startService()
  organisation = await service.tenant({ kind: 'organisation' })
  site = await service.tenant({ parent: organisation, name: 'さくら苑' })
  admin = await service.user({ role: 'ADMIN', tenant: site, password: 'the administrator' })
})
afterAll(() => service.stop())

let count = 0
const draftOf = (role: Role, more: object = {}) => ({
  firstName: '美咲',
  lastName: '伊藤',
  email: `new-${++count}@people.example`,
  locale: 'ja' as const,
  timezone: 'Asia/Tokyo',
  role,
  dateFormat: 'yyyy/MM/dd HH:mm' as const,
  ...more,
})
const create = (token: string, role: Role, more: object = {}) =>
  service.call(token, 'user.create', { body: draftOf(role, more) })
const refusedCreate = (token: string, role: Role, more: object = {}) =>
  service.refused(token, 'user.create', { body: draftOf(role, more) })
const superAdmin = () => service.user({ role: 'SUPER_ADMIN' })
const auditOf = (id: string) => service.sql<{ action: string; details: object; tenant_id: string }[]>`
  select action, details, tenant_id from audit where object_id = ${id} order by id`

describe('a new user', () => {
  test('USER-01 USER-04 a new user has every field, is invited, and is found again', async () => {
    const unitId = await insertUnit(service, site, 'ユニット 1')
    const [shift] = await service.sql<{ id: string }[]>`insert into shift (tenant_id, name, start_minute, end_minute)
      values (${site.id}, '夜勤', 990, 570) returning id`
    const more = { mobileNo: '090-1234-5678', userName: 'misaki', unitIds: [unitId], shiftIds: [shift!.id] }

    const { status, body } = await create(admin.token, 'USER', more)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      displayName: '伊藤 美咲',
      tenantName: 'さくら苑',
      unitNames: ['ユニット 1'],
      shiftNames: ['夜勤'],
      type: 'REGULAR',
      isInvitationPending: true,
      isDisabled: false,
      isWebRegistered: false,
      isMobileRegistered: false,
      lastSignInAt: null,
      lockedUntil: null,
      ...more,
    })
    const { invitationLink, ...user } = body
    expect(invitationLink).toContain('/auth/register-unprotected#')
    expect((await service.call(admin.token, 'user.get', { params: { id: body.id } })).body).toEqual(user)
    const mail = await service.sql`select template, locale from mail_message where recipient = ${body.email}`
    expect([...mail]).toEqual([{ template: 'invitation', locale: 'ja' }])
    expect(await auditOf(body.id)).toMatchObject([
      { action: 'user.create', details: { name: '美咲 伊藤', role: 'USER' } },
    ])
  })

  test('USER-01 a new user may get a first password instead of an invitation, and signs in with it', async () => {
    const { body } = await create(admin.token, 'USER', { password: 'kind camellia 12' })
    const userPassword = Buffer.from('kind camellia 12').toString('base64')
    const login = { body: { userName: body.email, userPassword, deviceType: 'web' as const }, ip: '10.50.0.1' }
    expect(body.isInvitationPending).toBe(false)
    expect((await service.call(undefined, 'session.login', login)).status).toBe(200)
    const seen = await service.call(admin.token, 'user.get', { params: { id: body.id } })
    expect(seen.body.lastSignInAt).toBe(service.clock.now().toISOString())
  })

  test('NIGHT-02 a new account begins without unread alerts from before', async () => {
    const own = await service.tenant()
    const manager = await service.user({ role: 'ADMIN', tenant: own })
    const camera = await insertCamera(service, own)
    await insertAlert(service, camera)
    service.clock.advance(60_000)
    const { body } = await create(manager.token, 'USER', { password: 'kind camellia 12' })
    const userPassword = Buffer.from('kind camellia 12').toString('base64')
    const login = { body: { userName: body.email, userPassword, deviceType: 'web' as const }, ip: '10.50.0.2' }
    const { token } = (await service.call(undefined, 'session.login', login)).body as { token: string }
    const unread = async () =>
      (await service.call(token, 'alert.search', { query: {}, body: { hasRead: false } })).body.totalCount
    expect(await unread()).toBe(0)
    service.clock.advance(60_000)
    await insertAlert(service, camera)
    expect(await unread()).toBe(1)
  })

  test('USER-02 each missing required field has an error', async () => {
    const { status, body } = await service.refused(admin.token, 'user.create', {
      body: {
        ...draftOf('USER'),
        firstName: ' ',
        lastName: '',
        locale: '',
        timezone: '',
        role: '',
        dateFormat: '',
      } as never,
    })
    expect([status, body.fields]).toEqual([
      400,
      {
        firstName: 'user.first-name-required',
        lastName: 'user.last-name-required',
        locale: 'user.locale-required',
        timezone: 'user.timezone-required',
        role: 'user.role-required',
        dateFormat: 'user.date-format-required',
      },
    ])
  })

  test.each([
    ['12345', 'user.password-too-short 10'],
    ['short one', 'user.password-too-short 10'],
    ['1234567890', 'user.password-leaked'],
  ])('USER-02 the password %s is refused', async (password, error) => {
    expect((await refusedCreate(admin.token, 'USER', { password })).body.fields).toEqual({ password: error })
  })

  test('USER-01 an address is unique everywhere, and the error reveals nothing of the other site', async () => {
    const foreign = await service.user({ role: 'USER', email: 'Taken@elsewhere.example' })
    const rejection = { key: 'invalid-request', fields: { email: 'user.email-unusable' } }
    expect((await refusedCreate(admin.token, 'USER', { email: 'taken@ELSEWHERE.example' })).body).toMatchObject(
      rejection,
    )
    // Nobody can use another user's address as their user name.
    const named = await refusedCreate(admin.token, 'USER', { userName: 'taken@elsewhere.example' })
    expect(named.body.fields).toEqual({ userName: 'user.user-name-unusable' })
    expect(JSON.stringify(named.body)).not.toContain(foreign.tenantId)
  })

  test('USER-01 a unit or shift of another site cannot be assigned', async () => {
    const elsewhere = await insertUnit(service, await service.tenant({ parent: organisation }))
    const { body } = await refusedCreate(admin.token, 'USER', { unitIds: [elsewhere] })
    expect(body.fields).toEqual({ unitIds: 'user.unit-unknown' })
  })
})

describe('USER-03 where new users belong', () => {
  test('an organizer names the site; administrators of the own organization need no site', async () => {
    const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    expect((await refusedCreate(organiser.token, 'USER')).body.key).toBe('site-needed')
    expect((await create(organiser.token, 'ADMIN', { tenantId: site.id })).body.tenantId).toBe(site.id)
    expect((await create(organiser.token, 'ORG_ADMIN')).body.tenantId).toBe(organisation.id)
    const foreign = await service.tenant()
    expect((await refusedCreate(organiser.token, 'USER', { tenantId: foreign.id })).status).toBe(404)
  })

  test('the operator names any place, and its own users need none', async () => {
    const { token } = await superAdmin()
    expect((await refusedCreate(token, 'ADMIN')).body.key).toBe('site-needed')
    const first = await create(token, 'ADMIN', { tenantId: site.id })
    expect(first.body).toMatchObject({ tenantId: site.id, role: 'ADMIN' })
    // The site's own administrators see the actor in their audit.
    expect(await auditOf(first.body.id)).toMatchObject([{ action: 'user.create', tenant_id: site.id }])
    expect((await create(token, 'SUPER_ADMIN')).body.tenantName).toBe('Mimamori')
  })

  test.each([
    ['SUPER_ADMIN', () => site.id],
    ['ORG_ADMIN', () => site.id],
    ['ADMIN', () => organisation.id],
    ['USER', () => organisation.id],
  ] as const)('%s has no place there', async (role, at) => {
    const { body } = await refusedCreate((await superAdmin()).token, role, { tenantId: at() })
    expect(body.fields).toEqual({ role: 'user.role-not-here' })
  })

  test('AUTH-13 a connected operator creates users by invitation, and gives no password', async () => {
    const connected = await superAdmin()
    await service.sql`update session set acting_tenant_id = ${site.id} where id = ${connected.sessionId}`
    expect((await refusedCreate(connected.token, 'USER', { password: 'kind camellia 12' })).body.key).toBe(
      'not-while-connected',
    )
    expect((await create(connected.token, 'ADMIN')).body).toMatchObject({
      tenantId: site.id,
      isInvitationPending: true,
    })
  })
})

describe('USER-03 nobody gives a role above their own', () => {
  const HIGHER: readonly [Role, Role][] = [
    ['ADMIN', 'ORG_ADMIN'],
    ['ADMIN', 'SUPER_ADMIN'],
    ['ORG_ADMIN', 'SUPER_ADMIN'],
  ]
  test.each(HIGHER)('%s cannot create %s and cannot promote anybody to it', async (giver, given) => {
    const tenant = giver === 'ADMIN' ? site : organisation
    const { token } = await service.user({ role: giver, tenant })
    expect((await refusedCreate(token, given)).status).toBe(403)
    const nurse = await service.user({ role: 'USER', tenant: site })
    const promoted = await service.refused(token, 'user.patch', { body: { id: nurse.id, role: given } })
    expect([promoted.status, promoted.body.key]).toEqual([403, 'forbidden'])
  })

  test('nobody changes, disables, unlocks or deletes a user of higher rank', async () => {
    // A user of higher rank within reach: inserted directly, since roles have their places.
    const higher = await service.user({ role: 'ORG_ADMIN', tenant: site })
    const { id } = higher
    const tried = [
      service.refused(admin.token, 'user.patch', { body: { id, firstName: 'X' } }),
      service.refused(admin.token, 'user.switch', { body: { ids: [id], isDisabled: true } }),
      service.refused(admin.token, 'user.unlock', { params: { id } }),
      service.refused(admin.token, 'user.sendReset', { params: { id } }),
      service.refused(admin.token, 'user.remove', { params: { id } }),
      service.refused(admin.token, 'device.ofUser', { params: { id } }),
      service.refused(admin.token, 'device.signOutUser', { params: { id } }),
    ]
    expect((await Promise.all(tried)).map(({ status }) => status)).toEqual(tried.map(() => 403))
  })
})

describe('a change of a user', () => {
  test('USER-04 a change affects only the named fields, and applies at once', async () => {
    const unitId = await insertUnit(service, site)
    const nurse = await service.user({ role: 'USER', tenant: site, unitIds: [unitId], type: 'SHARED' })
    const { body } = await service.call(admin.token, 'user.patch', { body: { id: nurse.id, role: 'RESTRICTED_USER' } })
    expect(body).toMatchObject({
      role: 'RESTRICTED_USER',
      type: 'SHARED',
      unitIds: [unitId],
      firstName: 'Test',
      version: 2,
    })
    expect((await service.refused(nurse.token, 'recording.search', { body: {} })).body.key).toBe('forbidden')
    const [row] = await auditOf(nurse.id)
    expect(row!.details).toEqual({ name: 'Test USER', changed: ['role'], roleBefore: 'USER', role: 'RESTRICTED_USER' })
  })

  test('an outdated edit is a conflict', async () => {
    const { id } = await service.user({ role: 'USER', tenant: site })
    const rename = (firstName: string) =>
      service.refused(admin.token, 'user.patch', { body: { id, firstName, version: 1 } })
    expect((await rename('First')).status).toBe(200)
    expect((await rename('Second')).body.key).toBe('conflict')
  })

  test('a changed address sends a new invitation while the earlier one is unanswered', async () => {
    const { body } = await create(admin.token, 'USER')
    const email = `moved-${body.id}@people.example`
    await service.call(admin.token, 'user.patch', { body: { id: body.id, email } })
    const mail = await service.sql`select template from mail_message where recipient = ${email}`
    expect([...mail]).toEqual([{ template: 'invitation' }])
  })

  test('a user cannot change their own role, but can change their own name', async () => {
    const own = await service.refused(admin.token, 'user.patch', { body: { id: admin.id, role: 'USER' } })
    expect(own.body.key).toBe('not-yourself')
    expect((await service.call(admin.token, 'user.patch', { body: { id: admin.id, firstName: 'Me' } })).status).toBe(
      200,
    )
  })

  test('AUTH-15 a changed e-mail address invalidates the reset code sent to the former one', async () => {
    const nurse = await service.user({ role: 'USER', tenant: site, password: 'kind camellia 12' })
    const codes = () => service.sql`select 1 from reset_code where user_id = ${nurse.id}`
    await service.call(admin.token, 'user.sendReset', { params: { id: nurse.id } })
    await service.call(admin.token, 'user.patch', { body: { id: nurse.id, firstName: '葵' } })
    expect(await codes()).toHaveLength(1)
    await service.call(admin.token, 'user.patch', { body: { id: nurse.id, email: `moved-${nurse.email}` } })
    expect(await codes()).toHaveLength(0)
  })

  test('AUTH-13 an e-mail address cannot be changed from a connected site', async () => {
    const nurse = await service.user({ role: 'USER', tenant: site })
    const connected = await superAdmin()
    await service.sql`update session set acting_tenant_id = ${site.id} where id = ${connected.sessionId}`
    const body = { id: nurse.id, email: `other-${nurse.email}` }
    expect((await service.refused(connected.token, 'user.patch', { body })).body.key).toBe('not-while-connected')
    const same = { id: nurse.id, email: nurse.email, firstName: '葵' }
    expect((await service.call(connected.token, 'user.patch', { body: same })).body.firstName).toBe('葵')
    expect((await service.call(admin.token, 'user.patch', { body })).body.email).toBe(body.email)
  })

  test('AUTH-18 only passwords of shared sign-ins are set, with sign-out, never while connected', async () => {
    const station = await service.user({ role: 'USER', tenant: site, type: 'SHARED' })
    const nurse = await service.user({ role: 'USER', tenant: site })
    const password = 'a station of 2F'
    const own = await service.refused(admin.token, 'user.patch', { body: { id: nurse.id, password } })
    expect(own.body.fields).toEqual({ password: 'user.password-not-yours' })
    const connected = await superAdmin()
    await service.sql`update session set acting_tenant_id = ${site.id} where id = ${connected.sessionId}`
    const remote = await service.refused(connected.token, 'user.patch', { body: { id: station.id, password } })
    expect(remote.body.key).toBe('not-while-connected')
    expect((await service.call(admin.token, 'user.patch', { body: { id: station.id, password } })).status).toBe(200)
    expect((await service.refused(station.token, 'profile.patch', { body: {} })).body.key).toBe('session-ended')
  })
})

test('AUTH-15 an administrator sends a reset code to a user who forgot the password', async () => {
  const nurse = await service.user({ role: 'USER', tenant: site, password: 'once known by heart' })
  const sent = await service.call(admin.token, 'user.sendReset', { params: { id: nurse.id } })
  const mail = await service.sql`select template from mail_message where recipient = ${nurse.email}`
  expect([sent.body.isSent, [...mail]]).toEqual([true, [{ template: 'reset-code' }]])
  const station = await service.user({ role: 'USER', tenant: site, type: 'SHARED', password: 'a station of 2F' })
  expect((await service.call(admin.token, 'user.sendReset', { params: { id: station.id } })).body.isSent).toBe(false)
})
