/** Learned movement over a real socket to a hub that a test plays. */
import { NO_AMBIENT_CELLS } from '@mimamori/contract/camera/ambient/ambient-cells.ts'
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { Peer } from '#service/footage/live/testing.ts'
import { startService, type TestService } from '#testing/service.ts'

let service: TestService
let address: string
beforeAll(async () => {
  service = await startService()
  address = (await service.listen()).replace('http', 'ws')
})
afterAll(() => service.stop())

const CELLS = `c0${NO_AMBIENT_CELLS.slice(2)}`
const NO_ARRIVALS = { learned: [], removed: [] }
const FACTS = { learned: [{ cells: CELLS, minutes: 41 }], removed: [], waits: null, arrivals: NO_ARRIVALS }

async function siteWithHub() {
  const tenant = await service.tenant()
  const hub = await insertHub(service, { tenant })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const cameraId = hub.cameraIds[0]!
  const peer = new Peer(address, 'hub/socket', { 'x-authtoken': hub.token })
  await peer.opened()
  /** Answers the next request of the service with these facts, and returns the request. */
  const answerNext = async (facts: object) => {
    const asked = () => peer.heard.filter((each) => (each as HubOrder).type === 'ask').at(-1)
    await vi.waitFor(() => expect(asked()).toBeDefined(), { timeout: 5_000 })
    const { askId, request } = asked() as Extract<HubOrder, { type: 'ask' }>
    peer.heard.length = 0
    peer.socket.send(JSON.stringify({ type: 'answer', askId, result: { type: 'ambient', ...facts } }))
    return request
  }
  return { tenant, admin, cameraId, peer, answerNext }
}

describe('REAL-04 regions that move without people', () => {
  test('REAL-04 the page gets what the hub learned, and a removal reaches the hub and the audit', async () => {
    const { tenant, admin, cameraId, peer, answerNext } = await siteWithHub()
    const params = { cameraId }
    const learned = service.call(admin.token, 'ambient.get', { params })
    expect(await answerNext(FACTS)).toEqual({ type: 'ambient', cameraId, change: null })
    expect((await learned).body).toEqual({ facts: FACTS, error: null })

    const removal = { of: 'motion' as const, action: 'remove' as const, cells: CELLS }
    const removing = service.call(admin.token, 'ambient.change', { params, body: removal })
    const after = { learned: [], removed: [CELLS], waits: null, arrivals: NO_ARRIVALS }
    expect(await answerNext(after)).toEqual({ type: 'ambient', cameraId, change: removal })
    expect((await removing).body).toEqual({ facts: after, error: null })
    const audited = await service.sql`
      select action, object_id as "objectId" from audit where tenant_id = ${tenant.id} and action like 'ambient.%'`
    expect(audited).toEqual([{ action: 'ambient.remove', objectId: cameraId }])
    peer.socket.terminate()
  })

  test('a wrong number of cells is rejected, and nothing is known from a hub that is away', async () => {
    const { admin, cameraId, peer } = await siteWithHub()
    const params = { cameraId }
    const body = { of: 'motion' as const, action: 'remove' as const, cells: 'c0' }
    expect((await service.refused(admin.token, 'ambient.change', { params, body })).status).toBe(400)
    peer.socket.terminate()
    const changed = async () =>
      (await service.refused(admin.token, 'ambient.change', { params, body: { ...body, cells: CELLS } })).body
    await vi.waitFor(async () => expect(await changed()).toMatchObject({ key: 'hub-offline' }), { timeout: 5_000 })
    expect((await service.call(admin.token, 'ambient.get', { params })).body).toEqual({ facts: null, error: null })
  })
})
