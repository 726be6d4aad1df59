import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PushBehaviour } from '#platform/messaging/testing-push.ts'
import { insertAlert } from '#testing/site.ts'
import { claimMessages } from './message.queries.ts'
import { startPeople, type TestPeople } from './testing.ts'

/** The hanging messages end only at 3 s each, one after the other without turns. */
const LONG = { timeout: 10_000 }

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

test('a hanging push service of one site delays no message of another site', async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const hangs: PushBehaviour = (response) => void isOver.then(() => response.writeHead(201).end())
  const noisy = await Promise.all(Array.from({ length: 30 }, () => people.person()))
  for (const { browser } of noisy) browser.behave = hangs
  const userIds = noisy.map(({ id }) => id)
  const rooms = await Promise.all(Array.from({ length: 12 }, () => people.camera({ userIds })))
  for (const room of rooms) await insertAlert(people.service, room, { activity: 'A005', severity: 'critical' })
  const idle = people.work.idle()
  await expect.poll(() => noisy.filter(({ browser }) => browser.received.length > 0).length, LONG).toBeGreaterThan(5)

  const other = await people.service.tenant()
  const nurse = await people.person({ tenant: other })
  const room = await people.camera({ userIds: [nurse.id] }, {}, other)
  const fall = await insertAlert(people.service, room, { activity: 'A005', severity: 'critical' })
  people.service.platform.wakeSignals.send('notice')
  people.service.clock.advance(1_000)
  await expect.poll(() => people.states(fall), LONG).toEqual([`raised ${nurse.email} push sent`])
  end()
  await idle
}, 60_000)

test('a critical message overtakes older ones of its own site', async () => {
  const nurse = await people.person()
  const rooms = await Promise.all(Array.from({ length: 40 }, () => people.camera({ userIds: [nurse.id] })))
  for (const room of rooms) await insertAlert(people.service, room, { activity: 'A006', severity: 'high' })
  const fall = await insertAlert(people.service, rooms[0]!, { activity: 'A005', severity: 'critical' })
  await people.work.idle()
  const order = nurse.browser.received.map(({ message }) => message.severity)
  expect(order.indexOf('critical')).toBeLessThan(12)
  expect(await people.states(fall)).toEqual([`raised ${nurse.email} push sent`])
})

test('of alarms hours late one message leaves at once, and a fresh fall does not wait', async () => {
  const { service } = people
  const nurse = await people.person()
  const rooms = await Promise.all(Array.from({ length: 5 }, () => people.camera({ userIds: [nurse.id] })))
  const hoursAgo = new Date(service.clock.now().getTime() - 3 * 3_600_000).toISOString()
  const createdAt = service.clock.now().toISOString()
  for (const room of rooms) {
    const draft = { activity: 'A005', severity: 'critical', occurredAt: hoursAgo, createdAt } as const
    await insertAlert(service, room, draft)
  }
  await people.work.idle()
  expect(nurse.browser.received).toHaveLength(1)
  const fall = await insertAlert(service, rooms[0]!, { activity: 'A005', severity: 'critical' })
  service.clock.advance(1_000)
  await people.work.idle()
  expect(await people.states(fall)).toEqual([`raised ${nurse.email} push sent`])
  expect(nurse.browser.received).toHaveLength(2)
}, 60_000)

test('where other sites hold every place, a site with nothing in work still gets one', async () => {
  const { service } = people
  const [busy, quiet] = [await service.tenant(), await service.tenant()]
  for (const tenant of [busy, quiet]) {
    const readers = await Promise.all([people.person({ tenant }), people.person({ tenant })])
    const room = await people.camera({ userIds: readers.map(({ id }) => id) }, {}, tenant)
    await insertAlert(service, room, { activity: 'A005', severity: 'critical' })
  }
  await people.work.stop()
  const work = people.another({ send: () => Promise.reject(new Error('not sent')) })
  await work.idle()
  await work.stop()
  service.clock.advance(60_000)
  const now = service.clock.now()
  const leasedUntil = new Date(now.getTime() + 60_000)
  const by = { now, leasedUntil, most: 0, mostOfTenant: 12, inWork: new Map([[busy.id, 12]]) }
  const claims = await service.database.asPlatform('test', (db) => claimMessages(db, by))
  const ids = claims.map(({ tenantId }) => tenantId)
  expect([ids.includes(quiet.id), ids.includes(busy.id)]).toEqual([true, false])
})
