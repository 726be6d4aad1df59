import { afterAll, beforeAll, expect, test } from 'vitest'
import { answers } from '#platform/messaging/testing-push.ts'
import { insertAlert } from '#testing/site.ts'
import { startPeople, type TestPeople } from '../testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

test('an abandoned message moves to the next channel of its list, together with the rest', async () => {
  const nurse = await people.person()
  nurse.browser.behave = answers(400)
  const camera = await people.camera({ mobileUserIds: [nurse.id], desktopUserIds: [nurse.id] })
  const alert = await insertAlert(people.service, camera, { activity: 'A005', severity: 'critical' })
  await people.work.idle()
  expect(await people.states(alert)).toEqual([`raised ${nurse.email} push failed`, `raised ${nurse.email} mail failed`])
  const rows = await people.service
    .sql`select channel, fallback from notification where alert_id = ${alert.id} order by id`
  expect(rows.map(({ channel, fallback }) => [channel, fallback])).toEqual([
    ['push', ['mail']],
    ['mail', []],
  ])
})
