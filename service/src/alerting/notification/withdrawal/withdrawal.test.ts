import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answers, type TestBrowser } from '#platform/messaging/testing-push.ts'
import { drain } from '#platform/work/jobs.ts'
import { insertAlert } from '#testing/site.ts'
import { forgetWithdrawals } from '../notification.jobs.ts'
import { startPeople, type TestPeople } from '../testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

type Raised = { nurse: Awaited<ReturnType<TestPeople['person']>>; alarm: { id: string } }

/** A fall whose message is on the nurse's browser. */
async function raise(more: { userIds?: string[] } = {}): Promise<Raised> {
  const nurse = await people.person()
  const camera = await people.camera({ userIds: [nurse.id, ...(more.userIds ?? [])] })
  const alarm = await insertAlert(people.service, camera, { activity: 'A005', severity: 'critical' })
  await people.work.idle()
  return { nurse, alarm }
}

/** What each received message does: shows or withdraws, with its cause. */
const acts = ({ received }: TestBrowser) =>
  received.map(({ message: { tag, withdraws } }) => `${withdraws ? 'withdraws' : 'shows'} ${tag.split(':')[0]}`)

const answer = (user: { token: string }, { id }: { id: string }, action: 'resolve' | 'give-back' | 'claim') =>
  people.service.call(user.token, 'alarm.answer', {
    params: { id },
    body: { requestId: randomUUID(), action, ...(action === 'resolve' && { outcome: 'already-there' }) } as never,
  })

describe('ALARM-04 the message of an alarm', () => {
  test('a claim silently withdraws the message from each device that has it', async () => {
    const other = await people.person()
    const { nurse, alarm } = await raise({ userIds: [other.id] })
    const phone = await people.browserOf(nurse, 'phone', 'mobile')
    await people.claim(nurse, alarm)
    await people.work.idle()
    expect(acts(nurse.browser)).toEqual(['shows raised', 'withdraws raised'])
    expect(acts(other.browser)).toEqual(['shows raised', 'withdraws raised'])
    expect(phone.received).toEqual([])
    const [, { message, headers }] = other.browser.received as [unknown, TestBrowser['received'][number]]
    expect(message).toMatchObject({ tag: `raised:${alarm.id}`, title: '', body: '' })
    expect(headers.topic).toBe(other.browser.received[0]!.headers.topic)
  })

  test('a message is withdrawn once per opening, and again for a reopened alarm', async () => {
    const { nurse, alarm } = await raise()
    await people.claim(nurse, alarm)
    await people.work.idle()
    await answer(nurse, alarm, 'resolve')
    await people.work.idle()
    expect(acts(nurse.browser)).toEqual(['shows raised', 'withdraws raised'])
    const again = await raise()
    await people.claim(again.nurse, again.alarm)
    await people.work.idle()
    await answer(again.nurse, again.alarm, 'give-back')
    await people.work.idle()
    await people.claim(again.nurse, again.alarm)
    await people.work.idle()
    expect(acts(again.nurse.browser)).toEqual([
      ...['shows raised', 'withdraws raised', 'shows reopened', 'withdraws reopened'],
    ])
  })

  test('resolving or deleting an alarm withdraws its message', async () => {
    const resolved = await raise()
    await answer(resolved.nurse, resolved.alarm, 'resolve')
    const deleted = await raise()
    const admin = await people.service.user({ role: 'ADMIN', tenant: people.site })
    await people.service.call(admin.token, 'alert.remove', { params: { id: deleted.alarm.id } })
    await people.work.idle()
    expect(acts(resolved.nurse.browser)).toEqual(['shows raised', 'withdraws raised'])
    expect(acts(deleted.nurse.browser)).toEqual(['shows raised', 'withdraws raised'])
  })

  test('a failed withdrawal is retried, but not if the alarm is open again by then', async () => {
    const { nurse, alarm } = await raise()
    nurse.browser.behave = answers(503)
    await people.claim(nurse, alarm)
    await people.work.idle()
    nurse.browser.behave = null
    people.service.clock.advance(1_000)
    await people.work.idle()
    expect(acts(nurse.browser)).toEqual(['shows raised', 'withdraws raised', 'withdraws raised'])

    const stale = await raise()
    stale.nurse.browser.behave = answers(503)
    await people.claim(stale.nurse, stale.alarm)
    await people.work.idle()
    await answer(stale.nurse, stale.alarm, 'give-back')
    stale.nurse.browser.behave = null
    people.service.clock.advance(1_000)
    await people.work.idle()
    expect(acts(stale.nurse.browser)).toEqual(['shows raised', 'withdraws raised', 'shows reopened'])
  })

  test('NIGHT-01 one claim of a room withdraws the message about all of its alarms', async () => {
    const nurse = await people.person()
    const camera = await people.camera({ userIds: [nurse.id] })
    const insert = () => insertAlert(people.service, camera, { activity: 'A006', severity: 'high' })
    const alarms = [await insert(), await insert(), await insert()]
    await people.work.idle()
    people.service.clock.advance(60_000)
    await people.work.idle()
    await people.claim(nurse, alarms[2]!)
    await people.work.idle()
    expect(acts(nurse.browser).filter((act) => act === 'withdraws raised')).toHaveLength(1)
  })

  test('a message in delivery while somebody claims is withdrawn as well', async () => {
    const nurse = await people.person()
    const camera = await people.camera({ userIds: [nurse.id] })
    const { promise: claimed, resolve: isClaimed } = Promise.withResolvers<void>()
    nurse.browser.behave = (response) => void claimed.then(() => response.writeHead(201).end())
    const alarm = await insertAlert(people.service, camera, { activity: 'A005', severity: 'critical' })
    const idle = people.work.idle()
    await expect.poll(() => nurse.browser.received.length, { timeout: 10_000 }).toBe(1)
    await people.claim(nurse, alarm)
    isClaimed()
    await idle
    await people.work.idle()
    expect(acts(nurse.browser)).toEqual(['shows raised', 'withdraws raised'])
  })

  test('a message that a person resends after the claim stays', async () => {
    const { nurse, alarm } = await raise()
    await people.claim(nurse, alarm)
    await people.work.idle()
    await people.service.call(nurse.token, 'alert.resend', { params: { id: alarm.id } })
    await people.work.idle()
    expect(acts(nurse.browser).at(-1)).toBe('shows resent')
  })
})

test('withdrawals are deleted after two days', async () => {
  const { nurse, alarm } = await raise()
  await people.claim(nurse, alarm)
  await people.work.idle()
  const rows = () => people.service.sql`select from push_withdrawal`
  expect(await rows()).not.toHaveLength(0)
  const { database, clock } = people.service
  await drain(forgetWithdrawals, database, new Date(clock.now().getTime() + 49 * 3_600_000))
  expect(await rows()).toHaveLength(0)
})
