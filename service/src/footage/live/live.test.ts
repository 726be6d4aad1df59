import { randomUUID } from 'node:crypto'
import { LIVE_HEADER_BYTES } from '@mimamori/contract/footage/live-header.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { insertHub, type TestHub } from '#service/fleet/hub/testing.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { frame, Peer, play, putOnline } from './testing.ts'

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

function dial(path: string, headers?: Record<string, string>): Peer {
  const peer = new Peer(address, path, headers)
  open.push(peer.socket)
  return peer
}
async function connect(hub: TestHub): Promise<Peer> {
  const peer = dial('hub/socket', { 'x-authtoken': hub.token })
  await peer.opened()
  return peer
}
const INIT = { type: 'init', codec: 'avc1.640028', width: 640, height: 360 }
const WAITING = { type: 'waiting' }
const START = (cameraId: string) => ({
  type: 'live-start',
  cameraId,
  rendition: 'clear',
})
const CHANGED = { type: 'desired-changed' }

async function home(role: Role = 'USER', more: { tenant?: TestTenant; unitIds?: string[] } = {}) {
  const tenant = more.tenant ?? (await service.tenant())
  const hub = await insertHub(service, { tenant })
  await putOnline(service, tenant)
  const user = await service.user({ role, tenant, unitIds: more.unitIds })
  return { tenant, hub, user, cameraId: hub.cameraIds[0]! }
}
const openLive = (user: TestUser, cameraId: string) => service.call(user.token, 'live.open', { params: { cameraId } })
async function view(user: TestUser, cameraId: string): Promise<Peer> {
  const { body } = await openLive(user, cameraId)
  const peer = dial(`live/socket?ticket=${body.ticket}`)
  await peer.opened()
  return peer
}

/** Ids of the users whose views of the camera are in the audit. */
async function auditedViews(cameraId: string): Promise<string[]> {
  const rows = await service.sql<{ actor: string }[]>`
    select actor_user_id as actor from audit where action = 'live.view' and object_id = ${cameraId}`
  return rows.map(({ actor }) => actor)
}

/** Lets that much time go by, while the sockets answer the service's pings. */
async function pass(seconds: number, ...peers: Peer[]) {
  for (let left = seconds; left > 0; left -= 5) {
    service.clock.advance(5_000)
    await Promise.all(peers.map((peer) => peer.roundTrip()))
  }
}

describe('a live view over real sockets', () => {
  test('LIVE-01 two viewers see one camera: the hub is asked once, the second starts at the key frame', async () => {
    const { hub, user, cameraId } = await home()
    const peer = await connect(hub)
    await peer.hears([CHANGED])
    const first = await view(user, cameraId)
    await first.hears([WAITING])
    await peer.hears([CHANGED, START(cameraId)])

    play(peer, cameraId, frame('I', 0), frame('K', 1), frame('f', 2))
    await first.hears([WAITING, INIT, 'I0', 'K1', 'f2'])
    const second = await view(user, cameraId)
    await second.hears([INIT, 'I0', 'K1', 'f2'])
    peer.socket.send(frame('f', 3))

    await first.hears([WAITING, INIT, 'I0', 'K1', 'f2', 'f3'])
    await second.hears([INIT, 'I0', 'K1', 'f2', 'f3'])
    expect(peer.heard).toEqual([CHANGED, START(cameraId)])
  })

  test('LIVE-01 the hub is asked to stop 5 s after the last viewer left', async () => {
    const { hub, user, cameraId } = await home()
    const peer = await connect(hub)
    const viewer = await view(user, cameraId)
    await peer.hears([CHANGED, START(cameraId)])
    viewer.socket.close()
    await vi.waitFor(() => expect(viewer.closed).not.toBeNull())
    await vi.waitFor(() => {
      service.clock.advance(5_000)
      expect(peer.heard.at(-1)).toEqual({ type: 'live-stop', cameraId, rendition: 'clear' })
    })
  })

  test('LIVE-02 a hub that reconnects is asked again, and the viewer continues', async () => {
    const { hub, user, cameraId } = await home()
    const peer = await connect(hub)
    const viewer = await view(user, cameraId)
    play(peer, cameraId, frame('I', 0), frame('K', 1))
    await viewer.hears([WAITING, INIT, 'I0', 'K1'])
    peer.socket.terminate()
    await viewer.hears([WAITING, INIT, 'I0', 'K1', WAITING])

    const again = await connect(hub)
    await vi.waitFor(() => expect(again.heard).toContainEqual(START(cameraId)))
    play(again, cameraId, frame('I', 2), frame('K', 3))
    await viewer.hears([WAITING, INIT, 'I0', 'K1', WAITING, INIT, 'I2', 'K3'])
  })

  test('LIVE-01 the image ends after the site’s minutes, with its reason', async () => {
    const { tenant, hub, user, cameraId } = await home()
    await service.sql`update tenant set streaming_restriction_minutes = 2 where id = ${tenant.id}`
    const peer = await connect(hub)
    expect((await openLive(user, cameraId)).body.endsAfterSeconds).toBe(120)
    const viewer = await view(user, cameraId)
    play(peer, cameraId, frame('I', 0), frame('K', 1))
    await viewer.hears([WAITING, INIT, 'I0', 'K1'])
    await pass(115, peer, viewer)
    expect(viewer.closed).toBeNull()
    service.clock.advance(5_000)
    await viewer.closes({ code: 1000, reason: 'live-time-over' })
    expect(viewer.heard.at(-1)).toEqual({ type: 'ended', key: 'live-time-over' })
  })

  test('a session that ends closes its images', async () => {
    const { hub, user, cameraId } = await home()
    await connect(hub)
    const viewer = await view(user, cameraId)
    await viewer.hears([WAITING])
    await service.call(user.token, 'session.logout')
    await viewer.closes({ code: 1000, reason: 'signed-out' })
    expect(viewer.heard.at(-1)).toEqual({ type: 'ended', key: 'signed-out' })
  })

  test('a session that another instance ended is noticed within 2 s', async () => {
    const { hub, user, cameraId } = await home()
    await connect(hub)
    const viewer = await view(user, cameraId)
    await viewer.hears([WAITING])
    await service.sql`update session set ended_at = now(), end_reason = 'by-administrator' where id = ${user.sessionId}`
    service.clock.advance(2_000)
    await viewer.closes({ code: 1000, reason: 'signed-out' })
  })

  test('a ticket is good once, and for 30 s', async () => {
    const { hub, user, cameraId } = await home()
    await connect(hub)
    const { body: used } = await openLive(user, cameraId)
    await dial(`live/socket?ticket=${used.ticket}`).opened()
    await dial(`live/socket?ticket=${used.ticket}`).closes({ code: 1008, reason: 'ticket refused' })

    const { body: old } = await openLive(user, cameraId)
    service.clock.advance(30_000)
    await dial(`live/socket?ticket=${old.ticket}`).closes({ code: 1008, reason: 'ticket refused' })
  })

  test('S7 a ticket opens no image outside of the address ranges of the site', async () => {
    const { hub, user, tenant, cameraId } = await home()
    await connect(hub)
    const ticketFrom = async (ip: string) => {
      const { body } = await service.call(user.token, 'live.open', { params: { cameraId }, ip })
      return `live/socket?ticket=${body.ticket}`
    }
    await service.sql`update tenant set allowed_ranges = '{127.0.0.9/32}' where id = ${tenant.id}`
    service.clock.advance(1_000)
    const outside = dial(await ticketFrom('127.0.0.9'))
    await outside.closes({ code: 1000, reason: 'camera-unreachable' })
    await service.sql`update tenant set allowed_ranges = '{127.0.0.1/32}' where id = ${tenant.id}`
    service.clock.advance(1_000)
    const inside = dial(await ticketFrom('127.0.0.1'))
    await inside.opened()
    await inside.roundTrip()
    const ended = { type: 'ended', key: 'camera-unreachable' }
    expect([outside.heard, inside.closed]).toEqual([[ended], null])
  })

  test('S7 a viewer whose rights change meanwhile is sent away to ask again', async () => {
    const { tenant, hub, cameraId } = await home()
    const user = await service.user({ role: 'USER', tenant, unitIds: [hub.unitId] })
    const peer = await connect(hub)
    const viewer = await view(user, cameraId)
    await viewer.hears([WAITING])
    await pass(5, peer, viewer)
    expect(viewer.closed).toBeNull()

    await service.sql`update app_user set role = 'RESTRICTED_USER' where id = ${user.id}`
    service.clock.advance(1_500)
    await viewer.closes({ code: 1000, reason: 'camera-unreachable' })
    const blurred = await view(user, cameraId)
    await blurred.hears([WAITING])
    await vi.waitFor(() => expect(peer.heard.at(-1)).toEqual({ ...START(cameraId), rendition: 'blurred' }))
    play(peer, cameraId, frame('I', 0), frame('K', 1))
    await peer.roundTrip()
    expect(blurred.heard).toEqual([WAITING])
  })

  test.each([
    ['USER', 'clear-snapshots', 'clear'],
    ['RESTRICTED_USER', 'blurred-snapshots', 'blurred'],
  ] as const)('LIVE-01 a browser without video gets snapshots: %s %s', async (role, rendition, people) => {
    const { tenant, hub, cameraId } = await home()
    const user = await service.user({ role, tenant, unitIds: [hub.unitId] })
    const peer = await connect(hub)
    const { body } = await service.call(user.token, 'live.open', { params: { cameraId }, body: { snapshots: true } })
    expect(body.people).toBe(people)
    const viewer = dial(`live/socket?ticket=${body.ticket}`)
    await viewer.opened()
    await vi.waitFor(() => expect(peer.heard.at(-1)).toEqual({ ...START(cameraId), rendition }), { timeout: 10_000 })
    const init = { type: 'live-init', cameraId, rendition, stream: 3, codec: 'jpeg', width: 640, height: 360 }
    peer.socket.send(JSON.stringify(init))
    peer.socket.send(frame('I', 0).subarray(0, LIVE_HEADER_BYTES))
    for (const mark of [1, 2]) peer.socket.send(frame('K', mark))
    // The last byte of a header alone is that of its time.
    await viewer.hears([WAITING, { type: 'init', codec: 'jpeg', width: 640, height: 360 }, 'I0', 'K1', 'K2'])
    expect(await auditedViews(cameraId)).toEqual([user.id])

    await service.sql`update tenant set is_live_streaming_enabled = false where id = ${tenant.id}`
    service.clock.advance(1_500)
    await viewer.closes({ code: 1000, reason: 'live-disabled' })
    const stop = { type: 'live-stop', cameraId, rendition }
    await vi.waitFor(() => expect(peer.heard.at(-1)).toEqual(stop), { timeout: 10_000 })
  })

  test('a tile gets the small stream where the hub of the camera has one, else the image itself', async () => {
    const { hub, user, cameraId } = await home()
    const peer = await connect(hub)
    const openSmall = async () => {
      const body = { small: true }
      const { body: answer } = await service.call(user.token, 'live.open', { params: { cameraId }, body })
      const viewer = dial(`live/socket?ticket=${answer.ticket}`)
      await viewer.opened()
      return viewer
    }
    const viewer = await openSmall()
    await vi.waitFor(() => expect(peer.heard.at(-1)).toEqual(START(cameraId)))
    viewer.socket.close()
    await service.sql`update camera set reported_settings = '{"subStreamUrl": "rtsp://10.0.0.9/sub"}' where id = ${cameraId}`
    await openSmall()
    await vi.waitFor(() => expect(peer.heard.at(-1)).toEqual({ ...START(cameraId), rendition: 'clear-small' }))
  })

  test('a page of another origin opens no image', async () => {
    const { hub, user, cameraId } = await home()
    await connect(hub)
    const { body } = await openLive(user, cameraId)
    const foreign = dial(`live/socket?ticket=${body.ticket}`, { origin: 'https://evil.example' })
    await vi.waitFor(() => expect(foreign.closed).not.toBeNull())
    expect(foreign.heard).toEqual([])
  })
})

describe('the right to open a live stream', () => {
  test('each viewing is written to the audit', async () => {
    const { hub, user, cameraId } = await home()
    await connect(hub)
    await openLive(user, cameraId)
    expect(await auditedViews(cameraId)).toEqual([user.id])
  })

  test('LIVE-01 the error says whether the site lacks live streaming, the camera is off or its hub away', async () => {
    const { tenant, hub, user, cameraId } = await home()
    const rejection = async () => (await service.refused(user.token, 'live.open', { params: { cameraId } })).body.key
    expect(await rejection()).toBe('hub-offline')
    await connect(hub)
    await service.sql`update camera set status = 'Offline' where id = ${cameraId}`
    expect(await rejection()).toBe('camera-unreachable')
    await service.sql`update tenant set is_live_streaming_enabled = false where id = ${tenant.id}`
    expect(await rejection()).toBe('live-disabled')
  })

  test('a camera of another site, of another unit, or of none is not found', async () => {
    const { hub, tenant, cameraId } = await home()
    await connect(hub)
    const [elsewhere] = await service.sql<{ id: string }[]>`
      insert into unit (tenant_id, name) values (${tenant.id}, 'Elsewhere') returning id`
    const bound = await service.user({ role: 'USER', tenant, unitIds: [elsewhere!.id] })
    const foreign = await service.user({ role: 'ADMIN' })
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    for (const [user, id] of [
      [bound, cameraId],
      [foreign, cameraId],
      [operator, cameraId],
      [foreign, randomUUID()],
    ] as const) {
      expect((await openLive(user, id)).status).toBe(404)
    }
  })

  test('the administrator of the organization may watch its sites', async () => {
    const organisation = await service.tenant({ kind: 'organisation' })
    const site = await service.tenant({ parent: organisation })
    const { hub, cameraId } = await home('USER', { tenant: site })
    await connect(hub)
    const user = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    expect((await openLive(user, cameraId)).status).toBe(200)
    const rows = await service.sql`select tenant_id from audit where action = 'live.view' and object_id = ${cameraId}`
    expect(rows.map((row) => row.tenant_id)).toEqual([site.id])
  })
})
