import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
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

const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})

function dial(token: string): Peer {
  const peer = new Peer(address, 'hub/socket', { 'x-authtoken': token })
  open.push(peer.socket)
  return peer
}
async function connect(hub: TestHub): Promise<Peer> {
  const peer = dial(hub.token)
  await peer.opened()
  return peer
}
async function home() {
  const hub = await insertHub(service)
  await service.sql`update camera set status = 'Online' where tenant_id = ${hub.tenantId}`
  const tenant = { id: hub.tenantId, code: '' }
  const user = await service.user({ role: 'USER', tenant })
  return { tenant, hub, user, cameraId: hub.cameraIds[0]! }
}
const CHANGED = { type: 'desired-changed' }

describe('a hub’s socket', () => {
  test('the newest socket of a hub wins', async () => {
    const { hub } = await home()
    const first = await connect(hub)
    await connect(hub)
    await first.closes({ code: 4001, reason: 'replaced' })
  })

  test('CAM-06 a hub is notified when its settings change', async () => {
    const { hub, tenant, cameraId } = await home()
    const peer = await connect(hub)
    await peer.hears([CHANGED])
    await service.sql`update camera set desired_version = 2 where id = ${cameraId}`
    service.platform.bus.publish(tenant.id, { type: 'camera-changed', cameraId, unitId: null })
    service.platform.bus.publish(tenant.id, { type: 'camera-changed', cameraId, unitId: null })
    service.clock.advance(200)
    await peer.hears([CHANGED, CHANGED])
  })

  test('a revoked key closes the socket within a second', async () => {
    const { hub } = await home()
    const peer = await connect(hub)
    await service.sql`update agent set revoked_at = now() where id = ${hub.id}`
    service.clock.advance(1_001)
    await peer.closes({ code: 4003, reason: 'revoked' })
  })

  test('a hub that does not answer a ping counts as disconnected', async () => {
    const { hub, user, cameraId } = await home()
    await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state)
      values (${hub.tenantId}, ${cameraId}, 'A008', 'ENABLED')`
    const peer = await connect(hub)
    peer.socket.pause()
    service.clock.advance(22_000)
    peer.socket.resume()
    await vi.waitFor(() => expect(peer.closed).not.toBeNull())
    expect((await service.refused(user.token, 'live.open', { params: { cameraId } })).body.key).toBe('hub-offline')
  })

  test('a user’s token opens no hub socket', async () => {
    const { user } = await home()
    const peer = dial(user.token)
    await vi.waitFor(() => expect(peer.closed).not.toBeNull())
    expect(peer.heard).toEqual([])
  })
})

describe('HUB-03 a hub that lost its place', () => {
  const says = { version: '1', hostname: 'closet' }
  const open = async (key: string, instance = 'first') =>
    (await service.call(undefined, 'hub.session', { body: { key, ...says, instance } })).body.token
  /** Actions of a person or of another machine, and the key with which the hub continues; null: none. */
  const LOSSES: [how: string, lose: (key: string, id: string) => Promise<string | null>][] = [
    [
      'its key is exchanged after it was revoked',
      async (_, id) => {
        const { token } = await service.user({ role: 'SUPER_ADMIN' })
        await service.call(token, 'agent.revokeKey', { params: { id } })
        return (await service.call(token, 'agent.rotateKey', { params: { id } })).body.key
      },
    ],
    [
      'its record is deleted',
      async (_, id) => {
        await service.sql`delete from camera where agent_id = ${id}`
        const { token } = await service.user({ role: 'SUPER_ADMIN' })
        await service.call(token, 'agent.remove', { params: { id } })
        return null
      },
    ],
    [
      'it is given to another site and back',
      async (key, id) => {
        await service.sql`delete from camera where agent_id = ${id}`
        const { token } = await service.user({ role: 'SUPER_ADMIN' })
        const { tenantId, revision } = (await service.call(token, 'agent.get', { params: { id } })).body
        const other = (await service.tenant()).id
        await service.call(token, 'agent.patch', { body: { id, revision, tenantId: other } })
        await service.call(token, 'agent.patch', { body: { id, revision: revision + 1, tenantId } })
        return key
      },
    ],
    [
      'a second machine takes over while it is silent',
      async (key, id) => {
        await service.sql`update agent set last_active_at = null where id = ${id}`
        await open(key, 'second')
        return null
      },
    ],
    [
      'another instance of the service replaces its key',
      async (_, id) => {
        await service.sql`update agent set generation = generation + 1 where id = ${id}`
        return null
      },
    ],
  ]
  test.each(LOSSES)('loses token and socket within a second: %s', async (_, lose) => {
    const { hub } = await home()
    const token = await open(hub.key)
    const peer = dial(token)
    await peer.opened()
    expect((await service.call(token, 'hub.desired')).status).toBe(200)

    const next = await lose(hub.key, hub.id)
    service.clock.advance(1_000)
    const { status, body } = await service.refused(token, 'hub.desired')
    expect([status, body.key]).toEqual([401, 'hub-key-refused'])
    await peer.closes({ code: 4003, reason: 'revoked' })
    // Who has the place now does not wait for the service to forget.
    if (next) expect((await service.call(await open(next), 'hub.desired')).status).toBe(200)
  })

  test('a repeated registration replaces the previous socket at once', async () => {
    const tenant = await service.tenant()
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    const made = await service.call(operator.token, 'tenant.newKey', { params: { id: tenant.id } })
    const registration = { siteKey: made.body.authorizationKey, registrationId: randomUUID(), ...says }
    const register = async () => (await service.call(undefined, 'hub.register', { body: registration })).body.key
    const before = await open(await register())
    expect((await service.call(before, 'hub.desired')).status).toBe(200)
    const after = await open(await register())
    expect((await service.call(after, 'hub.desired')).status).toBe(200)
    expect((await service.refused(before, 'hub.desired')).body.key).toBe('hub-key-refused')
  })

  test('a token for the key before ends with that key', async () => {
    const { hub } = await home()
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    await service.call(operator.token, 'agent.rotateKey', { params: { id: hub.id } })
    service.clock.advance(24 * 60 * 60_000 - 60_000)
    const token = await open(hub.key)
    expect((await service.call(token, 'hub.desired')).status).toBe(200)
    service.clock.advance(60_000)
    expect((await service.refused(token, 'hub.desired')).body.key).toBe('session-ended')
  })
})
