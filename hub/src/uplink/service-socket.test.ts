import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { readLiveHeader } from '@mimamori/contract/footage/live-header.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { FAKE_KEY, FakeService } from '#platform/testing/fake-service.ts'
import { anyId, CAMERA_ID, manualClock, until } from '#platform/testing/hub-parts.ts'
import { ServiceClient } from './service-client.ts'
import { ServiceSocket } from './service-socket.ts'

let service: FakeService
let socket: ServiceSocket
let orders: HubOrder[]
let opened: number

beforeEach(async () => {
  service = await new FakeService().start()
  orders = []
  opened = 0
  const clock = createClock()
  const client = new ServiceClient({
    service: service.address,
    key: FAKE_KEY,
    version: '0',
    hostname: 'h',
    instance: 'i',
    clock,
  })
  socket = new ServiceSocket({
    client,
    clock,
    log: () => {},
    random: () => 0,
    onOrder: (order) => orders.push(order),
    onOpen: () => opened++,
    onClose: () => {},
  })
  socket.start()
  await until(() => socket.isOpen)
})
afterEach(async () => {
  await socket.stop()
  await service.stop()
})

const init = (cameraId: string) =>
  socket.liveInit({
    cameraId,
    rendition: 'clear',
    codec: 'avc1.42e01f',
    width: 640,
    height: 360,
    init: Buffer.from('init'),
  })
const frame = (cameraId: string, isKey: boolean, data: Uint8Array = Buffer.from(isKey ? 'key' : 'delta')) =>
  socket.live({ cameraId, rendition: 'clear', isKey, capturedAtMs: 1_795_000_000_123.5, parts: [data] })

describe('the hub’s socket', () => {
  test('orders reach the hub; invalid ones are ignored', async () => {
    service.order({ type: 'dance' } as unknown as HubOrder)
    service.order({ type: 'live-start', cameraId: CAMERA_ID, rendition: 'clear' })
    await until(() => orders.length > 0)

    expect(orders).toEqual([{ type: 'live-start', cameraId: CAMERA_ID, rendition: 'clear' }])
  })

  test('LIVE-01 a live video has a number, starts at a key frame, and carries capture times', async () => {
    const other = anyId()
    frame(CAMERA_ID, true)
    init(CAMERA_ID)
    init(other)
    frame(CAMERA_ID, false)
    frame(CAMERA_ID, true)
    frame(other, true)
    await until(() => service.liveMessages.length === 4)

    expect(service.notices).toMatchObject([
      { type: 'live-init', cameraId: CAMERA_ID, stream: 1, codec: 'avc1.42e01f', width: 640, height: 360 },
      { type: 'live-init', cameraId: other, stream: 2 },
    ])
    const seen = service.liveMessages.map((message) => ({
      ...readLiveHeader(message)!,
      text: String(message.subarray(16)),
    }))
    expect(seen.map(({ stream, isInit, isKey, text }) => [stream, isInit, isKey, text])).toEqual([
      [1, true, false, 'init'],
      [2, true, false, 'init'],
      [1, false, true, 'key'],
      [2, false, true, 'key'],
    ])
    expect(seen[2]!.capturedAtMs).toBe(1_795_000_000_123.5)
  })

  test('a connection that is too slow loses frames up to the next key frame', async () => {
    init(CAMERA_ID)
    frame(CAMERA_ID, true, Buffer.alloc(40_000_000))
    frame(CAMERA_ID, false)
    await until(() => service.liveMessages.length === 2)
    frame(CAMERA_ID, false)
    frame(CAMERA_ID, true)
    await until(() => service.liveMessages.length === 3)

    expect(String(service.liveMessages[2]!.subarray(16))).toBe('key')
  })

  test('reconnects after the service was away, with a new token if the old one is unknown', async () => {
    const port = Number(new URL(service.address).port)
    await service.stop()
    service = await new FakeService().start(port)
    await until(() => opened === 2)

    expect(service.socketCount).toBe(1)
  })

  test('HUB-04 closes a silently lost connection within 12 s', async () => {
    await socket.stop()
    const clock = manualClock()
    const client = new ServiceClient({
      service: service.address,
      key: FAKE_KEY,
      version: '0',
      hostname: 'h',
      instance: 'i',
      clock,
    })
    const on = { onOrder: () => {}, onOpen: () => {}, onClose: () => closed++ }
    let closed = 0
    socket = new ServiceSocket({ client, clock, log: () => {}, random: () => 0, ...on })
    socket.start()
    await until(() => socket.isOpen)
    service.deafen()
    await clock.advance(12_000)
    await until(() => closed === 1)
  })
})
