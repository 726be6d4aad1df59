/** Alerts stored by several instances, and which instance looks for their notices. Decision 0053. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectNats } from '#platform/messaging/nats.ts'
import type { Wire } from '#platform/messaging/wire.ts'
import { insertHub, raised } from '#service/fleet/hub/testing.ts'
import { startNats, type TestNats } from '#testing/servers/nats.ts'
import { startService, TestClock, type TestService } from '#testing/service.ts'

const within = { timeout: 10_000 }
/** Interval at which every instance looks for rows of others. */
const LOOK_AGAIN_MS = 1_000

let nats: TestNats
let wires: Wire[]
let instances: TestService[]
/** How often each instance has looked for notices. */
let looks: number[]
beforeEach(async () => {
  nats = await startNats()
  wires = []
  instances = []
  looks = [0, 0, 0]
  const clock = new TestClock()
  for (let n = 0; n < 3; n++) {
    const wire = await connectNats({ url: nats.url, namespace: 'mimamori-test', log: pino({ level: 'silent' }) })
    wires.push(wire)
    const service = await startService({ wire, clock, ...(instances[0] && { beside: instances[0] }) })
    instances.push(service)
    const { asPlatform } = service.database
    vi.spyOn(service.database, 'asPlatform').mockImplementation((reason, work) => {
      if (reason === 'find notices') looks[n]!++
      return asPlatform(reason, work)
    })
    service.app.start()
  }
  await untilEach(1)
})
afterEach(async () => {
  for (const service of instances.toReversed()) await service.stop()
  await Promise.all(wires.map((wire) => wire.stop()))
  await nats.stop()
})

/** Waits until every instance has looked this often, as at its start and at each tick. */
async function untilEach(least: number) {
  await vi.waitFor(() => expect(Math.min(...looks)).toBeGreaterThanOrEqual(least), within)
  // The rounds come to their end.
  await untilNone()
  looks.fill(0)
}
async function untilNone() {
  await vi.waitFor(async () => expect(await waiting()).toBe(0), within)
}
async function waiting(): Promise<number> {
  const [row] = await instances[0]!.sql<{ n: number }[]>`select count(*)::int as n from notice`
  return row!.n
}
async function raise(instance: TestService) {
  const hub = await insertHub(instance)
  const events = [raised(hub.cameraIds[0]!, instance.clock.now())]
  const body = { epoch: randomUUID(), fromSequence: 1, events }
  expect((await instance.call(hub.token, 'hub.events', { body })).status).toBe(200)
}
/** The instance that took the first alert is the one that is woken for all. */
async function chooseFirst() {
  instances[0]!.clock.advance(100)
  await raise(instances[0]!)
  await untilNone()
  await vi.waitFor(() => expect(instances[2]!.platform.wakeSignals.isElsewhere).toBe(true), within)
  looks.fill(0)
}

test('SCALE-01 notices of alerts at three instances are looked for by one of them', async () => {
  await chooseFirst()
  const { clock } = instances[0]!
  for (const instance of [1, 2, 1, 2, 1, 2]) {
    clock.advance(50)
    await raise(instances[instance]!)
    await untilNone()
  }
  expect([looks[0]! > 0, looks[1], looks[2]]).toEqual([true, 0, 0])
})

test('SCALE-01 after a kill of that instance another one looks for notices at once', async () => {
  await chooseFirst()
  instances[0]!.clock.advance(50)
  // The effect of a killed process on the others: its connection to the bus is gone.
  await wires[0]!.stop()
  await raise(instances[1]!)
  await untilNone()
  expect(looks).toEqual([0, 1, 0])
})

test('SCALE-01 what an instance was woken for and died with is found by the next look of another', async () => {
  const dying = await connectNats({ url: nats.url, namespace: 'mimamori-test', log: pino({ level: 'silent' }) })
  wires.push(dying)
  let answered = 0
  dying.subscribe('wake', ({ respond }) => {
    answered++
    respond(new Uint8Array())
  })
  await dying.idle()
  const { clock } = instances[0]!
  clock.advance(100)
  await raise(instances[1]!)
  await vi.waitFor(() => expect(answered).toBe(1), within)
  expect(await waiting()).toBe(1)
  clock.advance(LOOK_AGAIN_MS)
  await untilNone()
})
