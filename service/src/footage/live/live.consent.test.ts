/** Consent to clear video that is refused while somebody watches. */
import { randomUUID } from 'node:crypto'
import { CONSENTS } from '@mimamori/contract/care/resident-title.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { frame, Peer, play, putOnline } from './testing.ts'

let service: TestService
let address: string
const peers: Peer[] = []
beforeAll(async () => {
  service = await startService()
  address = (await service.listen()).replace('http', 'ws')
})
afterAll(async () => {
  for (const { socket } of peers) socket.terminate()
  await service.stop()
})

async function dial(path: string, headers?: Record<string, string>): Promise<Peer> {
  const peer = new Peer(address, path, headers)
  peers.push(peer)
  await peer.opened()
  return peer
}

test('RESIDENT-01 refused clear video ends for other roles, and stays for carers', async () => {
  const tenant = await service.tenant()
  const hub = await insertHub(service, { tenant, cameras: 1 })
  const cameraId = hub.cameraIds[0]!
  await putOnline(service, tenant)
  const admin = await service.user({ role: 'ADMIN', tenant })
  const nurse = await service.user({ role: 'USER', tenant })
  const visitor = await service.user({ role: 'DEMO_USER', tenant })
  const hubPeer = await dial('hub/socket', { 'x-authtoken': hub.token })
  const view = async (user: TestUser) => {
    const request = { params: { cameraId }, body: { viewingId: randomUUID() } }
    const { body } = await service.call(user.token, 'live.open', request)
    return dial(`live/socket?ticket=${body.ticket}`)
  }
  const [carers, visitors] = [await view(nurse), await view(visitor)]
  play(hubPeer, cameraId, frame('I', 0), frame('K', 1))
  await vi.waitFor(() => expect([carers.heard.at(-1), visitors.heard.at(-1)]).toEqual(['K1', 'K1']))

  const answer = { isGiven: true, answeredOn: '2026-11-01', answeredBy: '長女' }
  const consents = CONSENTS.map((kind) => ({ kind, ...answer, isGiven: kind !== 'clear-images' }))
  const stay = { cameraId, at: service.clock.now().toISOString() }
  await service.call(admin.token, 'resident.create', { body: { name: '山田 花子', consents, stay } })
  service.clock.advance(1_500)
  await visitors.closes({ code: 1000, reason: 'camera-unreachable' })
  expect(visitors.heard).not.toContain('K2')

  const again = await view(visitor)
  const asked = { type: 'live-start', cameraId, rendition: 'blurred' }
  await vi.waitFor(() => expect(hubPeer.heard).toContainEqual(expect.objectContaining(asked)))
  hubPeer.socket.send(frame('K', 2))
  await vi.waitFor(() => expect(carers.heard.at(-1)).toBe('K2'))
  await again.roundTrip()
  expect(again.heard).not.toContain('K2')
  expect(carers.closed).toBeNull()
})
