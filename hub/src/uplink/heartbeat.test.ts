import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '#platform/clock.ts'
import { FAKE_KEY, FakeService } from '#platform/testing/fake-service.ts'
import { type ManualClock, manualClock, until } from '#platform/testing/hub-parts.ts'
import { TAKEN_WITHIN_MS } from './beat-line.ts'
import { Heartbeat } from './heartbeat.ts'
import { ServiceClient } from './service-client.ts'
import { ServiceSocket } from './service-socket.ts'

const EVERY_MS = 10_000
/** Pings find a dead line later than that. */
const NOTICED_MS = 20_000
const STEP_MS = 1_000

let service: FakeService
let clock: ManualClock
let client: ServiceClient
let socket: ServiceSocket
let heartbeat: Heartbeat
/** The heartbeat waits for its time. */
let pausing: Set<object>
/** It waits for an acknowledgement. */
let asking: Set<object>
beforeEach(async () => {
  service = await new FakeService().start()
  clock = manualClock()
  service.nowMs = clock.now
  client = new ServiceClient({ service: service.address, key: FAKE_KEY, version: '0', hostname: 'h', clock })
  const quiet = { log: () => {}, onOrder: () => {}, onOpen: () => {}, onClose: () => {} }
  pausing = new Set()
  asking = new Set()
  socket = new ServiceSocket({ client, clock: watched(TAKEN_WITHIN_MS, asking), random: () => 0, ...quiet })
  heartbeat = new Heartbeat({
    client,
    socket,
    clock: watched(EVERY_MS, pausing),
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

/** A clock whose pauses of that length are in `waits` while they last. */
function watched(lengthMs: number, waits: Set<object>): Clock {
  return {
    now: clock.now,
    after(delayMs, work) {
      const one = {}
      if (delayMs === lengthMs) waits.add(one)
      const cancel = clock.after(delayMs, () => {
        waits.delete(one)
        work()
      })
      return () => {
        waits.delete(one)
        cancel()
      }
    },
  }
}
/** The last one is settled, and the next one goes out. Answers the ways of those that came by then. */
async function beatAgain(): Promise<string[]> {
  await until(() => pausing.size > 0)
  const count = service.ways.length
  await clock.advance(EVERY_MS)
  await until(() => pausing.size > 0)
  return service.ways.slice(count)
}
/** Begins, and goes on until one went over the socket alone: an acknowledgement came. */
async function beatOverSocket(): Promise<void> {
  heartbeat.start()
  await until(() => service.ways.length === 2)
  while ((await beatAgain()).includes('call')) expect(service.ways.length).toBeLessThan(10)
}

describe('heartbeats over the socket', () => {
  test('HUB-04 the first goes both ways; once one is acknowledged, each goes over the socket alone', async () => {
    await beatOverSocket()
    expect(service.ways.slice(0, 2).toSorted()).toEqual(['call', 'socket'])
    expect([await beatAgain(), await beatAgain(), await beatAgain()]).toEqual([['socket'], ['socket'], ['socket']])
  })

  test('HUB-04 a service of before gets all of them by calls', async () => {
    service.takesBeats = false
    heartbeat.start()
    expect([await beatAgain(), await beatAgain(), await beatAgain()]).toEqual([['call'], ['call'], ['call']])
  })

  test('HUB-04 while the socket is closed they come by calls, and over the next one again', async () => {
    await beatOverSocket()
    const port = Number(new URL(service.address).port)
    await service.stop()
    await until(() => !socket.isOpen)
    service = await new FakeService().start(port)
    service.nowMs = clock.now
    const ways = []
    while (ways.at(-1) !== 'socket') ways.push((await beatAgain()).toSorted().join())
    expect([ways[0], ways.includes('call,socket')]).toEqual(['call', true])
  })

  test('CAM-15 a live hub whose socket died unseen is heard long before it counts as silent', async () => {
    await beatOverSocket()
    service.deafen()
    const heardAtMs = [clock.now()]
    const [endMs, count] = [clock.now() + NOTICED_MS, service.ways.length]
    while (clock.now() < endMs) {
      const before = service.heartbeats.length
      await clock.advance(STEP_MS)
      // Until it waits for its time or for an acknowledgement: calls go over real sockets, while the clock stands still.
      await until(() => pausing.size + asking.size > 0)
      if (service.heartbeats.length > before) heardAtMs.push(clock.now())
    }
    const gapsMs = heardAtMs.slice(1).map((atMs, index) => atMs - heardAtMs[index]!)
    expect(service.ways.slice(count)).toContain('call')
    expect(Math.max(...gapsMs)).toBeLessThanOrEqual(EVERY_MS + TAKEN_WITHIN_MS)
    expect(Math.max(...gapsMs)).toBeLessThan(HUB_OFFLINE_AFTER_SECONDS * 1000)
  })

  test('a hub whose calls failed beats by one too, by which it finds the service again', async () => {
    await beatOverSocket()
    service.errorOf = (path) => (path === 'hub/reported' ? 'refuse-connection' : null)
    await expect(client.call('hub.report', { body: { cameras: [] } })).rejects.toThrow()
    expect(client.connection.state).toBe('unreachable')
    expect((await beatAgain()).toSorted()).toEqual(['call', 'socket'])
    expect(client.connection.state).toBe('connected')
  })

  test('HUB-01 a token that was renewed goes with the next one, since the socket was opened with another', async () => {
    await beatOverSocket()
    expect(service.beatTokens).toEqual([])
    for (let at = 0; at <= 15 * 60_000; at += EVERY_MS) await beatAgain()
    expect(service.sessions).toBe(2)
    expect(service.beatTokens).toEqual(['token-2'])
  })
})
