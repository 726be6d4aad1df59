/** Live video through a bus that fails and recovers, with two instances and a real NATS server. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectNats } from '#platform/messaging/nats.ts'
import type { Wire } from '#platform/messaging/wire.ts'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { startNats, type TestNats } from '#testing/servers/nats.ts'
import { startService, type TestService } from '#testing/service.ts'
import { RENEW_MS } from './live.remote.ts'
import { frame, Peer, play, putOnline } from './testing.ts'

const within = { timeout: 10_000 }
const log = pino({ level: 'silent' })

let nats: TestNats
let wires: [Wire, Wire]
let withSocket: TestService
let watching: TestService
beforeAll(async () => {
  nats = await startNats()
  const join = () => connectNats({ url: nats.url, namespace: 'mimamori-live', log })
  wires = [await join(), await join()]
  withSocket = await startService({ wire: wires[0] })
  watching = await startService({ wire: wires[1], beside: withSocket, clock: withSocket.clock })
})
afterAll(async () => {
  await watching.stop()
  await withSocket.stop()
  await Promise.all(wires.map((wire) => wire.stop()))
  await nats.stop()
})

const untilLost = (isLost: boolean) =>
  vi.waitFor(() => expect(wires.map((wire) => wire.isLost)).toEqual([isLost, isLost]), within)

test('SCALE-01 live video of a hub at another instance continues when the bus is back', async () => {
  const tenant = await withSocket.tenant()
  const hub = await insertHub(withSocket, { tenant })
  await putOnline(withSocket, tenant)
  const user = await withSocket.user({ role: 'USER', tenant })
  const cameraId = hub.cameraIds[0]!
  const addresses = await Promise.all([withSocket, watching].map((service) => service.listen()))
  const [there, here] = addresses.map((address) => address.replace('http', 'ws'))
  const camera = new Peer(there!, 'hub/socket', { 'x-authtoken': hub.token })
  await camera.opened()
  const { body } = await watching.call(user.token, 'live.open', { params: { cameraId } })
  const viewer = new Peer(here!, `live/socket?ticket=${body.ticket}`)
  await viewer.opened()
  await vi.waitFor(
    () => expect(camera.heard).toContainEqual({ type: 'live-start', cameraId, rendition: 'clear' }),
    within,
  )
  play(camera, cameraId, frame('I', 0), frame('K', 1))
  await vi.waitFor(() => expect(viewer.heard.at(-1)).toBe('K1'), within)

  await nats.stop()
  await untilLost(true)
  withSocket.clock.advance(RENEW_MS)
  await camera.roundTrip()
  await nats.start()
  await untilLost(false)
  await Promise.all(wires.map((wire) => wire.idle()))
  withSocket.clock.advance(RENEW_MS)
  await vi.waitFor(() => expect(viewer.heard.slice(-2)).toEqual(['I0', 'K1']), within)
  camera.socket.send(frame('f', 2))
  await vi.waitFor(() => expect(viewer.heard.at(-1)).toBe('f2'), within)
  for (const { socket } of [viewer, camera]) socket.terminate()
})
