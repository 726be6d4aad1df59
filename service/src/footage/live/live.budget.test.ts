/** The site's minutes belong to a session: what does not renew them, and what does. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
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

async function dial(path: string, headers?: Record<string, string>): Promise<Peer> {
  const peer = new Peer(address, path, headers)
  open.push(peer.socket)
  await peer.opened()
  return peer
}

/** A site with 120 minutes and a nurse. */
async function home() {
  const tenant = await service.tenant()
  await service.sql`update tenant set streaming_restriction_minutes = 120 where id = ${tenant.id}`
  const hub = await insertHub(service, { tenant, cameras: 2 })
  await putOnline(service, tenant)
  const nurse = await service.user({ role: 'USER', tenant })
  const hubPeer = await dial('hub/socket', { 'x-authtoken': hub.token })
  return { tenant, hub, nurse, hubPeer, cameraId: hub.cameraIds[0]!, other: hub.cameraIds[1]! }
}

const openLive = (user: TestUser, cameraId: string, viewingId: string, continues = false) =>
  service.call(user.token, 'live.open', { params: { cameraId }, body: { viewingId, continues } })
const minutesLeft = async (user: TestUser, cameraId: string, viewingId = randomUUID(), continues = false) =>
  (await openLive(user, cameraId, viewingId, continues)).body.endsAfterSeconds! / 60
const rejection = async (user: TestUser, cameraId: string, body: { viewingId: string; continues?: boolean }) =>
  (await service.refused(user.token, 'live.open', { params: { cameraId }, body })).body.key
/** One open stream, in steps in which every connection answers the service's pings. */
async function watchFor(minutes: number, user: TestUser, cameraId: string, hubPeer: Peer, viewingId: string) {
  const { body } = await openLive(user, cameraId, viewingId)
  const viewer = await dial(`live/socket?ticket=${body.ticket}`)
  await vi.waitFor(() => expect(viewer.heard.length).toBeGreaterThan(0))
  play(hubPeer, cameraId, frame('I', 0), frame('K', 1))
  await vi.waitFor(() => expect(viewer.heard.at(-1)).toBe('K1'))
  for (let step = 1; step < minutes * 12; step++) {
    service.clock.advance(5_000)
    await Promise.all([hubPeer.roundTrip(), viewer.roundTrip()])
  }
  viewer.socket.close()
  await vi.waitFor(() => expect(viewer.closed).not.toBeNull())
  service.clock.advance(5_000)
  await hubPeer.roundTrip()
}
const rowsOf = async (user: TestUser) =>
  (await service.sql`select from audit where action = 'live.view' and actor_user_id = ${user.id}`).length

describe('the site’s minutes', () => {
  test('LIVE-01 are not renewed by a line that breaks, a page that reloads, or a second window', async () => {
    const { nurse, cameraId, other, hubPeer } = await home()
    const viewingId = randomUUID()
    expect(await minutesLeft(nurse, cameraId, viewingId)).toBe(120)
    await watchFor(61, nurse, cameraId, hubPeer, viewingId)
    expect(await minutesLeft(nurse, cameraId, viewingId)).toBe(59)
    expect(await minutesLeft(nurse, cameraId)).toBe(59)
    expect(await minutesLeft(nurse, other)).toBe(59)
  })

  test('LIVE-01 are those of each session alone', async () => {
    const { tenant, nurse, cameraId, hubPeer } = await home()
    await watchFor(2, nurse, cameraId, hubPeer, randomUUID())
    const colleague = await service.user({ role: 'USER', tenant })
    expect(await minutesLeft(colleague, cameraId)).toBe(120)
    expect(await minutesLeft(nurse, cameraId)).toBe(118)
  })

  test('LIVE-01 when over, begin again with "continue" alone, as a new audited viewing', async () => {
    const { tenant, nurse, cameraId, other, hubPeer } = await home()
    await service.sql`update tenant set streaming_restriction_minutes = 1 where id = ${tenant.id}`
    const viewingId = randomUUID()
    await watchFor(1, nurse, cameraId, hubPeer, viewingId)
    const before = await rowsOf(nurse)
    for (const body of [{ viewingId }, { viewingId: randomUUID() }, { viewingId, continues: true }]) {
      expect(await rejection(nurse, cameraId, body)).toBe('live-time-over')
    }
    const next = randomUUID()
    expect(await minutesLeft(nurse, cameraId, next, true)).toBe(1)
    expect(await rowsOf(nurse)).toBe(before + 1)
    await watchFor(1, nurse, other, hubPeer, next)
    expect(await rejection(nurse, cameraId, { viewingId: next, continues: true })).toBe('live-time-over')
  })

  test('LIVE-01 a budget’s viewing unused for ten minutes is new, and audited', async () => {
    const { nurse, cameraId, hubPeer } = await home()
    const viewingId = randomUUID()
    await watchFor(1, nurse, cameraId, hubPeer, viewingId)
    const before = await rowsOf(nurse)
    await service.sql`update live_budget set used_at = used_at - interval '11 minutes' where session_id = ${nurse.sessionId}`
    expect(await minutesLeft(nurse, cameraId, viewingId)).toBe(120)
    expect(await rowsOf(nurse)).toBe(before + 1)
  })
})
