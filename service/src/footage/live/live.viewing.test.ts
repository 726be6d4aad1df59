import { randomUUID } from 'node:crypto'
import { LIVE_PER_SESSION_MAX } from '@mimamori/contract/footage/live.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { insertHub, type TestHub } from '#service/fleet/hub/testing.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { VIEWER_BACKLOG_BYTES } from './live.channel.ts'
import { createViewings, VIEWING_RETAINED_MS } from './live.viewings.ts'
import { bigFrame, frame, Peer, play, putOnline } from './testing.ts'

let service: TestService
let address: string
beforeAll(async () => {
  service = await startService()
  address = (await service.listen()).replace('http', 'ws')
})
afterAll(() => service.stop())

const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})

async function dial(path: string, headers?: Record<string, string>): Promise<Peer> {
  const peer = new Peer(address, path, headers)
  open.push(peer.socket)
  await peer.opened()
  return peer
}

type Home = { tenant: TestTenant; hub: TestHub; user: TestUser; hubPeer: Peer; cameraId: string }

/** A site with its hub connected and its cameras online. */
async function home({ role = 'USER' as Role, cameras = 1, isBound = false } = {}): Promise<Home> {
  const tenant = await service.tenant()
  const hub = await insertHub(service, { tenant, cameras })
  await putOnline(service, tenant)
  const user = await service.user({ role, tenant, unitIds: isBound ? [hub.unitId] : undefined })
  const hubPeer = await dial('hub/socket', { 'x-authtoken': hub.token })
  return { tenant, hub, user, hubPeer, cameraId: hub.cameraIds[0]! }
}

const openLive = (user: TestUser, cameraId: string, viewingId?: string) =>
  service.call(user.token, 'live.open', { params: { cameraId }, body: { viewingId } })
const rejection = async (user: TestUser, cameraId: string, viewingId?: string) =>
  (await service.refused(user.token, 'live.open', { params: { cameraId }, body: { viewingId } })).body.key
async function view(user: TestUser, cameraId: string, viewingId?: string): Promise<Peer> {
  const { body } = await openLive(user, cameraId, viewingId)
  const peer = await dial(`live/socket?ticket=${body.ticket}`)
  await peer.hears([{ type: 'waiting' }])
  return peer
}
const viewsOf = async (user: TestUser): Promise<string[]> => {
  const rows = await service.sql<{ id: string }[]>`
    select object_id as id from audit where action = 'live.view' and actor_user_id = ${user.id} order by at, id`
  return rows.map(({ id }) => id)
}

/** Lets that much time go by, while the sockets answer the service's pings. */
async function pass(seconds: number, ...peers: Peer[]) {
  for (let left = seconds; left > 0; left -= 5) {
    service.clock.advance(5_000)
    await Promise.all(peers.map((peer) => peer.roundTrip()))
  }
}

describe('a viewing', () => {
  test('S17 has each camera of a wall in the audit once, however often its line is opened again', async () => {
    const { hub, user } = await home({ cameras: 3 })
    const [first, second, third] = hub.cameraIds as [string, string, string]
    const viewingId = randomUUID()
    for (const id of [first, second, first, second, first, third]) await openLive(user, id, viewingId)
    expect(await viewsOf(user)).toEqual([first, second, third])
  })

  test('S17 that is new, or of another session, is audited again', async () => {
    const { user, cameraId, tenant } = await home()
    const viewingId = randomUUID()
    await openLive(user, cameraId, viewingId)
    await openLive(user, cameraId, randomUUID())
    const other = await service.user({ role: 'ADMIN', tenant })
    await openLive(other, cameraId, viewingId)
    expect([await viewsOf(user), await viewsOf(other)]).toEqual([[cameraId, cameraId], [cameraId]])
  })

  test('LIVE-01 has the site’s minutes from its beginning, and opening it again gives no more', async () => {
    const { tenant, user, hub, hubPeer } = await home({ cameras: 2 })
    await service.sql`update tenant set streaming_restriction_minutes = 2 where id = ${tenant.id}`
    const [first, second] = hub.cameraIds as [string, string]
    const viewingId = randomUUID()
    expect((await openLive(user, first, viewingId)).body.endsAfterSeconds).toBe(120)
    await pass(90, hubPeer)
    expect((await openLive(user, first, viewingId)).body.endsAfterSeconds).toBe(30)
    expect((await openLive(user, second, viewingId)).body.endsAfterSeconds).toBe(30)
    const viewer = await view(user, second, viewingId)
    play(hubPeer, second, frame('I', 0), frame('K', 1))
    await vi.waitFor(() => expect(viewer.heard.at(-1)).toBe('K1'))
    await pass(25, hubPeer, viewer)
    expect(viewer.closed).toBeNull()
    service.clock.advance(5_000)
    await viewer.closes({ code: 1000, reason: 'live-time-over' })
    expect(await rejection(user, first, viewingId)).toBe('live-time-over')
    expect(await rejection(user, first, randomUUID())).toBe('live-time-over')
  })

  test('a viewing unused for an hour is deleted', () => {
    let nowMs = Date.parse('2026-11-20T01:00:00Z')
    const viewings = createViewings({ monotonicMs: () => 0, now: () => new Date(nowMs), after: () => () => {} })
    viewings.add('session/viewing', 'camera')
    nowMs += VIEWING_RETAINED_MS
    expect(viewings.isNew('session/viewing', 'camera')).toBe(false)
    nowMs += 1
    expect(viewings.isNew('session/viewing', 'camera')).toBe(true)
  })
})

describe('how many', () => {
  test('S10 a session may open 32 streams, the next is rejected; closing one frees its place', async () => {
    const { user, cameraId, tenant, hubPeer } = await home()
    const viewer = await view(user, cameraId)
    for (let open = 1; open < LIVE_PER_SESSION_MAX; open++) await openLive(user, cameraId)
    expect(await rejection(user, cameraId)).toBe('too-many-live')
    const other = await service.user({ role: 'ADMIN', tenant })
    expect((await openLive(other, cameraId)).status).toBe(200)

    viewer.socket.close()
    await vi.waitFor(async () => expect((await openLive(user, cameraId)).status).toBe(200))
    expect(await rejection(user, cameraId)).toBe('too-many-live')
    await pass(30, hubPeer)
    expect((await openLive(user, cameraId)).status).toBe(200)
  })
})

describe('S7 a lost right ends the stream', () => {
  const CHANGES: [string, (home: Home) => Promise<unknown>, string][] = [
    [
      'the camera moves to a unit of others',
      async ({ tenant, cameraId }) => {
        const [unit] = await service.sql<{ id: string }[]>`
          insert into unit (tenant_id, name) values (${tenant.id}, 'Elsewhere') returning id`
        await service.sql`update camera set unit_id = ${unit!.id} where id = ${cameraId}`
      },
      'camera-unreachable',
    ],
    [
      'the camera is removed',
      ({ cameraId }) => service.sql`update camera set deregistered_at = now() where id = ${cameraId}`,
      'camera-unreachable',
    ],
    [
      'the site’s live streaming is switched off',
      ({ tenant }) => service.sql`update tenant set is_live_streaming_enabled = false where id = ${tenant.id}`,
      'live-disabled',
    ],
    [
      'the user is disabled',
      ({ user }) => service.sql`update app_user set disabled_at = now() where id = ${user.id}`,
      'signed-out',
    ],
    [
      'the site is disabled',
      ({ tenant }) => service.sql`update tenant set disabled_at = now() where id = ${tenant.id}`,
      'signed-out',
    ],
  ]
  test.each(CHANGES)('within 2 s: %s', async (_, change, reason) => {
    const place = await home({ isBound: true })
    const viewer = await view(place.user, place.cameraId)
    service.clock.advance(1_500)
    await viewer.roundTrip()
    await change(place)
    service.clock.advance(2_000)
    await viewer.closes({ code: 1000, reason })
  })

  test('a camera that was removed is not found', async () => {
    const { user, cameraId } = await home()
    await service.sql`update camera set deregistered_at = now() where id = ${cameraId}`
    expect(await rejection(user, cameraId)).toBe('not-found')
  })

  test('live streaming switched off at one site ends its image alone for ORG_ADMIN', async () => {
    const organisation = await service.tenant({ kind: 'organisation' })
    const user = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    const viewers: Peer[] = []
    const sites = [await service.tenant({ parent: organisation }), await service.tenant({ parent: organisation })]
    for (const tenant of sites) {
      const hub = await insertHub(service, { tenant })
      await putOnline(service, tenant)
      await dial('hub/socket', { 'x-authtoken': hub.token })
      viewers.push(await view(user, hub.cameraIds[0]!))
    }
    await service.sql`update tenant set is_live_streaming_enabled = false where id = ${sites[0]!.id}`
    service.clock.advance(2_000)
    await viewers[0]!.closes({ code: 1000, reason: 'live-disabled' })
    expect(viewers[1]!.closed).toBeNull()
  })
})

describe('a slow line', () => {
  test('P10 a slow viewer skips frames and continues at a key frame; others miss none', async () => {
    const { user, cameraId, hubPeer } = await home()
    const slow = await view(user, cameraId)
    const quick = await view(user, cameraId)
    play(hubPeer, cameraId, frame('I', 0), frame('K', 1))
    await vi.waitFor(() => expect(slow.heard.at(-1)).toBe('K1'))
    slow.socket.pause()
    // More than the buffers of both ends of a line hold.
    const flood = Array.from({ length: 60 }, (_, at) => bigFrame(at % 10 === 0 ? 'K' : 'f', at + 100))
    for (const each of flood) {
      hubPeer.socket.send(each)
      await hubPeer.roundTrip()
    }
    await vi.waitFor(() => expect(quick.heard.at(-1)).toBe('f159'))
    slow.socket.resume()
    await slow.roundTrip()
    hubPeer.socket.send(frame('f', 7))
    hubPeer.socket.send(frame('K', 8))
    hubPeer.socket.send(frame('f', 9))
    await vi.waitFor(() => expect(slow.heard.at(-1)).toBe('f9'))
    const images = (peer: Peer) => peer.heard.filter((one) => typeof one === 'string')
    expect(images(quick)).toHaveLength(2 + flood.length + 3)
    expect(images(slow).slice(-2)).toEqual(['K8', 'f9'])
    expect(images(slow).length).toBeLessThan(images(quick).length)
    expect(flood[0]!.byteLength).toBeLessThan(VIEWER_BACKLOG_BYTES)
  })
})
