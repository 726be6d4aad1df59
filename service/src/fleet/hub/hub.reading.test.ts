/** Recorded segments read through a hub's real socket: back-pressure, queueing, silence, and misbehaving hubs. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { SEGMENT_PART_BYTES, SEGMENTS_AT_ONCE, segmentHeader } from '@mimamori/contract/footage/segment-header.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Peer } from '#service/footage/live/testing.ts'
import { startService, type TestService } from '#testing/service.ts'
import { SegmentHub } from '../../../../hub/src/testing/segment-hub.ts'
import { SEGMENT_SILENCE_MS } from './hub.reading.ts'
import { insertHub, type TestHub } from './testing.ts'

let service: TestService
let address: string
let hub: TestHub
const stops: (() => unknown)[] = []
beforeAll(async () => {
  service = await startService()
  address = await service.listen()
  hub = await insertHub(service)
})
afterAll(() => service.stop())
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function segmentHub(): Promise<SegmentHub> {
  const real = new SegmentHub(address, hub.token)
  stops.push(() => real.stop())
  await real.start()
  return real
}
/** A hub whose messages the test controls. */
async function peer(): Promise<Peer> {
  const one = new Peer(address.replace('http', 'ws'), 'hub/socket', { 'x-authtoken': hub.token })
  stops.push(() => one.socket.terminate())
  await one.opened()
  return one
}
const read = (segmentId: string) => service.platform.readHubSegment(hub.tenantId, hub.id, { segmentId, part: 'video' })
const readsOf = ({ heard }: Peer) =>
  heard.filter(
    (each): each is Extract<HubOrder, { type: 'segment-read' }> => (each as HubOrder).type === 'segment-read',
  )
const asked = (of: Peer, count: number) => vi.waitFor(() => expect(readsOf(of)).toHaveLength(count), { timeout: 5_000 })
const keyOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'came',
    (error) => error.key,
  )

test('REC-05 a segment arrives complete, and no faster than it is read', async () => {
  const real = await segmentHub()
  const id = randomUUID()
  const bytes = randomBytes(40 * SEGMENT_PART_BYTES + 17)
  real.keep(id, bytes)
  const stream = await read(id)
  // Nobody reads: only the data sent in advance arrives.
  const ahead = real.mores
  expect(ahead).toBeLessThan(3)
  expect(Buffer.concat(await stream.toArray()).equals(bytes)).toBe(true)
  expect(real.mores).toBeGreaterThanOrEqual(36)
})

test('REC-05 readers over a hub’s limit wait for their turn, and a leaving one frees its place', async () => {
  const one = await peer()
  const streams = Array.from({ length: SEGMENTS_AT_ONCE + 1 }, () => read(randomUUID()))
  await asked(one, SEGMENTS_AT_ONCE)
  await one.roundTrip()
  const [first] = readsOf(one)
  expect(readsOf(one)).toHaveLength(SEGMENTS_AT_ONCE)
  one.socket.send(Buffer.concat([segmentHeader(first!.readId), Buffer.from('part')]))
  const stream = await streams[0]!
  stream.destroy()
  await asked(one, SEGMENTS_AT_ONCE + 1)
  expect(one.heard).toContainEqual({ type: 'segment-stop', readId: first!.readId })
  const others = Promise.all(streams.slice(1).map(keyOf))
  one.socket.terminate()
  expect(new Set(await others)).toEqual(new Set(['hub-offline']))
})

test('REC-05 reading stops if a hub is silent or sends more than requested', async () => {
  const one = await peer()
  const silent = keyOf(read(randomUUID()))
  await asked(one, 1)
  service.clock.advance(SEGMENT_SILENCE_MS)
  expect(await silent).toBe('hub-timeout')

  const flooded = read(randomUUID())
  await asked(one, 2)
  const part = Buffer.concat([segmentHeader(readsOf(one)[1]!.readId), Buffer.alloc(SEGMENT_PART_BYTES)])
  for (let i = 0; i < 20; i++) one.socket.send(part)
  await one.roundTrip()
  expect(await keyOf(flooded.then((stream) => stream.toArray()))).toBe('hub-refused')
})

test('S1 a hub of another site, or one that is not connected, receives no request', async () => {
  const other = await insertHub(service)
  const request = { segmentId: randomUUID(), part: 'video' as const }
  expect(await keyOf(service.platform.readHubSegment(other.tenantId, hub.id, request))).toBe('hub-offline')
  expect(await keyOf(service.platform.readHubSegment(other.tenantId, other.id, request))).toBe('hub-offline')
})
