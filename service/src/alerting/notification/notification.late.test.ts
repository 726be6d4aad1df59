import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAlert } from '#testing/site.ts'
import { startPeople, type TestPeople } from './testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

test('SET-05 a message that could not be sent for a day is canceled, without a notification', async () => {
  const nurse = await people.person()
  nurse.browser.behave = (_response, socket) => void socket.destroy()
  const camera = await people.camera({ userIds: [nurse.id] })
  const alert = await insertAlert(people.service, camera, { activity: 'A005', severity: 'critical' })
  await people.work.idle()
  const before = await people.states(alert)
  await people.work.stop()

  people.service.clock.advance(DAY_MS)
  await people.another().idle()

  expect([before, await people.states(alert)]).toEqual([
    [`raised ${nurse.email} push pending`],
    [`raised ${nurse.email} push cancelled`],
  ])
})
