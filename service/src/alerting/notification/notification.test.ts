import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answers } from '#platform/messaging/testing-push.ts'
import { insertAlert, insertUnit } from '#testing/site.ts'
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
const call = (...of: Parameters<TestPeople['service']['call']>) => people.service.call(...of)

/** Inserts the notice as an escalation does. */
async function escalate(alert: { id: string }, recipients: readonly string[], name = 'Night') {
  const { sql, clock } = people.service
  const [rule] = await sql`
    insert into escalation (tenant_id, name, threshold_minutes) values (${people.site.id}, ${name}, 5) returning id`
  for (const user of recipients) {
    await sql`insert into escalation_user (tenant_id, escalation_id, user_id) values (${people.site.id}, ${rule!.id}, ${user})`
  }
  await sql`
    insert into notice (tenant_id, cause, alert_id, escalation_id, created_at)
    values (${people.site.id}, 'escalated', ${alert.id}, ${rule!.id}, ${clock.now().toISOString()})`
  await people.work.idle()
}

describe('the recipients', () => {
  test('CAM-04 recipients are the subscribers of the camera and of the app, of its unit and site only', async () => {
    const { service } = people
    const unit = await insertUnit(service, people.site)
    const other = await insertUnit(service, people.site)
    const bound = await people.person({ unitIds: [unit] })
    const byApp = await people.person()
    const elsewhere = await people.person({ unitIds: [other] })
    const stranger = await people.person({ tenant: await service.tenant() })
    const gone = await people.person()
    await service.sql`update app_user set disabled_at = now() where id = ${gone.id}`
    const camera = await people.camera(
      { unitIds: [unit], userIds: [elsewhere.id, stranger.id, gone.id] },
      { unitId: unit },
    )
    await service.sql`
      insert into camera_app (tenant_id, camera_id, app_code, state, settings)
      values (${people.site.id}, ${camera.id}, 'A005', 'ENABLED',
        ${service.sql.json({ subscribers: { desktopUserIds: [byApp.id] } })})`
    const alert = await raise(camera)
    expect((await people.states(alert)).sort()).toEqual(
      [`raised ${bound.email} push sent`, `raised ${byApp.email} push sent`].sort(),
    )
    for (const { browser } of [elsewhere, stranger, gone]) expect(browser.received).toEqual([])
  })

  test('CAM-15 recipients for a hub that went dark are the subscribers of its cameras in that unit', async () => {
    const { service } = people
    const [mine, theirs] = [await people.person(), await people.person()]
    const unit = await insertUnit(service, people.site)
    const camera = await people.camera({ userIds: [mine.id] }, { unitId: unit })
    await people.camera({ userIds: [theirs.id] })
    const [hub] = await service.sql`select agent_id as id from camera where id = ${camera.id}`
    const now = service.clock.now().toISOString()
    await service.sql`
      insert into alert (tenant_id, id, agent_id, agent_name, unit_id, activity, severity, occurred_at, created_at,
        dark_cameras)
      values (${people.site.id}, uuidv7(), ${hub!.id}, 'Hub 1', ${unit}, 'hub-offline', 'high', ${now}, ${now}, 1)`
    await people.work.idle()
    expect([mine, theirs].map(({ browser }) => browser.received.length)).toEqual([1, 0])
    expect(mine.browser.received[0]!.message.title).toBe('ハブのオフライン · Hub 1')
  })

  test('recipients exclude a user who was bound to another unit before the message was sent', async () => {
    const nurse = await people.person()
    nurse.browser.behave = answers(500)
    const alert = await raise(await people.camera({ userIds: [nurse.id] }))
    const unit = await insertUnit(people.service, people.site)
    await people.service.sql`insert into user_unit values (${people.site.id}, ${nurse.id}, ${unit})`
    nurse.browser.behave = null
    await later(1_000)
    expect([await people.states(alert), nurse.browser.received.length]).toEqual([
      [`raised ${nurse.email} push failed`],
      1,
    ])
  })

  test('preferences are saved, and suppress raised alerts', async () => {
    const nurse = await people.person()
    const preferences = { push: 'urgent', http: 'all', mail: 'none' } as const
    await call(nurse.token, 'notification.savePreferences', { body: preferences })
    const none = { push: null, http: null, mail: null }
    expect((await call(nurse.token, 'notification.preferences')).body).toEqual({ ...preferences, quietHours: none })
    const camera = await people.camera({ userIds: [nurse.id] })
    await raise(camera, { severity: 'medium', activity: 'A004' })
    await raise(camera, { severity: 'high', activity: 'A006' })
    expect(nurse.browser.received.map(({ message }) => message.severity)).toEqual(['high'])
  })
})

test('REACH-04 quiet hours hold back new alerts, not escalations, and not from somebody on duty', async () => {
  const { sql, clock } = people.service
  const nurse = await people.person()
  const [hour = 0] = clock.now().toLocaleTimeString('en-GB', { timeZone: 'Asia/Tokyo' }).split(':').map(Number)
  const aroundNow = { fromMinute: ((hour + 23) % 24) * 60, toMinute: ((hour + 2) % 24) * 60 }
  const reaches = { push: 'all', http: 'all', mail: 'none' } as const
  const quietHours = { push: aroundNow }
  await call(nurse.token, 'notification.savePreferences', { body: { ...reaches, quietHours } })
  const camera = () => people.camera({ userIds: [nurse.id] })
  const heard = () => nurse.browser.received.map(({ message }) => message.tag.split(':')[0])
  const alert = await raise(await camera())
  expect(heard()).toEqual([])
  await escalate(alert, [nurse.id], 'While it is quiet')
  expect(heard()).toEqual(['escalated'])

  const [shift] = await sql`insert into shift (tenant_id, name, start_minute, end_minute)
    values (${people.site.id}, 'Quiet', ${aroundNow.fromMinute}, ${aroundNow.toMinute}) returning id`
  await sql`insert into user_shift (tenant_id, user_id, shift_id) values (${people.site.id}, ${nurse.id}, ${shift!.id})`
  await raise(await camera())
  expect(heard()).toHaveLength(2)
})

test('REACH-04 quiet hours that begin and end at the same minute are refused', async () => {
  const nurse = await people.person()
  const quietHours = { mail: { fromMinute: 60, toMinute: 60 } }
  const body = { push: 'all', http: 'all', mail: 'all', quietHours }
  expect((await call(nurse.token, 'notification.savePreferences', { body: body as never })).status).toBe(400)
})

describe('SET-05 an escalation', () => {
  test('an escalation ignores preferences, and is in the timeline', async () => {
    const nurse = await people.person()
    await call(nurse.token, 'notification.savePreferences', { body: { push: 'none', http: 'all', mail: 'none' } })
    const alert = await raise(await people.camera({}, { location: 'Room 203' }))
    await escalate(alert, [nurse.id], 'Nights on the second floor')
    expect(nurse.browser.received[0]!.message).toMatchObject({
      tag: `escalated:${alert.id}`,
      title: '対応なし：転倒 · Room 203',
    })
    const { body } = await call(nurse.token, 'alert.get', { params: { id: alert.id } })
    const steps = (body as { steps: { kind: string; escalationName: string | null; notified: object | null }[] }).steps
    expect(steps.find(({ kind }) => kind === 'escalated')?.escalationName).toBe('Nights on the second floor')
    expect(steps.find(({ kind }) => kind === 'notified')?.notified).toEqual({
      recipient: 'Test USER',
      channel: 'push',
      state: 'sent',
    })
  })

  test('SET-05 rules that fall due one after the other within minutes send one message to a person', async () => {
    const nurse = await people.person()
    const alert = await raise(await people.camera({}))
    for (const rule of ['Night', 'Floor', 'Everybody']) await escalate(alert, [nurse.id], rule)
    expect(nurse.browser.received.map(({ message }) => message.tag)).toEqual([`escalated:${alert.id}`])
  })

  test('SET-05 rules that fall due together try a channel that fails once; the next one tries again', async () => {
    const nurse = await people.service.user({ role: 'USER', tenant: people.site })
    const alert = await raise(await people.camera({}))
    const failed = `escalated ${nurse.email} mail failed`
    for (const rule of ['Stairs', 'Garden', 'Office']) await escalate(alert, [nurse.id], rule)
    expect(await people.states(alert)).toEqual([failed])
    people.service.clock.advance(60_000)
    // A round that began on the way would take the rule by its own, earlier time.
    await people.work.idle()
    await escalate(alert, [nurse.id], 'Late')
    expect(await people.states(alert)).toEqual([failed, failed])
  })

  test('an escalation without remaining recipients notifies the site’s administrators', async () => {
    const admin = await people.person({ role: 'ADMIN' })
    const alert = await raise(await people.camera({}))
    await escalate(alert, [], 'Nobody left')
    expect(admin.browser.received.map(({ message }) => message.tag)).toContain(`escalated:${alert.id}`)
    await people.service.sql`update app_user set disabled_at = now() where id = ${admin.id}`
  })
})

describe('ALERT-04 sending again', () => {
  test('resending notifies everybody, names the sender, and is limited to three a minute', async () => {
    const [nurse, colleague] = [await people.person(), await people.person()]
    const alert = await raise(await people.camera({ userIds: [nurse.id] }))
    const resend = () => call(colleague.token, 'alert.resend', { params: { id: alert.id } })
    const statuses = [await resend(), await resend(), await resend(), await resend()].map(({ status }) => status)
    await people.work.idle()
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(nurse.browser.received.map(({ message }) => message.tag)).toEqual([
      `raised:${alert.id}`,
      ...Array(3).fill(`resent:${alert.id}`),
    ])
    const { body } = await call(nurse.token, 'alert.get', { params: { id: alert.id } })
    const steps = (body as { steps: { kind: string; userName: string | null }[] }).steps
    expect(steps.filter(({ kind }) => kind === 'resent')).toHaveLength(3)
    const audit = await people.service.sql`select from audit where action = 'alert.resend' and object_id = ${alert.id}`
    expect(audit).toHaveLength(3)
  })

  test('a sample is sent only to its requester, at most five times an hour', async () => {
    const nurse = await people.person()
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await call(nurse.token, 'alert.sendSample')).status)
    await people.work.idle()
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(nurse.browser.received).toHaveLength(5)
    expect(nurse.browser.received[0]!.message).toMatchObject({
      tag: expect.stringMatching(/^sample:/),
      title: 'テスト通知',
      path: '/app/profile',
    })
  })
})

describe('a burst', () => {
  test('a burst notifies at once, then with a count that replaces the first message on the screen', async () => {
    const nurse = await people.person()
    await people.service.sql`update app_user set locale = 'en' where id = ${nurse.id}`
    const camera = await people.camera({ userIds: [nurse.id] })
    const first = await raise(camera, { severity: 'low' })
    for (let i = 0; i < 4; i++) await raise(camera, { severity: 'low' })
    expect(nurse.browser.received).toHaveLength(1)
    await later(60_000)
    expect(nurse.browser.received).toHaveLength(2)
    const [shown] = nurse.browser.shown()
    expect(nurse.browser.shown()).toHaveLength(1)
    expect([shown!.tag, shown!.body]).toEqual([`raised:${first.id}`, expect.stringMatching(/ · 3 more$/)])
  })

  test('a burst sends a more urgent alert at once', async () => {
    const nurse = await people.person()
    const camera = await people.camera({ userIds: [nurse.id] })
    for (const severity of ['medium', 'medium', 'critical'] as const) await raise(camera, { severity })
    expect(nurse.browser.received.map(({ message }) => message.severity)).toEqual(['medium', 'critical'])
  })

  test('NIGHT-01 a claim of the room meanwhile leaves no second message of a burst', async () => {
    const nurse = await people.person()
    const camera = await people.camera({ userIds: [nurse.id] })
    const alerts = [await raise(camera), await raise(camera), await raise(camera)]
    await people.claim(nurse, alerts[1]!)
    await later(60_000)
    expect(nurse.browser.received.map(({ message }) => message.withdraws ?? false)).toEqual([false, true])
  })
})

describe('NAV-10 receipts', () => {
  test('receipts only move a message forward, and forged ones are ignored', async () => {
    const nurse = await people.person()
    const alert = await raise(await people.camera({ userIds: [nurse.id] }))
    const { receipt } = nurse.browser.received[0]!.message
    const tell = async (state: 'delivered' | 'shown' | 'opened', token = receipt) => {
      const { status } = await call(undefined, 'notification.receipt', { body: { token, state } })
      return [status, (await people.states(alert))[0]!.split(' ')[3]]
    }
    expect(await tell('opened', `${receipt.slice(0, -1)}${receipt.endsWith('A') ? 'B' : 'A'}x`)).toEqual([410, 'sent'])
    expect(await tell('shown')).toEqual([200, 'shown'])
    expect(await tell('delivered')).toEqual([200, 'shown'])
    expect(await tell('opened')).toEqual([200, 'opened'])
  })
})

describe('NAV-05 the popup', () => {
  test('the bell lists alerts of the scope and own messages, newest first, page by page', async () => {
    const unit = await insertUnit(people.service, people.site)
    const nurse = await people.person({ unitIds: [unit] })
    const camera = await people.camera({}, { unitId: unit })
    await raise(await people.camera({}))
    const first = await raise(camera)
    await later(1_000)
    const second = await raise(camera)
    await later(1_000)
    await escalate(first, [nurse.id], 'Popup')
    await later(1_000)
    await call(nurse.token, 'alert.sendSample')
    await people.work.idle()
    type Page = {
      records: { cause: string; alertId: string | null; unansweredMinutes: number | null }[]
      next: string | null
    }
    const page = async (before?: string) =>
      (await call(nurse.token, 'notification.search', { body: { pageSize: 3, ...(before && { before }) } }))
        .body as Page
    const newest = await page()
    const older = await page(newest.next!)
    const listed = [...newest.records, ...older.records].map(({ cause, alertId }) => [cause, alertId])
    expect(listed).toEqual([
      ['sample', null],
      ['escalated', first.id],
      ['raised', second.id],
      ['raised', first.id],
    ])
    expect([older.next, newest.records[1]!.unansweredMinutes]).toEqual([null, 5])
    expect((await people.service.refused(nurse.token, 'notification.search', { body: { before: 'x' } })).status).toBe(
      400,
    )
  })

  test('open consoles receive an event for a message to one user alone', async () => {
    const nurse = await people.person()
    const alert = await raise(await people.camera({}))
    const heard: object[] = []
    const off = people.service.platform.bus.subscribe([people.site.id], (event) => heard.push(event))
    await escalate(alert, [nurse.id], 'Heard')
    off()
    expect(heard).toEqual([
      expect.objectContaining({ type: 'notified', cause: 'escalated', alertId: alert.id, forUserId: nurse.id }),
      { type: 'alert-changed', alertIds: [alert.id], unitId: null },
    ])
  })
})

test('S18 the log contains no address and no subscription', () => {
  const log = people.service.logLines.join('\n')
  expect(log).not.toMatch(/@test\.example|\/send\/|p256dh/)
})
