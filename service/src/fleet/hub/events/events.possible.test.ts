/** A possible fall, from the hub's event to every place that shows it. */
import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPeople, type TestPeople } from '#service/alerting/notification/testing.ts'
import { mailsTo } from '#testing/mail.ts'
import { insertHub, raised } from '../testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople({ SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'mimamori@home.example' })
})
afterAll(() => people.stop())

const BOX = { x: 0.1, y: 0.6, width: 0.4, height: 0.2 }

async function fall(isPossible: boolean) {
  const { service, site } = people
  const hub = await insertHub(service, { tenant: site })
  const cameraId = hub.cameraIds[0]!
  const nurse = await people.person({ unitIds: [hub.unitId] })
  await service.sql`update app_user set locale = 'en' where id = ${nurse.id}`
  await service.sql`update camera set subscribers = ${service.sql.json({ userIds: [nurse.id] })} where id = ${cameraId}`
  const news: LiveEvent[] = []
  const unsubscribe = service.platform.bus.subscribe([site.id], (event) => news.push(event))
  const detections = [{ label: 'person' as const, box: BOX, ...(isPossible && { isPossible: true as const }) }]
  const event = raised(cameraId, service.clock.now(), { appCode: 'A005', severity: 'critical', detections })
  await service.call(hub.token, 'hub.events', { body: { epoch: randomUUID(), fromSequence: 1, events: [event] } })
  await people.work.idle()
  unsubscribe()
  const id = event.alertId
  const call = async () => {
    const alert = (await service.call(nurse.token, 'alert.get', { params: { id } })).body
    const { records: open } = (await service.call(nurse.token, 'alarm.open', {})).body
    const { records: bell } = (await service.call(nurse.token, 'notification.search', { body: {} })).body
    const room = (await service.call(nurse.token, 'room.get', { params: { id: cameraId } })).body
    return [
      alert.isPossible,
      open.find(({ alertId }) => alertId === id)!.isPossible,
      bell.find(({ alertId }) => alertId === id)!.isPossible,
      room.alarm!.isPossible,
      room.alerts[0]!.isPossible,
    ]
  }
  return { id, nurse, news, call }
}

test('REAL-03 a possible fall is called possible in push messages, e-mails and lists', async () => {
  const { id, nurse, news, call } = await fall(true)
  expect(nurse.browser.received[0]!.message).toMatchObject({ title: expect.stringMatching(/^Possible fall · /) })
  expect((await mailsTo(people.service, nurse.email))[0]!.subject).toMatch(/^Possible fall · /)
  expect(news).toContainEqual(expect.objectContaining({ type: 'alert-raised', alertId: id, isPossible: true }))
  expect(await call()).toEqual(Array(5).fill(true))
  // A verdict of staff overrides the camera.
  await people.service.call(nurse.token, 'alert.patch', { params: { id }, body: { verdict: 'real' } })
  expect(await call()).toEqual(Array(5).fill(false))
})

test('REAL-03 a fall that the pose model confirmed is called a fall', async () => {
  const { nurse, call } = await fall(false)
  expect(nurse.browser.received[0]!.message).toMatchObject({ title: expect.stringMatching(/^Fall · /) })
  expect(await call()).toEqual(Array(5).fill(false))
})
