/** Batches that a hub sends again because it got no answer. */
import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertHub, raised, type TestHub } from '../testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const send = (hub: TestHub, epoch: string, events: HubEvent[]) =>
  service.call(hub.token, 'hub.events', { body: { epoch, fromSequence: 1, events } })
const alertsOf = (hub: TestHub, count: number) =>
  Array.from({ length: count }, () => raised(hub.cameraIds[0]!, service.clock.now()))
function listen(hub: TestHub): LiveEvent[] {
  const heard: LiveEvent[] = []
  service.platform.bus.subscribe([hub.tenantId], (event) => heard.push(event))
  return heard
}
const inOrder = (events: LiveEvent[]) => events.map((event) => JSON.stringify(event)).sort()

test('SCALE-06 a batch sent again is published again, as its first instance may have ended before', async () => {
  const hub = await insertHub(service)
  const heard = listen(hub)
  const [epoch, alerts] = [randomUUID(), alertsOf(hub, 2)]
  await send(hub, epoch, alerts)
  const first = inOrder(heard.splice(0))
  expect(first).toHaveLength(2)

  await send(hub, epoch, alerts)
  expect(inOrder(heard.splice(0))).toEqual(first)
  await send(hub, epoch, [...alerts, ...alertsOf(hub, 1)])
  expect(inOrder(heard.splice(0, 2))).toEqual(first)
  expect(heard).toHaveLength(1)
})

test('SCALE-06 a batch repeated two minutes after it was stored notifies nobody', async () => {
  const hub = await insertHub(service)
  const [epoch, alerts] = [randomUUID(), alertsOf(hub, 2)]
  await send(hub, epoch, alerts)
  const heard = listen(hub)
  service.clock.advance(2 * 60_000)
  expect((await send(hub, epoch, alerts)).body).toEqual({ cursor: 2 })
  expect(heard).toEqual([])
})
