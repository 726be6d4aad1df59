/** A storm of alerts: those not sent at once are in the next message, and none is lost. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAlert } from '#testing/site.ts'
import { startPeople, type TestPeople } from './testing.ts'

const ALERTS = 120
const PAUSE_MS = 1_500

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

test('NAV-10 ALERT-10 in a storm over three minutes each alert is in a message that arrived', async () => {
  const { service, work } = people
  const nurse = await people.person()
  await service.sql`update app_user set locale = 'en' where id = ${nurse.id}`
  const camera = await people.camera({ userIds: [nurse.id] })
  const ids: string[] = []
  for (let at = 0; at < ALERTS; at++) {
    ids.push((await insertAlert(service, camera, { activity: 'A003', severity: 'medium' })).id)
    // The service dies before it expands some of them, and finds them later.
    if (at % 7 !== 0) await work.idle()
    service.clock.advance(PAUSE_MS)
  }
  for (let minute = 0; minute < 2; minute++) {
    service.clock.advance(60_000)
    await work.idle()
  }

  const rows = await service.sql<{ alertId: string; state: string }[]>`
    select alert_id as "alertId", state from notification where user_id = ${nurse.id} and channel = 'push'`
  expect(rows.map(({ alertId }) => alertId).sort()).toEqual(ids.toSorted())
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['sent']))
  const said = nurse.browser.received.map(({ message }) => 1 + Number(/ (\d+) more$/.exec(message.body)?.[1] ?? 0))
  expect(said.reduce((sum, one) => sum + one, 0)).toBe(ALERTS)
  expect(said.length).toBeLessThan(10)
})
