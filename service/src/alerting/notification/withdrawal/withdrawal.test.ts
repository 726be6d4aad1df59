import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answers, type TestBrowser } from '#platform/messaging/testing-push.ts'
import { insertAlert } from '#testing/site.ts'
import { startPeople, type TestPeople } from '../testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

type Raised = { nurse: Awaited<ReturnType<TestPeople['person']>>; alarm: { id: string } }

/** A fall of which the nurse's browser has the message. */
async function raise(more: { userIds?: string[] } = {}): Promise<Raised> {
  const nurse = await people.person()
  const camera = await people.camera({ userIds: [nurse.id, ...(more.userIds ?? [])] })
  const alarm = await insertAlert(people.service, camera, { activity: 'A005', severity: 'critical' })
  await people.work.settled()
  return { nurse, alarm }
}

/** Of each message what it did: shown, or withdrawn, by its cause. */
const acts = ({ received }: TestBrowser) =>
  received.map(({ message: { tag, withdraws } }) => `${withdraws ? 'withdraws' : 'shows'} ${tag.split(':')[0]}`)

const answer = (user: { token: string }, { id }: { id: string }, action: 'resolve' | 'give-back' | 'claim') =>
  people.service.call(user.token, 'alarm.answer', {
    params: { id },
    body: { requestId: randomUUID(), action, ...(action === 'resolve' && { outcome: 'already-there' }) } as never,
  })

describe('ALARM-04 the message of an alarm', () => {
  test('is withdrawn without words from each device that has it, when somebody claims', async () => {
    const other = await people.person()
    const { nurse, alarm } = await raise({ userIds: [other.id] })
    const phone = await people.browserOf(nurse, 'phone', 'mobile')
    await people.claim(nurse, alarm)
    await people.work.settled()
    expect(acts(nurse.browser)).toEqual(['shows raised', 'withdraws raised'])
    expect(acts(other.browser)).toEqual(['shows raised', 'withdraws raised'])
    expect(phone.received).toEqual([])
    const [, { message, headers }] = other.browser.received as [unknown, TestBrowser['received'][number]]
    expect(message).toMatchObject({ tag: `raised:${alarm.id}`, title: '', body: '' })
    expect(headers.topic).toBe(other.browser.received[0]!.headers.topic)
  })

  test('is withdrawn once for an opening, and again when somebody claims what opened again', async () => {
    const { nurse, alarm } = await raise()
    await people.claim(nurse, alarm)
    await people.work.settled()
    await answer(nurse, alarm, 'resolve')
    await people.work.settled()
    expect(acts(nurse.browser)).toEqual(['shows raised', 'withdraws raised'])
    const again = await raise()
    await people.claim(again.nurse, again.alarm)
    await people.work.settled()
    await answer(again.nurse, again.alarm, 'give-back')
    await people.work.settled()
    await people.claim(again.nurse, again.alarm)
    await people.work.settled()
    expect(acts(again.nurse.browser)).toEqual([
      ...['shows raised', 'withdraws raised', 'shows reopened', 'withdraws reopened'],
    ])
  })

  test('is withdrawn when the alarm is resolved at once, and when it is deleted', async () => {
    const resolved = await raise()
    await answer(resolved.nurse, resolved.alarm, 'resolve')
    const deleted = await raise()
    const admin = await people.service.user({ role: 'ADMIN', tenant: people.site })
    await people.service.call(admin.token, 'alert.remove', { params: { id: deleted.alarm.id } })
    await people.work.settled()
    expect(acts(resolved.nurse.browser)).toEqual(['shows raised', 'withdraws raised'])
    expect(acts(deleted.nurse.browser)).toEqual(['shows raised', 'withdraws raised'])
  })

  test('is withdrawn later when the push service fails, but not if the alarm is open again by then', async () => {
    const { nurse, alarm } = await raise()
    nurse.browser.behave = answers(503)
    await people.claim(nurse, alarm)
    await people.work.settled()
    nurse.browser.behave = null
    people.service.clock.advance(1_000)
    await people.work.settled()
    expect(acts(nurse.browser)).toEqual(['shows raised', 'withdraws raised', 'withdraws raised'])

    const stale = await raise()
    stale.nurse.browser.behave = answers(503)
    await people.claim(stale.nurse, stale.alarm)
    await people.work.settled()
    await answer(stale.nurse, stale.alarm, 'give-back')
    stale.nurse.browser.behave = null
    people.service.clock.advance(1_000)
    await people.work.settled()
    expect(acts(stale.nurse.browser)).toEqual(['shows raised', 'withdraws raised', 'shows reopened'])
  })

  test('stays while another alarm that it names waits', async () => {
    const nurse = await people.person()
    const camera = await people.camera({ userIds: [nurse.id] })
    const insert = () => insertAlert(people.service, camera, { activity: 'A006', severity: 'high' })
    const alarms = [await insert(), await insert(), await insert()]
    await people.work.settled()
    people.service.clock.advance(60_000)
    await people.work.settled()
    await people.claim(nurse, alarms[0]!)
    await people.claim(nurse, alarms[2]!)
    await people.work.settled()
    expect(acts(nurse.browser)).not.toContain('withdraws raised')
    await people.claim(nurse, alarms[1]!)
    await people.work.settled()
    expect(acts(nurse.browser).filter((act) => act === 'withdraws raised')).toHaveLength(1)
  })

  test('that was on its way while somebody claimed is withdrawn as well', async () => {
    const nurse = await people.person()
    const camera = await people.camera({ userIds: [nurse.id] })
    const { promise: claimed, resolve: isClaimed } = Promise.withResolvers<void>()
    nurse.browser.behave = (response) => void claimed.then(() => response.writeHead(201).end())
    const alarm = await insertAlert(people.service, camera, { activity: 'A005', severity: 'critical' })
    const settled = people.work.settled()
    await expect.poll(() => nurse.browser.received.length, { timeout: 10_000 }).toBe(1)
    await people.claim(nurse, alarm)
    isClaimed()
    await settled
    await people.work.settled()
    expect(acts(nurse.browser)).toEqual(['shows raised', 'withdraws raised'])
  })

  test('that a person sends again after the claim stays', async () => {
    const { nurse, alarm } = await raise()
    await people.claim(nurse, alarm)
    await people.work.settled()
    await people.service.call(nurse.token, 'alert.resend', { params: { id: alarm.id } })
    await people.work.settled()
    expect(acts(nurse.browser).at(-1)).toBe('shows resent')
  })
})
