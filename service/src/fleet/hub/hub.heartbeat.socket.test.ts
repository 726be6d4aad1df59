/** Heartbeats on a hub's socket. */
import type { HeartbeatBody } from '@mimamori/contract/fleet/heartbeat.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RATES } from '#platform/http/rate-limit.ts'
import { Peer } from '#service/footage/live/testing.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertHub, type TestHub } from './testing.ts'

let service: TestService
let address: string
beforeAll(async () => {
  service = await startService()
  address = (await service.listen()).replace('http', 'ws')
})
afterAll(() => service.stop())

const open: Peer[] = []
let hub: TestHub
let peer: Peer
beforeEach(async () => {
  hub = await insertHub(service, { cameras: 2 })
  peer = await connect(hub)
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate()
})

async function connect({ token }: { token: string }): Promise<Peer> {
  const made = new Peer(address, 'hub/socket', { 'x-authtoken': token })
  open.push(made)
  await made.opened()
  return made
}
/** The first message that each hub receives. */
const CHANGED = { type: 'desired-changed' }
const LOAD = { cpuShare: 0.25, memoryBytes: 7, diskFreeBytes: 8 }
/**
 * The hub reports that all of its cameras are online. `mark`, in `spooledEvents`, distinguishes heartbeats; a change is
 * written at once.
 */
function bodyOf({ cameraIds }: TestHub, mark: number, more: Partial<HeartbeatBody> = {}): HeartbeatBody {
  const image = { codec: 'h264', width: 1280, height: 720, framesPerSecond: 15, decodedBy: null }
  const lastFrameAt = service.clock.now().toISOString()
  const running = mark % 2 === 0 ? ('Running' as const) : ('Restarting' as const)
  const cameras = cameraIds.map((cameraId) => ({
    cameraId,
    isOnline: true,
    reason: null,
    lastFrameAt,
    running,
    image,
  }))
  return { ...LOAD, spooledEvents: mark, cameras, ...more }
}
const beat = (of: Peer, number: number, body: object, more: object = {}) =>
  of.socket.send(JSON.stringify({ type: 'heartbeat', number, body, ...more }))
/** Numbers of the messages sent so far that were acknowledged. */
async function taken(of: Peer): Promise<number[]> {
  await of.roundTrip()
  await of.roundTrip()
  return of.heard.flatMap((each) => {
    const { type, number } = each as { type: string; number: number }
    return type === 'heartbeat-taken' ? [number] : []
  })
}
/**
 * The mark of the hub's last stored heartbeat, once all received heartbeats are written: a later one of another hub is.
 */
async function marked({ id }: TestHub): Promise<number | null> {
  const later = await insertHub(service)
  const line = await connect(later)
  beat(line, 1, bodyOf(later, 99))
  const markOf = async (of: string) => {
    const [row] = await service.sql<
      { mark: number | null }[]
    >`select spooled_events as mark from agent where id = ${of}`
    return row!.mark
  }
  await vi.waitFor(async () => expect(await markOf(later.id)).toBe(99), { timeout: 5_000 })
  return markOf(id)
}
async function statusesOf({ id }: TestHub): Promise<string[]> {
  const rows = await service.sql<{ status: string }[]>`select status from camera where agent_id = ${id} order by name`
  return rows.map(({ status }) => status)
}

describe('a heartbeat on the hub’s socket', () => {
  test('HUB-04 is acknowledged and stored, with what its hub says of its machine and files', async () => {
    await service.user({ role: 'ADMIN', tenant: { id: hub.tenantId } })
    const machine = {
      ...{ startedAt: service.clock.now().toISOString(), memoryTotalBytes: 9, diskTotalBytes: null },
      ...{ addresses: ['10.0.0.5\u0000'], macIds: [], runnableApps: ['A003' as const], running: 'Running' as const },
      decoders: { h264: 'software' as const, hevc: 'software' as const },
    }
    const damagedStores = [{ store: 'spool' as const, at: service.clock.now().toISOString() }]
    beat(peer, 7, bodyOf(hub, 41, { machine, damagedStores }))
    await vi.waitFor(async () => expect(await taken(peer)).toEqual([7]))
    expect([await marked(hub), await statusesOf(hub)]).toEqual([41, ['Online', 'Online']])
    const { token } = await service.user({ role: 'SUPER_ADMIN' })
    const shown = (await service.call(token, 'agent.get', { params: { id: hub.id } })).body
    expect(shown).toMatchObject({ damagedStores, addresses: ['10.0.0.5 '] })
    const emails =
      await service.sql`select from mail_message where tenant_id = ${hub.tenantId} and template = 'hub-damage'`
    expect(emails).toHaveLength(1)
  })

  test.each<[string, (good: object) => object | string]>([
    ['no JSON', () => '{"type":"heartbeat",'],
    ['no body', () => ({ type: 'heartbeat', number: 1 })],
    ['no number', (body) => ({ type: 'heartbeat', body })],
    ['a field that nobody knows', (body) => ({ type: 'heartbeat', number: 1, body: { ...body, hubId: 'x' } })],
    ['a share above 1', (body) => ({ type: 'heartbeat', number: 1, body: { ...body, cpuShare: 3 } })],
    ['more than a call may have', (body) => ({ type: 'heartbeat', number: 1, pad: 'x'.repeat(1_100_000), body })],
    ['a malformed token', (body) => ({ type: 'heartbeat', number: 1, token: 'x'.repeat(2_001), body })],
  ])('that is bad (%s) counts for nothing, and the next good one does', async (_, wrong) => {
    const other = await insertHub(service)
    const others = await connect(other)
    const sent = wrong(bodyOf(hub, 1))
    peer.socket.send(typeof sent === 'string' ? sent : JSON.stringify(sent))
    beat(others, 1, bodyOf(other, 2))
    expect([await taken(peer), await taken(others)]).toEqual([[], [1]])
    expect([await marked(hub), await marked(other)]).toEqual([0, 2])
    beat(peer, 2, bodyOf(hub, 3))
    expect([await taken(peer), await marked(hub)]).toEqual([[2], 3])
  })

  test('a heartbeat on the socket counts as a sign of life; a silent hub is pinged after 12 s', async () => {
    let pings = 0
    peer.socket.on('ping', () => pings++)
    for (let number = 1; number <= 4; number++) {
      service.clock.advance(10_000)
      beat(peer, number, bodyOf(hub, number))
      expect((await taken(peer)).at(-1)).toBe(number)
    }
    expect(pings).toBe(0)
    service.clock.advance(12_000)
    await vi.waitFor(() => expect(pings).toBe(1))
  })

  test('a heartbeat above the message size limit closes only its own connection', async () => {
    const other = await insertHub(service)
    const others = await connect(other)
    peer.socket.send(JSON.stringify({ type: 'heartbeat', number: 1, pad: 'x'.repeat(9_000_000) }))
    await peer.closes({ code: 1009, reason: '' })
    beat(others, 1, bodyOf(other, 2))
    expect([await taken(others), await marked(other)]).toEqual([[1], 2])
  })

  test('HUB-04 counts for its hub’s rate as a call does; beyond it neither is taken, and others’ are', async () => {
    for (let number = 1; number <= RATES.hub.burst + 20; number++) beat(peer, number, bodyOf(hub, number))
    const numbers = await taken(peer)
    // Opening the socket counted as a call.
    expect(numbers).toEqual(Array.from({ length: RATES.hub.burst - 1 }, (_, index) => index + 1))
    expect((await service.refused(hub.token, 'hub.desired')).status).toBe(429)
    const other = await insertHub(service)
    const others = await connect(other)
    beat(others, 1, bodyOf(other, 2))
    expect(await taken(others)).toEqual([1])
    service.clock.advance(100)
    beat(peer, 900, bodyOf(hub, 900))
    expect((await taken(peer)).at(-1)).toBe(900)
  })

  test('S1 a heartbeat belongs to the hub that opened the socket, and changes no other hub’s camera', async () => {
    const neighbour = await insertHub(service, { tenant: { id: hub.tenantId, code: '' } })
    beat(peer, 1, bodyOf(neighbour, 5))
    expect([await taken(peer), await marked(hub), await marked(neighbour)]).toEqual([[1], 5, 0])
    expect(await statusesOf(neighbour)).toEqual(['Offline'])
  })

  test('HUB-01 heartbeats are accepted while the hub’s token is valid, and then with a newer one', async () => {
    const { tokens } = service.platform
    const sign = async (more: object = {}, until?: Date) => {
      const claims = { hubId: hub.id, tenantId: hub.tenantId, generation: 0, ...more }
      return (await tokens.signHub(claims, service.clock.now(), until)).token
    }
    const short = await sign({}, new Date(service.clock.now().getTime() + 5_000))
    peer = await connect({ token: short })
    service.clock.advance(6_000)
    const other = await insertHub(service)
    const fresh = await sign()
    const useless = [short, other.token, await sign({ isTooOld: true }), await sign({ generation: 1 }), 'none']
    beat(peer, 1, bodyOf(hub, 1))
    for (const [index, token] of useless.entries()) beat(peer, index + 2, bodyOf(hub, 1), { token })
    // They are verified in parallel, and the following ones after them.
    await Promise.all(useless.map((token) => tokens.verifyHub(token, service.clock.now())))
    expect([await taken(peer), await marked(hub)]).toEqual([[], 0])
    beat(peer, 20, bodyOf(hub, 20), { token: fresh })
    await vi.waitFor(async () => expect(await taken(peer)).toEqual([20]))
    beat(peer, 21, bodyOf(hub, 21))
    expect([await taken(peer), await marked(hub)]).toEqual([[20, 21], 21])
  })

  test('S7 heartbeats are rejected within a second of a revocation, even if the socket stays open', async () => {
    beat(peer, 1, bodyOf(hub, 1))
    expect([await taken(peer), await marked(hub)]).toEqual([[1], 1])
    await service.sql`update agent set revoked_at = now() where id = ${hub.id}`
    // A hub that reads nothing never answers the closing of its socket.
    peer.socket.pause()
    service.clock.advance(1_001)
    let mark = 1
    const isCounted = async () => {
      mark++
      beat(peer, mark, bodyOf(hub, mark))
      return (await marked(hub)) === mark
    }
    await vi.waitFor(async () => expect(await isCounted()).toBe(false), { timeout: 10_000 })
    expect(await isCounted()).toBe(false)
    peer.socket.resume()
    await peer.closes({ code: 4003, reason: 'revoked' })
  })

  test('a heartbeat on a socket that the same hub has replaced is ignored', async () => {
    peer.socket.pause()
    const newer = await connect(hub)
    beat(peer, 1, bodyOf(hub, 1))
    beat(newer, 1, bodyOf(hub, 2))
    expect([await taken(newer), await marked(hub)]).toEqual([[1], 2])
  })

  test('HUB-04 heartbeats are written when the service stops, later ones are not acknowledged', async () => {
    const ending = await startService()
    const its = await insertHub(ending)
    const line = new Peer((await ending.listen()).replace('http', 'ws'), 'hub/socket', { 'x-authtoken': its.token })
    open.push(line)
    await line.hears([CHANGED])
    beat(line, 1, bodyOf(its, 75))
    beat(line, 2, bodyOf(its, 77))
    const acknowledged = [1, 2].map((number) => ({
      ...{ type: 'heartbeat-taken', number },
      now: ending.clock.now().toISOString(),
    }))
    await line.hears([CHANGED, ...acknowledged])
    line.socket.pause()
    const stopped = ending.app.stop()
    beat(line, 3, bodyOf(its, 78))
    line.socket.resume()
    await stopped
    const [agent] = await ending.sql`select spooled_events from agent where id = ${its.id}`
    expect([agent?.spooled_events, line.heard]).toEqual([77, [CHANGED, ...acknowledged]])
    await ending.stop()
  })
})
