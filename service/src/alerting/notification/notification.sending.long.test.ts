import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { answers, type PushBehaviour } from '#platform/messaging/testing-push.ts'
import { insertAlert } from '#testing/site.ts'
import { claimMessages } from './message.queries.ts'
import { LEASE_MS } from './notification.work.ts'
import { startPeople, type TestPeople } from './testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

const insert = (camera: Parameters<typeof insertAlert>[1], draft: Parameters<typeof insertAlert>[2] = {}) =>
  insertAlert(people.service, camera, { activity: 'A005', severity: 'critical', ...draft })
async function raise(...of: Parameters<typeof insert>) {
  const alert = await insert(...of)
  await people.work.idle()
  return alert
}
async function later(ms: number) {
  people.service.clock.advance(ms)
  await people.work.idle()
}
const drops: PushBehaviour = (_response, socket) => void socket.destroy()
const hangs: PushBehaviour = () => {}

describe('NAV-10 a push message', () => {
  test('a push message uses the reader’s language and time zone, and links to the alert', async () => {
    const nurse = await people.person()
    await people.service.sql`update app_user set locale = 'en', timezone = 'Europe/Berlin' where id = ${nurse.id}`
    const alert = await raise(await people.camera({ userIds: [nurse.id] }))
    expect(nurse.browser.received.map(({ message }) => message)).toEqual([
      {
        tag: `raised:${alert.id}`,
        title: 'Fall · Room 203',
        body: '02:00',
        locale: 'en',
        path: `/app/alerts/detail/${alert.id}`,
        severity: 'critical',
        occurredAt: '2026-11-20T01:00:00.000Z',
        receipt: expect.stringMatching(/^[\w.-]+$/),
      },
    ])
    expect(nurse.browser.received[0]!.headers).toMatchObject({
      urgency: 'high',
      ttl: '3600',
      topic: expect.stringMatching(/^[\w-]{32}$/),
      authorization: expect.stringMatching(/^vapid t=/),
    })
    expect(await people.states(alert)).toEqual([`raised ${nurse.email} push sent`])
  })

  test('a push goes to every browser of the user, and retries only those it did not reach', async () => {
    const nurse = await people.person()
    const second = await people.browserOf(nurse, 'second')
    second.behave = answers(503)
    const alert = await raise(await people.camera({ desktopUserIds: [nurse.id] }))
    second.behave = null
    await later(1_000)
    expect([nurse.browser.received.length, second.received.length]).toEqual([1, 2])
    expect(await people.states(alert)).toEqual([`raised ${nurse.email} push sent`])
  })
})

describe('a push service that fails', () => {
  test.each([
    ['is busy', answers(429)],
    ['has an error', answers(500)],
    ['drops the connection', drops],
    ['never answers', hangs],
    ['answers without end', answers(201, {}, 'x'.repeat(200_000))],
  ])('and %s is tried again, and the message arrives', async (_what, behave) => {
    const nurse = await people.person()
    nurse.browser.behave = behave
    const alert = await raise(await people.camera({ userIds: [nurse.id] }))
    expect(await people.states(alert)).toEqual([`raised ${nurse.email} push pending`])
    nurse.browser.behave = null
    await later(1_000)
    expect(await people.states(alert)).toEqual([`raised ${nurse.email} push sent`])
    expect(nurse.browser.shown()).toHaveLength(1)
  })

  test('a failed push is retried after 1, 5, 15, 60 and every 60 s, and given up after 15 minutes', async () => {
    const nurse = await people.person()
    nurse.browser.behave = answers(500)
    const alert = await raise(await people.camera({ userIds: [nurse.id] }))
    const tries = () => nurse.browser.received.length
    const seen: number[] = [tries()]
    for (const seconds of [1, 4, 1, 14, 1, 59, 1]) {
      await later(seconds * 1000)
      seen.push(tries())
    }
    expect(seen).toEqual([1, 2, 2, 3, 3, 4, 4, 5])
    for (let minute = 0; minute < 15; minute++) await later(60_000)
    // There is no mail server here either.
    expect(await people.states(alert)).toEqual([
      `raised ${nurse.email} push failed`,
      `raised ${nurse.email} mail failed`,
    ])
    const admin = await people.service.user({ role: 'ADMIN', tenant: people.site })
    const { body } = await people.service.call(admin.token, 'delivery.search', { body: { states: ['failed'] } })
    const reasons = body.records.filter(({ alertId }) => alertId === alert.id).map((each) => each.lastError)
    expect(reasons.sort()).toEqual(['mail-off', 'server-error'])
  })

  test.each([404, 410])('a push service that answers %i removes the browser at once', async (status) => {
    const nurse = await people.person()
    nurse.browser.behave = answers(status)
    await raise(await people.camera({ desktopUserIds: [nurse.id] }))
    const rows = await people.service.sql`select from push_registration where user_id = ${nurse.id}`
    expect([rows.length, nurse.browser.received.length]).toEqual([0, 1])
  })

  test('S9 a redirect of a push service is not followed', async () => {
    const nurse = await people.person()
    const elsewhere = await people.person()
    const { endpoint } = JSON.parse(elsewhere.browser.subscription)
    nurse.browser.behave = answers(307, { location: endpoint })
    const alert = await raise(await people.camera({ desktopUserIds: [nurse.id] }))
    expect(elsewhere.browser.received).toEqual([])
    expect((await people.states(alert))[0]).toBe(`raised ${nurse.email} push failed`)
  })

  test('a push service that fails does not delay other recipients', async () => {
    const [slow, quick] = [await people.person(), await people.person()]
    slow.browser.behave = hangs
    await insert(await people.camera({ userIds: [slow.id] }))
    const second = await insert(await people.camera({ userIds: [quick.id] }))
    await people.work.idle()
    expect(await people.states(second)).toEqual([`raised ${quick.email} push sent`])
    await people.service.sql`update notification set next_at = null, state = 'failed', user_id = null,
      email = 'x@x.example', channel = 'mail' where user_id = ${slow.id}`
  })
})

describe('at least once', () => {
  test('R3 a message whose sender died is sent when the lease expires, not before', async () => {
    const nurse = await people.person()
    const alert = await insert(await people.camera({ userIds: [nurse.id] }))
    // No message exists until an instance expands the notice; then another one claims the message and dies.
    await people.work.stop()
    const dying = people.another()
    nurse.browser.behave = drops
    await dying.idle()
    await dying.stop()
    const now = people.service.clock.now()
    people.service.clock.advance(1_000)
    const leasedUntil = new Date(now.getTime() + LEASE_MS)
    const taken = await people.service.database.asPlatform('test', (db) =>
      claimMessages(db, { now: people.service.clock.now(), leasedUntil, most: 5, mostOfTenant: 5, inWork: new Map() }),
    )
    expect(taken).toHaveLength(1)
    nurse.browser.behave = null
    people.work = people.another()
    await people.work.idle()
    expect(nurse.browser.received).toHaveLength(1)
    await later(LEASE_MS)
    expect(nurse.browser.received).toHaveLength(2)
    expect(nurse.browser.shown()).toHaveLength(1)
    expect(await people.states(alert)).toEqual([`raised ${nurse.email} push sent`])
  })

  test('R3 with two instances each message is sent by only one', async () => {
    const nurses = [await people.person(), await people.person(), await people.person()]
    const other = people.another()
    const alerts = await Promise.all(
      Array.from({ length: 6 }, async () => insert(await people.camera({ userIds: nurses.map(({ id }) => id) }))),
    )
    await Promise.all([people.work.idle(), other.idle()])
    await Promise.all([people.work.idle(), other.idle()])
    await other.stop()
    expect(nurses.map(({ browser }) => browser.received.length)).toEqual([6, 6, 6])
    const states = await Promise.all(alerts.map((alert) => people.states(alert)))
    expect(states.flat().filter((state) => !state.endsWith('sent'))).toEqual([])
  })
})

describe('ALERT-06 an answer to an alert', () => {
  const answered = [
    ['seen', { hasRead: true }],
    ['archived', { archived: true }],
    ['judged', { verdict: 'real' }],
  ] as const
  test.each(answered)('an activity alert: %s cancels its waiting messages at once', async (_what, change) => {
    const [nurse, colleague] = [await people.person(), await people.person()]
    nurse.browser.behave = answers(500)
    const alert = await raise(await people.camera({ userIds: [nurse.id] }), { severity: 'medium' })
    await people.service.call(colleague.token, 'alert.patch', { params: { id: alert.id }, body: change })
    expect(await people.states(alert)).toEqual([`raised ${nurse.email} push cancelled`])
    nurse.browser.behave = null
    await later(60_000)
    expect(nurse.browser.received).toHaveLength(1)
  })

  test('ALARM-04 a claim withdraws the messages of an alarm; opening the alert does not', async () => {
    const [nurse, colleague] = [await people.person(), await people.person()]
    const annotator = await people.service.user({ role: 'ANNOTATOR', tenant: people.site })
    nurse.browser.behave = answers(500)
    const alert = await raise(await people.camera({ userIds: [nurse.id] }))
    const params = { id: alert.id }
    await people.service.call(colleague.token, 'alert.patch', { params, body: { hasRead: true } })
    await people.service.call(annotator.token, 'alert.patch', { params, body: { verdict: 'false-alarm' } })
    expect(await people.states(alert)).toEqual([`raised ${nurse.email} push pending`])
    await people.claim(colleague, alert)
    expect(await people.states(alert)).toEqual([`raised ${nurse.email} push cancelled`])
    nurse.browser.behave = null
    await later(60_000)
    expect(nurse.browser.received).toHaveLength(1)
  })

  test('an answer before the notice is expanded prevents every message', async () => {
    const nurse = await people.person()
    const alert = await insert(await people.camera({ userIds: [nurse.id] }))
    await people.claim(nurse, alert)
    await people.work.idle()
    expect([await people.states(alert), nurse.browser.received]).toEqual([[], []])
  })

  test('deleting the alert cancels its waiting messages', async () => {
    const [nurse, admin] = [await people.person(), await people.person({ role: 'ADMIN' })]
    nurse.browser.behave = answers(500)
    const alert = await raise(await people.camera({ userIds: [nurse.id] }))
    await people.service.call(admin.token, 'alert.remove', { params: { id: alert.id } })
    expect(await people.states(alert)).toEqual([`raised ${nurse.email} push cancelled`])
  })

  test('an alert more than a day old notifies nobody', async () => {
    const nurse = await people.person()
    const now = people.service.clock.now().getTime()
    const occurredAt = new Date(now - 25 * 60 * 60_000).toISOString()
    const createdAt = new Date(now).toISOString()
    const alert = await raise(await people.camera({ userIds: [nurse.id] }), { occurredAt, createdAt })
    expect(await people.states(alert)).toEqual([])
  })
})

describe('subscribers of one kind of device', () => {
  test('CAM-04 mobile subscribers are notified on phones, desktop ones on desktops, both on both', async () => {
    const nurse = await people.person()
    const phone = await people.browserOf(nurse, 'phone', 'mobile')
    const counts = () => [phone.received.length, nurse.browser.received.length]
    await raise(await people.camera({ mobileUserIds: [nurse.id] }))
    expect(counts()).toEqual([1, 0])
    await raise(await people.camera({ desktopUserIds: [nurse.id] }))
    expect(counts()).toEqual([1, 1])
    await raise(await people.camera({ mobileUserIds: [nurse.id], desktopUserIds: [nurse.id] }))
    expect(counts()).toEqual([2, 2])
  })
})

test('SCALE-01 other instances are woken if more messages wait than one can send at once', async () => {
  const call = vi.spyOn(people.service.platform.wakeSignals, 'sendToOthers')
  const few = await Promise.all(Array.from({ length: 3 }, () => people.person()))
  await raise(await people.camera({ userIds: few.map(({ id }) => id) }))
  expect(call).not.toHaveBeenCalled()
  const many = await Promise.all(Array.from({ length: 20 }, () => people.person()))
  const alert = await raise(await people.camera({ userIds: many.map(({ id }) => id) }))
  expect(call).toHaveBeenCalledWith('message')
  expect((await people.states(alert)).length).toBe(20)
  call.mockRestore()
})
