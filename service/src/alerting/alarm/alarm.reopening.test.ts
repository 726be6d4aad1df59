/** A claim without an arrival expires in time, once across instances, and people are notified. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAlert } from '#testing/site.ts'
import { startPeople, type TestPeople } from '../notification/testing.ts'
import { reopen } from './alarm.reopening.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

const instance = () => reopen(people.service.platform)
const look = (of = instance()) => of.work(people.service.database, people.service.clock.now())
const raise = async (of: Awaited<ReturnType<TestPeople['camera']>>) => {
  const alert = await insertAlert(people.service, of, { activity: 'A005', severity: 'critical' })
  await sent()
  return alert
}
/** Until all messages that are due were sent. */
const sent = () => people.work.idle()
const detailOf = async (user: { token: string }, id: string) =>
  (await people.service.call(user.token, 'alert.get', { params: { id } })).body

test('ALARM-02 a claim without arrival reopens the alarm once, and notifies subscribers and claimer', async () => {
  const { service } = people
  const [nurse, colleague] = [await people.person(), await people.person()]
  const alert = await raise(await people.camera({ userIds: [nurse.id] }))
  await people.claim(colleague, alert)
  service.clock.advance(179_000)
  await look()
  expect((await detailOf(nurse, alert.id)).alarm?.state).toBe('claimed')

  service.clock.advance(1_000)
  // A message that is being planned locks the row, which is skipped until then.
  await sent()
  const news: unknown[] = []
  const stop = service.platform.bus.subscribe([people.site.id], (event) => news.push(event))
  await Promise.all([look(), look(), look()])
  stop()
  await sent()

  const { alarm, steps } = await detailOf(nurse, alert.id)
  const openSince = service.clock.now().toISOString()
  expect(alarm).toMatchObject({ state: 'open', opening: 2, openSince, claimer: null, claimEndsAt: null })
  const ended = steps.filter(({ kind }) => kind === 'claim-expired')
  expect(ended.map(({ at, userName }) => [at, userName])).toEqual([[openSince, null]])
  expect(news).toContainEqual({ type: 'alarm-changed', alertIds: [alert.id], unitId: null })
  expect((await people.states(alert)).sort()).toEqual(
    [
      `raised ${nurse.email} push sent`,
      `reopened ${colleague.email} push sent`,
      `reopened ${nurse.email} push sent`,
    ].sort(),
  )
  expect(nurse.browser.received.at(-1)!.message.title).toBe('対応する人がいません：転倒 · Room 203')
})

test('ALARM-02 a message or note that is being written about an alarm does not hold up its opening', async () => {
  const nurse = await people.person()
  const { service } = people
  const alert = await raise(await people.camera({}))
  await people.claim(nurse, alert)
  service.clock.advance(180_000)
  await service.sql.begin(async (other) => {
    // The lock taken by each insert of a row that refers to the alert.
    await other`select from alert where id = ${alert.id} for key share`
    await look()
    expect((await detailOf(nurse, alert.id)).alarm).toMatchObject({ state: 'open', opening: 2 })
  })
})

test('ALARM-02 an alarm with an arrival does not open again, however long it lasts', async () => {
  const nurse = await people.person()
  const alert = await raise(await people.camera({}))
  await people.claim(nurse, alert)
  const body = { action: 'arrive' as const, requestId: randomUUID() }
  await people.service.call(nurse.token, 'alarm.answer', { params: { id: alert.id }, body })
  people.service.clock.advance(3_600_000)
  await look()
  expect((await detailOf(nurse, alert.id)).alarm?.state).toBe('arrived')
})

test('ALARM-02 a clock that was ahead makes no claim longer than the site allows', async () => {
  const nurse = await people.person()
  const { service } = people
  const worker = instance()
  const alert = await raise(await people.camera({}))
  service.clock.advance(6 * 3_600_000)
  await look(worker)
  await people.claim(nurse, alert)
  service.clock.advance(-6 * 3_600_000)
  await look(worker)
  service.clock.advance(180_000)
  await look(worker)
  expect((await detailOf(nurse, alert.id)).alarm).toMatchObject({ state: 'open', opening: 2 })
})

test('ALARM-02 an arrival after the claim ran out still counts, with its outcome', async () => {
  const nurse = await people.person()
  const { service } = people
  const alert = await raise(await people.camera({}))
  await people.claim(nurse, alert)
  service.clock.advance(200_000)
  await look()
  const press = (body: object) =>
    service.call(nurse.token, 'alarm.answer', {
      params: { id: alert.id },
      body: { requestId: randomUUID(), ...body } as never,
    })
  const { body } = await press({ action: 'resolve', outcome: 'assisted', note: 'Helped back to bed' })
  expect(body.records[0]!.alarm).toMatchObject({
    state: 'resolved',
    resolved: { outcome: 'assisted', note: 'Helped back to bed' },
  })
})

test('an alarm that is given back notifies its subscribers again', async () => {
  const nurse = await people.person()
  const { service } = people
  const alert = await raise(await people.camera({ userIds: [nurse.id] }))
  await people.claim(nurse, alert)
  const body = { action: 'give-back' as const, requestId: randomUUID() }
  await service.call(nurse.token, 'alarm.answer', { params: { id: alert.id }, body })
  await sent()
  expect(await people.states(alert)).toEqual([`raised ${nurse.email} push sent`, `reopened ${nurse.email} push sent`])
})
