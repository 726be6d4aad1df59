import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitationTo, mailsTo } from '#testing/mail.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const PASSWORD = 'kawa no nagare 7'

let service: TestService
let admin: TestUser
let tenant: { id: string }
beforeAll(async () => {
  service = await startService()
  tenant = await service.tenant({ name: 'Sakura no Sato' })
  admin = await service.user({ role: 'ADMIN', tenant })
})
afterAll(() => service.stop())

let people = 0
/** A user without a password, invited by the administrator. */
async function invited(role: 'USER' | 'ADMIN' = 'USER') {
  const user = await service.user({ role, tenant, email: `invited-${people++}@home.example` })
  expect((await service.call(admin.token, 'invitation.send', { params: { id: user.id } })).status).toBe(200)
  return { ...user, invitation: await invitationTo(service, user.email) }
}
function accept(token: string, more: { password?: string; firstName?: string } = {}) {
  const { password = PASSWORD, firstName = '花子' } = more
  const body = {
    token,
    firstName,
    lastName: '佐藤',
    userPassword: base64(password),
    locale: 'ja',
    timezone: 'Asia/Tokyo',
  }
  return service.call(undefined, 'invitation.accept', { body: body as typeof body & { locale: 'ja' } })
}
const look = (token: string) => service.call(undefined, 'invitation.look', { body: { token } })

describe('an invitation', () => {
  test('AUTH-14 arrives by e-mail in the invited person’s language, with one-time link and sender', async () => {
    const user = await invited()
    const [mail] = await mailsTo(service, user.email)
    expect(mail!.subject).toBe('【Mimamori】Sakura no Satoへの招待')
    expect(mail!.text).toContain('Test ADMIN さんがSakura no Satoのアカウントを作成しました。')
    expect(user.invitation).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const stored = await service.sql`select * from invitation where user_id = ${user.id}`
    expect(JSON.stringify(stored)).not.toContain(user.invitation)
  })

  test('AUTH-14 without a mail server the inviting person gets the link, and it opens the account', async () => {
    const user = await service.user({ role: 'USER', tenant, email: 'unmailed@home.example' })
    const { body } = await service.call(admin.token, 'invitation.send', { params: { id: user.id } })
    const token = body.invitationLink!.split('#')[1]!
    expect((await look(token)).body).toMatchObject({ email: user.email })
    expect((await accept(token)).status).toBe(200)
    const [sent] =
      await service.sql`select details from audit where object_id = ${user.id} and action = 'invitation.send'`
    expect(sent!.details).toEqual({ isShown: true })
  })

  test('AUTH-14 with a mail server nobody but the invited person gets the link', async () => {
    const mailing = await startService({
      beside: service,
      env: { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'm@home.example' },
    })
    const user = await service.user({ role: 'USER', tenant, email: 'mailed@home.example' })
    const { body } = await mailing.call(admin.token, 'invitation.send', { params: { id: user.id } })
    expect(body.invitationLink).toBeNull()
    await mailing.stop()
  })

  test('AUTH-14 accepting an invitation sets name, password, locale and time zone, and signs in', async () => {
    const user = await invited()
    expect((await look(user.invitation)).body).toMatchObject({
      email: user.email,
      firstName: 'Test',
      siteName: 'Sakura no Sato',
      passwordMinLength: 10,
    })

    const { status, body } = await accept(user.invitation)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: user.id,
      displayName: '佐藤 花子',
      locale: 'ja',
      timezone: 'Asia/Tokyo',
      role: 'USER',
    })
    expect((await service.call(body.token, 'profile.patch', { body: {} })).status).toBe(200)
    const login = { userName: user.email, userPassword: base64(PASSWORD), deviceType: 'web' as const }
    expect((await service.call(undefined, 'session.login', { body: login })).status).toBe(200)
    const audit = await service.sql`select action from audit where actor_user_id = ${user.id} order by at, id`
    expect(audit.map(({ action }) => action)).toContain('invitation.accept')
  })

  test('AUTH-14 an invitation works once, even for two who accept it at the same moment', async () => {
    const user = await invited()
    const answers = await Promise.all([accept(user.invitation), accept(user.invitation), accept(user.invitation)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    expect((await look(user.invitation)).status).toBe(410)
  })

  test('AUTH-14 an invitation is valid for 72 hours', async () => {
    const [early, late] = [await invited(), await invited()]
    service.clock.advance(72 * HOUR_MS - 1)
    expect((await look(early.invitation)).status).toBe(200)
    service.clock.advance(1)
    expect([(await look(late.invitation)).status, (await accept(late.invitation)).status]).toEqual([410, 410])
  })

  test('AUTH-14 resending an invitation invalidates the previous one', async () => {
    const user = await invited()
    await service.call(admin.token, 'invitation.send', { params: { id: user.id } })
    const next = await invitationTo(service, user.email)
    expect(next).not.toBe(user.invitation)
    expect([(await look(user.invitation)).status, (await look(next)).status]).toEqual([410, 200])
  })

  test('AUTH-14 an invalid, truncated or closed invitation reveals nothing', async () => {
    const user = await invited()
    const closed = await invited()
    await service.sql`update app_user set disabled_at = now() where id = ${closed.id}`
    for (const token of [
      'made-up',
      user.invitation.slice(1),
      `${user.invitation}=`,
      closed.invitation,
      "' or true --",
    ]) {
      const answer = await service.refused(undefined, 'invitation.look', { body: { token } })
      expect([answer.status, answer.body.key]).toEqual([410, 'link-invalid'])
    }
  })

  test('USER-02 a rejected password leaves the invitation valid', async () => {
    const user = await invited()
    const error = async (password: string) => {
      const { body } = await accept(user.invitation, { password })
      return (body as unknown as { fields?: object }).fields
    }
    expect(await error('kawa 1234')).toEqual({ userPassword: 'user.password-too-short 10' })
    expect(await error('Qwertyuiop')).toEqual({ userPassword: 'user.password-leaked' })
    await service.sql`update tenant set password_min_length = 20 where id = ${tenant.id}`
    expect(await error(PASSWORD)).toEqual({ userPassword: 'user.password-too-short 20' })
    await service.sql`update tenant set password_min_length = 10 where id = ${tenant.id}`
    expect((await accept(user.invitation)).status).toBe(200)
  })
})

describe('the right to invite', () => {
  test('USER-03 nobody invites into a role above their own', async () => {
    const organisation = await service.tenant({ kind: 'organisation' })
    const above = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    await service.sql`update app_user set role = 'ADMIN' where id = ${above.id}`
    const same = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    const { status, body } = await service.refused(above.token, 'invitation.send', { params: { id: same.id } })
    expect([status, body.key]).toEqual([403, 'forbidden'])
  })

  test('AUTH-13 an invitation by the operator outside of a site is in the audit of the user’s site', async () => {
    const user = await service.user({ role: 'USER', tenant })
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    await service.call(operator.token, 'invitation.send', { params: { id: user.id } })
    const rows = await service.sql`select tenant_id as "tenantId", actor_user_id as "actorUserId" from audit
      where object_id = ${user.id} and action = 'invitation.send'`
    expect(rows).toEqual([{ tenantId: tenant.id, actorUserId: operator.id }])
  })

  test('AUTH-14 a user with a password is not invited', async () => {
    const user = await service.user({ role: 'USER', tenant, password: PASSWORD })
    const { status, body } = await service.refused(admin.token, 'invitation.send', { params: { id: user.id } })
    expect([status, body.key]).toEqual([409, 'already-registered'])
  })

  test('an organization invites for its sites, the operator for everybody', async () => {
    const organisation = await service.tenant({ kind: 'organisation' })
    const site = await service.tenant({ parent: organisation })
    const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    for (const { token } of [organiser, operator]) {
      const user = await service.user({ role: 'ADMIN', tenant: site })
      expect((await service.call(token, 'invitation.send', { params: { id: user.id } })).status).toBe(200)
      expect(await invitationTo(service, user.email)).toHaveLength(43)
    }
  })
})
