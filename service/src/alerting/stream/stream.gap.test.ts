/** Two instances on one NATS server; one of them has a separate connection that can be cut. */
import { randomUUID } from 'node:crypto'
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net'
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connectNats } from '#platform/messaging/nats.ts'
import type { Wire } from '#platform/messaging/wire.ts'
import { insertHub, raised, type TestHub } from '#service/fleet/hub/testing.ts'
import { Peer } from '#service/footage/live/testing.ts'
import { startNats, type TestNats } from '#testing/servers/nats.ts'
import { freePort } from '#testing/servers/ports.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { openStream } from './testing.ts'

const quiet = pino({ level: 'silent' })
const within = { timeout: 10_000 }

let nats: TestNats
let line: Line
let wires: Wire[]
/** Its connection to the bus is never lost. */
let steady: TestService
/** Its connection is cut in the tests. */
let cut: TestService
let addresses: { steady: string; cut: string }
const stops: (() => unknown)[] = []
beforeAll(async () => {
  nats = await startNats()
  line = await openLine(Number(new URL(nats.url).port))
  const join = (url: string) => connectNats({ url, namespace: 'mimamori-gap', log: quiet })
  wires = [await join(nats.url), await join(line.url)]
  steady = await startService({ wire: wires[0]! })
  cut = await startService({ wire: wires[1]!, beside: steady, clock: steady.clock })
  addresses = { steady: await steady.listen(), cut: await cut.listen() }
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(async () => {
  await cut.stop()
  await steady.stop()
  await Promise.all(wires.map((wire) => wire.stop()))
  await line.cut()
  await nats.stop()
})

type Line = { url: string; cut(): Promise<void>; mend(): Promise<void> }

async function openLine(natsPort: number): Promise<Line> {
  const port = await freePort()
  let server: Server | null = null
  const sockets = new Set<Socket>()
  const line = {
    url: `nats://127.0.0.1:${port}`,
    async cut() {
      const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
      server = null
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async mend() {
      server = createServer((near) => {
        const far = connectSocket(natsPort, '127.0.0.1')
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(one)
          one.on('error', () => {}).on('close', () => other.destroy() && sockets.delete(one))
          one.pipe(other)
        }
      })
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve))
    },
  }
  await line.mend()
  return line
}

async function home() {
  const tenant = await steady.tenant()
  return { tenant, hub: await insertHub(steady, { tenant }), user: await steady.user({ role: 'USER', tenant }) }
}
async function consoleOf(user: TestUser) {
  const stream = await openStream(addresses.steady, user)
  stops.push(stream.end)
  return stream
}
async function raiseAtCut(hub: TestHub) {
  const event = raised(hub.cameraIds[0]!, steady.clock.now())
  const body = { epoch: randomUUID(), fromSequence: 1, events: [event] }
  expect((await cut.call(hub.token, 'hub.events', { body })).status).toBe(200)
}
const untilLost = (isLost: boolean) => vi.waitFor(() => expect(wires[1]!.isLost).toBe(isLost), within)

test('SCALE-01 consoles fetch again after another instance stored alerts without its bus', async () => {
  const [concerned, other] = [await home(), await home()]
  const [stream, stays] = [await consoleOf(concerned.user), await consoleOf(other.user)]
  await line.cut()
  await untilLost(true)
  await raiseAtCut(concerned.hub)
  await line.mend()
  await vi.waitFor(() => expect(stream.isEnded()).toBe(true), within)
  expect(stream.events()).toEqual([])
  // Nothing was missed for this home.
  expect(stays.isEnded()).toBe(false)
  expect(wires[0]!.isLost).toBe(false)
})

test('SCALE-01 messages that an instance published just before its connection was cut count as missed', async () => {
  const { hub, user } = await home()
  await raiseAtCut(hub)
  await line.cut()
  await untilLost(true)
  const stream = await consoleOf(user)
  await line.mend()
  await vi.waitFor(() => expect(stream.isEnded()).toBe(true), within)
})

test('SCALE-01 a hub reads its settings again after an instance without its bus changed them', async () => {
  const { tenant, hub } = await home()
  const peer = new Peer(addresses.steady.replace('http', 'ws'), 'hub/socket', { 'x-authtoken': hub.token })
  stops.push(() => peer.socket.terminate())
  await peer.opened()
  const isNews = (each: unknown) => (each as HubOrder).type === 'desired-changed'
  const news = () => peer.heard.filter(isNews).length
  await vi.waitFor(() => expect(news()).toBe(1), within)
  await line.cut()
  await untilLost(true)
  const admin = await steady.user({ role: 'ADMIN', tenant })
  const change = { params: { id: hub.cameraIds[0]! }, body: { name: '二階の廊下' } }
  expect((await cut.call(admin.token, 'camera.patch', change)).status).toBe(200)
  await line.mend()
  await vi.waitFor(() => {
    steady.clock.advance(1_000)
    expect(news()).toBe(2)
  }, within)
})
