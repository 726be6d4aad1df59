import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { startService, type TestService } from '../../testing.ts'
import { Peer } from '../live/testing.ts'
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

  test('CAM-06 a hub hears that its settings changed', async () => {
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

  test('a hub that answers no ping is taken for gone', async () => {
    const { hub, user, cameraId } = await home()
    await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state)
      values (${hub.tenantId}, ${cameraId}, 'A008', 'ENABLED')`
    const peer = await connect(hub)
    peer.socket.pause()
    service.clock.advance(20_000)
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
