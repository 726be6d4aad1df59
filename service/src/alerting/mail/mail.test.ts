import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '#testing/service.ts'

let unsent: TestService
let sent: TestService
beforeAll(async () => {
  unsent = await startService()
  sent = await startService({ env: { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'm@home.example' } })
})
afterAll(async () => {
  await unsent.stop()
  await sent.stop()
})

/** Invites a user, so that their e-mail is the newest. */
async function invitedAt(service: TestService, isDemo = false) {
  const tenant = await service.tenant({ name: 'Sakura no Sato' })
  await service.sql`update tenant set is_demo = ${isDemo} where id = ${tenant.id}`
  const admin = await service.user({ role: 'ADMIN', tenant })
  const user = await service.user({ role: 'USER', tenant })
  await service.call(admin.token, 'invitation.send', { params: { id: user.id } })
  return user
}
async function newest(service: TestService, by: TestUser) {
  const { body } = await service.call(by.token, 'mail.search')
  return { page: body, detail: await service.call(by.token, 'mail.get', { params: { id: body.records[0]!.id } }) }
}

describe('the mailbox', () => {
  test('AUTH-14 the operator reads e-mails and their links if there is no mail server', async () => {
    const user = await invitedAt(unsent)
    const operator = await unsent.user({ role: 'SUPER_ADMIN' })
    const { page, detail } = await newest(unsent, operator)
    expect(page.isSent).toBe(false)
    expect(page.records[0]).toMatchObject({ recipient: user.email, state: 'stored', template: 'invitation' })
    expect(detail.body.text).toMatch(/http:\/\/127\.0\.0\.1:8080\/auth\/register-unprotected#[\w-]{43}/)
    const audit = await unsent.sql`select action from audit where object_id = ${detail.body.id}`
    expect(audit.map(({ action }) => action)).toEqual(['mail.read'])
  })

  test('S18 the text of a sent e-mail is hidden from everybody, except in the demo', async () => {
    const operator = await sent.user({ role: 'SUPER_ADMIN' })
    await invitedAt(sent)
    const first = await newest(sent, operator)
    expect([first.page.isSent, first.page.records[0]!.state, first.detail.body.text]).toEqual([true, 'pending', null])
    sent.clock.advance(1_000)
    await invitedAt(sent, true)
    const demo = await newest(sent, operator)
    expect([demo.page.records[0]!.state, demo.detail.body.text]).toEqual([
      'stored',
      expect.stringContaining('register'),
    ])
  })

  test('S18 e-mails written before a mail server was set up stay closed afterwards', async () => {
    const operator = await sent.user({ role: 'SUPER_ADMIN' })
    sent.clock.advance(1_000)
    await invitedAt(sent)
    await sent.sql`update mail_message set state = 'stored', next_at = null where state = 'pending'`
    expect((await newest(sent, operator)).detail.body.text).toBeNull()
  })

  test('AUTH-13 the mailbox is closed to the operator while connected to a site', async () => {
    const site = await unsent.tenant()
    const operator = await unsent.user({ role: 'SUPER_ADMIN' })
    const connected = await unsent.user({ role: 'SUPER_ADMIN', tenant: site })
    const { page } = await newest(unsent, operator)
    for (const answer of [
      await unsent.refused(connected.token, 'mail.search'),
      await unsent.refused(connected.token, 'mail.get', { params: { id: page.records[0]!.id } }),
    ]) {
      expect([answer.status, answer.body.key]).toEqual([403, 'not-while-connected'])
    }
  })

  test('the mailbox filters by recipient, subject and state, newest first', async () => {
    const operator = await unsent.user({ role: 'SUPER_ADMIN' })
    const user = await invitedAt(unsent)
    const search = async (body: { text?: string; states?: ('stored' | 'dead')[] }) =>
      (await unsent.call(operator.token, 'mail.search', { body })).body.records.map(({ recipient }) => recipient)
    expect(await search({ text: user.email.slice(0, 12).toUpperCase(), states: ['stored'] })).toContain(user.email)
    expect(await search({ text: '%' })).toEqual([])
    expect(await search({ states: ['dead'] })).toEqual([])
  })
})
