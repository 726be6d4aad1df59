/** Turning a camera over a real socket to a simulated hub. */
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertHub, type TestHub } from '#service/fleet/hub/testing.ts'
import { Peer } from '#service/footage/live/testing.ts'
import { startService, type TestService } from '#testing/service.ts'

let service: TestService
let address: string
beforeAll(async () => {
  service = await startService()
  address = (await service.listen()).replace('http', 'ws')
})
afterAll(() => service.stop())

const open: Peer[] = []
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate()
})

type Ask = Extract<HubOrder, { type: 'ask' }>
async function connect(hub: TestHub): Promise<Peer> {
  const peer = new Peer(address, 'hub/socket', { 'x-authtoken': hub.token })
  open.push(peer)
  await peer.opened()
  return peer
}

/** The hub answers the request with number `count` with `look`; returns the request. */
async function answers(peer: Peer, count: number, look: object): Promise<Ask['request']> {
  const asks = () => peer.heard.filter((each): each is Ask => (each as HubOrder).type === 'ask')
  await vi.waitFor(() => expect(asks()).toHaveLength(count), { timeout: 5_000 })
  const { askId, request } = asks()[count - 1]!
  peer.socket.send(JSON.stringify({ type: 'answer', askId, result: { type: 'look', ...look } }))
  return request
}

async function siteWithHub() {
  const tenant = await service.tenant()
  const hub = await insertHub(service, { tenant })
  const cameraId = hub.cameraIds[0]!
  await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state) values (${tenant.id}, ${cameraId}, 'A008', 'ENABLED')
    on conflict (tenant_id, camera_id, app_code) do update set state = 'ENABLED'`
  const nurse = await service.user({ role: 'USER', tenant })
  const of = { params: { cameraId } }
  return { tenant, hub, cameraId, nurse, of, go: { ...of, body: { preset: '1' } } }
}

const AWAY = { preset: 'Door', state: 'away', returnsAt: '2026-11-27T01:01:00.000Z' } as const
const LOOK = { presets: [{ token: '1', name: 'Door' }], away: AWAY }

describe('REAL-09 looking around with a camera', () => {
  test('REAL-09 a press reaches the hub, its response reaches the console, and both are audited', async () => {
    const { hub, nurse, cameraId, of, go } = await siteWithHub()
    const peer = await connect(hub)
    const gone = service.call(nurse.token, 'cameraLook.go', go)
    expect(await answers(peer, 1, LOOK)).toEqual({ type: 'look', cameraId, action: 'go', preset: '1' })
    expect(await gone).toMatchObject({ status: 200, body: { look: LOOK, error: null } })
    const back = service.call(nurse.token, 'cameraLook.return', of)
    expect(await answers(peer, 2, LOOK)).toEqual({ type: 'look', cameraId, action: 'return', preset: null })
    await back
    const seen = service.call(nurse.token, 'cameraLook.get', of)
    expect(await answers(peer, 3, LOOK)).toMatchObject({ action: 'status' })
    expect((await seen).body).toMatchObject({ look: { away: AWAY } })
    const entries = await service.sql`
      select action, actor_user_id as "userId", details from audit where object_id = ${cameraId} order by at, id`
    expect(entries).toMatchObject([
      { action: 'cameraLook.go', userId: nurse.id, details: { preset: '1' } },
      { action: 'cameraLook.return', userId: nurse.id },
    ])
  })

  test('REAL-09 a camera whose live streaming is off is not turned, but may still return', async () => {
    const { hub, nurse, cameraId, of, go } = await siteWithHub()
    await service.sql`update camera_app set state = 'DISABLED' where camera_id = ${cameraId} and app_code = 'A008'`
    const peer = await connect(hub)
    expect((await service.refused(nurse.token, 'cameraLook.go', go)).body.key).toBe('live-off')
    const back = service.call(nurse.token, 'cameraLook.return', of)
    expect(await answers(peer, 1, { ...LOOK, away: null })).toMatchObject({ action: 'return' })
    expect((await back).body).toMatchObject({ look: { away: null } })
  })

  test('REAL-09 one user turns cameras at most twenty times a minute', async () => {
    const { nurse, go } = await siteWithHub()
    const keys = []
    for (let count = 0; count < 21; count++)
      keys.push((await service.refused(nurse.token, 'cameraLook.go', go)).body.key)
    expect([new Set(keys.slice(0, 20)), keys[20]]).toEqual([new Set(['hub-offline']), 'too-many-requests'])
  })

  test('REAL-09 users with blurred video only, and guests of the demo, cannot turn cameras', async () => {
    const { tenant, go } = await siteWithHub()
    for (const role of ['RESTRICTED_USER', 'DEMO_USER'] as const) {
      const user = await service.user({ role, tenant })
      expect((await service.refused(user.token, 'cameraLook.go', go)).status).toBe(403)
    }
  })
})
