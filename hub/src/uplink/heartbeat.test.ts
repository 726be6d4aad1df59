import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FAKE_KEY, FakeService } from '#platform/testing/fake-service.ts'
import { type ManualClock, manualClock, until } from '#platform/testing/hub-parts.ts'
import { Heartbeat } from './heartbeat.ts'
import { ServiceClient } from './service-client.ts'
import { ServiceSocket } from './service-socket.ts'

const EVERY_MS = 10_000
/** Pings find a dead line within that time. */
const DEAD_MS = 12_000
/** The first pause before another connection, without chance in it. */
const PAUSE_MS = 500
/** Changes are gathered that long. */
const GATHER_MS = 100

let service: FakeService
let clock: ManualClock
let client: ServiceClient
let socket: ServiceSocket
let heartbeat: Heartbeat
/** Heartbeats that the hub knows to have arrived. */
let taken: number
beforeEach(async () => {
  service = await new FakeService().start()
  clock = manualClock()
  service.nowMs = clock.now
  client = new ServiceClient({
    service: service.address,
    key: FAKE_KEY,
    version: '0',
    hostname: 'h',
    instance: 'i',
    clock,
  })
  const quiet = { log: () => {}, onOrder: () => {}, onClose: () => {} }
  taken = 0
  const on = { onOpen: () => heartbeat.beatSoon(), onTaken: () => taken++ }
  socket = new ServiceSocket({ client, clock, random: () => 0, ...quiet, ...on })
  heartbeat = new Heartbeat({
    client,
    socket,
    clock,
    readMachine: () => ({ cpuShare: null, memoryBytes: 1, diskFreeBytes: 1 }),
    spooledEvents: () => 0,
    cameras: () => [],
  })
  socket.start()
  await until(() => socket.isOpen)
})
afterEach(async () => {
  await Promise.all([heartbeat.stop(), socket.stop()])
  await service.stop()
})

/** Lets that time pass, and waits for the heartbeat that is due by then. */
async function beatAfter(ms: number): Promise<void> {
  await until(() => clock.pauses.includes(ms))
  const count = taken
  await clock.advance(ms)
  await until(() => taken > count)
}
/** Starts, and goes on until the one that follows the opening of the socket. */
async function begin(): Promise<void> {
  heartbeat.start()
  await until(() => taken === 1)
  await beatAfter(GATHER_MS)
}
/** The connection is lost and made again. */
async function reconnect(...pausesMs: number[]): Promise<void> {
  await until(() => !socket.isOpen)
  for (const pauseMs of pausesMs) {
    await until(() => clock.pauses.includes(pauseMs))
    await clock.advance(pauseMs)
  }
  await until(() => socket.isOpen)
}

test('HUB-04 the answer to a heartbeat sets the hub’s time by the service', async () => {
  service.nowMs = () => Date.UTC(2026, 10, 21)
  heartbeat.start()
  await until(() => clock.now() === Date.UTC(2026, 10, 21))
})

test('CAM-15 one comes at the start, one when the socket opens, and then one every 10 s', async () => {
  await begin()
  await beatAfter(EVERY_MS)
  await beatAfter(EVERY_MS)
  expect(service.heartbeats).toHaveLength(4)
})

test('HUB-04 none is sent without a connection, and one comes at once with the next one', async () => {
  await begin()
  const port = Number(new URL(service.address).port)
  await service.stop()
  service = await new FakeService().start(port)
  service.nowMs = clock.now
  // The first try brings a token of the service before.
  await reconnect(PAUSE_MS, 2 * PAUSE_MS)
  await beatAfter(GATHER_MS)
  expect(service.heartbeats).toHaveLength(1)
})

test('CAM-15 a live hub whose socket died unseen is heard long before it counts as silent', async () => {
  await begin()
  const heardAtMs = clock.now()
  service.deafen()
  await clock.advance(DEAD_MS)
  await reconnect(PAUSE_MS)
  await beatAfter(GATHER_MS)
  expect(clock.now() - heardAtMs).toBeLessThan((HUB_OFFLINE_AFTER_SECONDS * 1000) / 2)
})

test('HUB-01 a token that was renewed goes with the next one, since the socket was opened with another', async () => {
  await begin()
  for (let at = 0; at <= 15 * 60_000; at += EVERY_MS) await beatAfter(EVERY_MS)
  expect(service.sessions).toBe(2)
  expect(service.beatTokens).toContain('token-2')
  expect(service.beatTokens).not.toContain('token-1')
})
