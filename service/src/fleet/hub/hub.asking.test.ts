/** Requests to hubs over a real socket: responses, timeouts, limits, and access. */

import type { HubRequest } from '@mimamori/contract/camera/hub-request.ts'
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { Peer } from '#service/footage/live/testing.ts'
import { startService, type TestService } from '#testing/service.ts'
import { OPEN_REQUESTS_PER_HUB } from './hub.asking.ts'
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
async function connect(hub: TestHub): Promise<Peer> {
  const peer = new Peer(address, 'hub/socket', { 'x-authtoken': hub.token })
  open.push(peer.socket)
  await peer.opened()
  return peer
}

type Ask = Extract<HubOrder, { type: 'ask' }>
const asksOf = (peer: Peer) => peer.heard.filter((each): each is Ask => (each as HubOrder).type === 'ask')
async function asked(peer: Peer, count = 1): Promise<Ask[]> {
  await vi.waitFor(() => expect(asksOf(peer)).toHaveLength(count), { timeout: 5_000 })
  return asksOf(peer)
}
const probe = (streamUrl = 'rtsp://10.0.0.9/live'): Extract<HubRequest, { type: 'probe' }> => ({
  type: 'probe',
  cameraId: null,
  streamUrl,
  privateHosts: [],
  username: 'root',
  password: 's3cret',
  isBasicAllowed: false,
  certificate: null,
})
const ask = (hub: TestHub, request: HubRequest = probe()) =>
  service.platform.askHub(hub.tenantId, hub.id, request, { timeoutMs: 10_000 })
const PROBED = {
  type: 'probe',
  codec: 'h264',
  width: 1920,
  height: 1080,
  framesPerSecond: 15,
  withheld: null,
  jpeg: 'AAAA',
} as const

describe('a request to a hub', () => {
  test('CAM-12 the hub’s response reaches its caller', async () => {
    const hub = await insertHub(service)
    const peer = await connect(hub)
    const answer = ask(hub)
    const [{ askId, request }] = (await asked(peer)) as [Ask]
    expect(request).toEqual(probe())
    peer.socket.send(JSON.stringify({ type: 'answer', askId, result: PROBED }))
    expect(await answer).toEqual({ result: PROBED })
  })

  test('OPS-07 it carries the id of the call that asked, which the caller reads in the answer’s header', async () => {
    const hub = await insertHub(service)
    const peer = await connect(hub)
    const { token } = await service.user({ role: 'SUPER_ADMIN' })
    const body = { package: 'VCARE', action: 'stop' } as const
    const answer = service.call(token, 'agent.control', { params: { id: hub.id }, body })
    const [{ askId, requestId }] = (await asked(peer)) as [Ask]
    peer.socket.send(JSON.stringify({ type: 'answer', askId, result: { type: 'control', running: 'Stopped' } }))
    const { status, headers } = await answer
    expect([status, headers['x-request-id']]).toEqual([200, requestId])
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('CAM-12 an error is returned as a code with its values, without control characters', async () => {
    const hub = await insertHub(service)
    const peer = await connect(hub)
    const answer = ask(hub)
    const [{ askId }] = (await asked(peer)) as [Ask]
    const error = { code: 'failed', params: { detail: 'rtsp://nurse:hanami@10.0.0.9 refuses.\u0000\u001b[31m' } }
    peer.socket.send(JSON.stringify({ type: 'answer', askId, error }))
    expect(await answer).toEqual({ error: { code: 'failed', params: { detail: 'rtsp://10.0.0.9 refuses. [31m' } } })
  })

  test('a hub that is not connected, or is another site’s, cannot be asked', async () => {
    const [hub, other] = [await insertHub(service), await insertHub(service)]
    await expect(ask(hub)).rejects.toMatchObject({ key: 'hub-offline' })
    const peer = await connect(hub)
    await expect(ask({ ...hub, tenantId: other.tenantId })).rejects.toMatchObject({ key: 'hub-offline' })
    await peer.roundTrip()
    expect(asksOf(peer)).toEqual([])
  })

  test('a hub that does not respond in time is given up, and its late response is ignored', async () => {
    const hub = await insertHub(service)
    const peer = await connect(hub)
    const answer = ask(hub)
    answer.catch(() => {})
    const [{ askId }] = (await asked(peer)) as [Ask]
    service.clock.advance(10_000)
    await expect(answer).rejects.toMatchObject({ key: 'hub-timeout' })
    peer.socket.send(JSON.stringify({ type: 'answer', askId, result: PROBED }))
    await peer.roundTrip()
    expect(peer.closed).toBeNull()
  })

  test('requests to a hub that disconnects fail at once', async () => {
    const hub = await insertHub(service)
    const peer = await connect(hub)
    const answer = ask(hub)
    answer.catch(() => {})
    await asked(peer)
    peer.socket.terminate()
    await expect(answer).rejects.toMatchObject({ key: 'hub-offline' })
  })

  test('another hub’s response, and a response to something else, are ignored', async () => {
    const [hub, other] = [await insertHub(service), await insertHub(service)]
    const [peer, foreign] = [await connect(hub), await connect(other)]
    const answer = ask(hub)
    const [{ askId }] = (await asked(peer)) as [Ask]
    foreign.socket.send(JSON.stringify({ type: 'answer', askId, result: { ...PROBED, codec: 'forged' } }))
    await foreign.roundTrip()
    peer.socket.send(JSON.stringify({ type: 'answer', askId, result: { type: 'control', running: 'Running' } }))
    expect((await answer).error?.code).toBe('answer-unreadable')
  })

  test('the same is asked once at a time, and a hub has at most eight requests', async () => {
    const hub = await insertHub(service)
    const peer = await connect(hub)
    const waiting = [ask(hub)]
    await expect(ask(hub)).rejects.toMatchObject({ key: 'too-many-requests' })
    for (let number = 1; number < OPEN_REQUESTS_PER_HUB; number++) {
      waiting.push(ask(hub, probe(`rtsp://10.0.0.9/${number}`)))
    }
    await expect(ask(hub, probe('rtsp://10.0.0.9/more'))).rejects.toMatchObject({ key: 'too-many-requests' })
    for (const { askId } of await asked(peer, OPEN_REQUESTS_PER_HUB)) {
      peer.socket.send(JSON.stringify({ type: 'answer', askId, result: PROBED }))
    }
    expect((await Promise.all(waiting)).every((answer) => answer.result?.type === 'probe')).toBe(true)
    const [again] = [ask(hub)]
    const last = (await asked(peer, OPEN_REQUESTS_PER_HUB + 1)).at(-1)!
    peer.socket.send(JSON.stringify({ type: 'answer', askId: last.askId, result: PROBED }))
    expect((await again).result).toEqual(PROBED)
  })
})
