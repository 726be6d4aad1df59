import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answers } from '#platform/messaging/testing-push.ts'
import { insertAlert } from '#testing/site.ts'
import { receiptWaitMs } from './notification.receipt-wait.ts'
import { startPeople, type TestPeople } from './testing.ts'

let people: TestPeople
beforeAll(async () => {
  // E-mails are written and stay queued: nothing sends them in this test.
  people = await startPeople({ SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'mimamori@home.example' })
})
afterAll(() => people.stop())

async function raise(camera: Parameters<typeof insertAlert>[1], severity: 'critical' | 'medium' = 'critical') {
  const alert = await insertAlert(people.service, camera, { activity: 'A005', severity })
  await people.work.idle()
  return alert
}
async function later(ms: number) {
  people.service.clock.advance(ms)
  await people.work.idle()
}
async function say(receipt: string, state: 'delivered' | 'shown') {
  await people.service.call(undefined, 'notification.receipt', { body: { token: receipt, state } })
}
async function reasons({ id }: { id: string }) {
  const rows = await people.service.sql`
    select channel, state, last_error from notification where alert_id = ${id} order by id`
  return rows.map(({ channel, state, last_error }) => `${channel} ${state} ${last_error}`)
}

describe('the wait for a receipt', () => {
  test('NAV-10 the wait is one minute for urgent messages, five for others, none for samples', () => {
    const raised = (severity: 'critical' | 'high' | 'medium' | 'low') => ({ cause: 'raised' as const, severity })
    expect((['critical', 'high', 'medium', 'low'] as const).map((each) => receiptWaitMs([raised(each)]))).toEqual(
      [1, 1, 5, 5].map((minutes) => minutes * MINUTE_MS),
    )
    expect(receiptWaitMs([{ cause: 'escalated', severity: 'low' }])).toBe(MINUTE_MS)
    expect(receiptWaitMs([{ cause: 'resent', severity: 'low' }])).toBe(MINUTE_MS)
    expect(receiptWaitMs([raised('low'), raised('high')])).toBe(MINUTE_MS)
    expect(receiptWaitMs([{ cause: 'sample', severity: null }])).toBeNull()
    expect(receiptWaitMs([])).toBeNull()
  })
})

describe('NAV-10 a push message that no browser confirms', () => {
  test('an unconfirmed push is followed by one e-mail after its wait, not before', async () => {
    const nurse = await people.person()
    const alert = await raise(await people.camera({ desktopUserIds: [nurse.id] }))
    await later(MINUTE_MS - 1)
    expect(await reasons(alert)).toEqual(['push sent null'])
    await later(1)
    expect(await reasons(alert)).toEqual(['push sent no-receipt', 'mail pending null'])
    await later(30 * MINUTE_MS)
    expect(await people.states(alert)).toEqual([
      `raised ${nurse.email} push sent`,
      `raised ${nurse.email} mail pending`,
    ])
    expect(nurse.browser.received).toHaveLength(1)
  })

  test('an unconfirmed push waits longer if it is not urgent', async () => {
    const nurse = await people.person()
    await people.service.call(nurse.token, 'notification.savePreferences', {
      body: { push: 'all', http: 'all', mail: 'all' },
    })
    const alert = await raise(await people.camera({ desktopUserIds: [nurse.id] }), 'medium')
    await later(5 * MINUTE_MS - 1)
    expect(await reasons(alert)).toEqual(['push sent null'])
    await later(1)
    expect(await reasons(alert)).toEqual(['push sent no-receipt', 'mail pending null'])
  })

  test('a push is not followed by an e-mail if one of several browsers confirmed it', async () => {
    const nurse = await people.person()
    await people.browserOf(nurse, 'second')
    const alert = await raise(await people.camera({ desktopUserIds: [nurse.id] }))
    await say(nurse.browser.received[0]!.message.receipt, 'delivered')
    await later(30 * MINUTE_MS)
    expect(await reasons(alert)).toEqual(['push delivered null'])
  })

  test('an unconfirmed push is not followed by an e-mail if its alert was answered meanwhile', async () => {
    const [nurse, colleague] = [await people.person(), await people.person()]
    const alert = await raise(await people.camera({ desktopUserIds: [nurse.id] }))
    await people.claim(colleague, alert)
    await later(30 * MINUTE_MS)
    expect(await reasons(alert)).toEqual(['push sent null'])
  })

  test('an unconfirmed push whose user gets the e-mail anyway causes no second e-mail', async () => {
    const nurse = await people.person()
    const alert = await raise(await people.camera({ userIds: [nurse.id] }))
    await later(30 * MINUTE_MS)
    expect((await people.states(alert)).sort()).toEqual([
      `raised ${nurse.email} mail pending`,
      `raised ${nurse.email} push sent`,
    ])
  })

  test('an unconfirmed push causes no e-mail for users who turned e-mail off for new alerts', async () => {
    const nurse = await people.person()
    await people.service.call(nurse.token, 'notification.savePreferences', {
      body: { push: 'all', http: 'all', mail: 'none' },
    })
    const alert = await raise(await people.camera({ desktopUserIds: [nurse.id] }))
    await later(30 * MINUTE_MS)
    expect(await reasons(alert)).toEqual(['push sent no-receipt'])
  })

  test('a push confirmed late is recorded as shown, although the e-mail was written', async () => {
    const nurse = await people.person()
    const alert = await raise(await people.camera({ desktopUserIds: [nurse.id] }))
    await later(MINUTE_MS)
    await say(nurse.browser.received[0]!.message.receipt, 'shown')
    expect(await reasons(alert)).toEqual(['push shown null', 'mail pending null'])
  })

  test('only one of two instances sends the e-mail for an unconfirmed push', async () => {
    const nurse = await people.person()
    const alert = await raise(await people.camera({ desktopUserIds: [nurse.id] }))
    const other = people.another()
    people.service.clock.advance(MINUTE_MS)
    await Promise.all([people.work.idle(), other.idle()])
    await other.stop()
    expect(await reasons(alert)).toEqual(['push sent no-receipt', 'mail pending null'])
  })

  test('the wait counts from the first browser reached, while another is still retried', async () => {
    const nurse = await people.person()
    const second = await people.browserOf(nurse, 'second')
    second.behave = answers(503)
    const alert = await raise(await people.camera({ desktopUserIds: [nurse.id] }))
    await later(MINUTE_MS)
    expect((await reasons(alert))[1]).toBe('mail pending null')
    second.behave = null
    await later(MINUTE_MS)
    expect(second.received.length).toBeGreaterThan(1)
    expect(await people.states(alert)).toEqual([
      `raised ${nurse.email} push sent`,
      `raised ${nurse.email} mail pending`,
    ])
  })
})

describe('SET-05 a message that cannot be made', () => {
  test('a message that cannot be built is retried for 15 minutes, then given up visibly', async () => {
    const [nurse, admin] = [await people.person(), await people.service.user({ role: 'ADMIN', tenant: people.site })]
    // This time zone does not exist, so neither push nor e-mail can format the time of the alert.
    await people.service.sql`update app_user set timezone = 'Mars/Olympus' where id = ${nurse.id}`
    const alert = await raise(await people.camera({ desktopUserIds: [nurse.id] }))
    expect(await reasons(alert)).toEqual(['push pending error'])
    for (let minute = 0; minute < 31; minute++) await later(MINUTE_MS)
    expect(await reasons(alert)).toEqual(['push failed error', 'mail failed error'])
    const waiting = await people.service.sql`
      select from notification where alert_id = ${alert.id} and next_at is not null`
    expect([waiting.length, nurse.browser.received.length]).toEqual([0, 0])
    const { body } = await people.service.call(admin.token, 'delivery.search', { body: { states: ['failed'] } })
    expect(body.records.filter(({ alertId }) => alertId === alert.id)).toHaveLength(2)
  })

  test('a message that cannot be built does not delay others', async () => {
    const [broken, nurse] = [await people.person(), await people.person()]
    await people.service.sql`update app_user set timezone = 'Mars/Olympus' where id = ${broken.id}`
    const alert = await raise(await people.camera({ desktopUserIds: [broken.id, nurse.id] }))
    expect((await people.states(alert)).sort()).toEqual(
      [`raised ${broken.email} push pending`, `raised ${nurse.email} push sent`].sort(),
    )
  })
})
