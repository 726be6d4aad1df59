import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answers, type takes } from '#platform/testing-push.ts'
import { insertAlert } from '#service/testing-site.ts'
import { startPeople, type TestPeople } from './testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

const raise = async (camera: Parameters<typeof insertAlert>[1], draft: Parameters<typeof insertAlert>[2] = {}) => {
  const alert = await insertAlert(people.service, camera, { activity: 'A005', severity: 'critical', ...draft })
  await people.work.settled()
  return alert
}

describe('NAV-10 a push message', () => {
  test('says in the reader’s language and zone what happened where, and leads to the alert', async () => {
    const { service } = people
    const nurse = await people.person()
    await service.sql`update app_user set locale = 'en', timezone = 'Europe/Berlin' where id = ${nurse.id}`
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
})

describe('a push service that fails', () => {
  const hang = () => {}
  test.each([
    ['is busy', answers(429)],
    ['has a fault', answers(500)],
    ['drops the connection', (_response: unknown, socket: { destroy(): void }) => socket.destroy()],
    ['never answers', hang],
    ['answers without end', answers(201, {}, 'x'.repeat(200_000))],
  ])('%s is tried again, and the message arrives', async (_what, behave) => {
    const nurse = await people.person()
    nurse.browser.behave = behave as typeof takes
    const alert = await raise(await people.camera({ userIds: [nurse.id] }))
    expect(await people.states(alert)).toEqual([`raised ${nurse.email} push pending`])
    nurse.browser.behave = null
    people.service.clock.advance(1_000)
    await people.work.settled()
    expect(await people.states(alert)).toEqual([`raised ${nurse.email} push sent`])
    expect(nurse.browser.shown()).toHaveLength(1)
  })
})
