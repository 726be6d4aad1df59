/** Trying settings over a real socket to a simulated hub. */
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
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

const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})

type Ask = Extract<HubOrder, { type: 'ask' }>
async function connect(hub: TestHub): Promise<Peer> {
  const peer = new Peer(address, 'hub/socket', { 'x-authtoken': hub.token })
  open.push(peer.socket)
  await peer.opened()
  return peer
}
async function asked(peer: Peer): Promise<Ask> {
  const asks = () => peer.heard.filter((each): each is Ask => (each as HubOrder).type === 'ask')
  await vi.waitFor(() => expect(asks()).toHaveLength(1), { timeout: 5_000 })
  return asks()[0]!
}

async function siteWithHub() {
  const tenant = await service.tenant()
  const hub = await insertHub(service, { tenant })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const cameraId = hub.cameraIds[0]!
  const tryOut = (settings: object = {}, appCode: 'A003' | 'A005' = 'A003') => ({
    params: { cameraId, appCode },
    body: { settings: { appCode, ...settings }, schedule: null } as never,
  })
  return { hub, admin, cameraId, tryOut }
}

const FACTS = {
  frame: null,
  seen: { isReliable: true, changedPercent: 4, movingPercent: 1, reason: 'quiet', detections: [] },
  logFrom: '2026-11-20T00:00:00.000Z',
  wouldRaise: { count: 1, newest: ['2026-11-20T00:10:00.000Z'] },
  raised: null,
}

describe('APP-06 trying settings', () => {
  test('APP-06 the hub receives the tried values, completed with those of the camera', async () => {
    const { hub, admin, cameraId, tryOut } = await siteWithHub()
    await service.sql`update camera set pixel_change_percent = 7, motion_duration_seconds = 3 where id = ${cameraId}`
    const peer = await connect(hub)
    const answer = service.call(admin.token, 'cameraApp.tryout', tryOut({ motionDurationSeconds: 9, snoozeSeconds: 5 }))
    const { askId, request } = await asked(peer)
    expect(request).toMatchObject({
      type: 'tryout',
      cameraId,
      schedule: null,
      settings: { appCode: 'A003', pixelChangePercent: 7, motionDurationSeconds: 9, snoozeSeconds: 5, regions: [] },
    })
    peer.socket.send(JSON.stringify({ type: 'answer', askId, result: { type: 'tryout', ...FACTS } }))
    expect(await answer).toMatchObject({ status: 200, body: { isRunnable: null, facts: FACTS, error: null } })
  })

  test('APP-06 an app that the hub lacks is reported as such, and the hub receives no request', async () => {
    const { hub, admin, tryOut } = await siteWithHub()
    await service.sql`update agent set runnable_apps = ${['A003']} where id = ${hub.id}`
    const { body } = await service.call(admin.token, 'cameraApp.tryout', tryOut({}, 'A005'))
    expect(body).toEqual({ isRunnable: false, facts: null, error: null })
  })

  test('APP-06 a disconnected hub has its own error, and so do settings of another app', async () => {
    const { admin, tryOut } = await siteWithHub()
    const offline = await service.refused(admin.token, 'cameraApp.tryout', tryOut())
    expect([offline.status, offline.body.key]).toEqual([503, 'hub-offline'])
    const other = { ...tryOut(), body: { settings: { appCode: 'A005' }, schedule: null } as never }
    const wrong = await service.refused(admin.token, 'cameraApp.tryout', other)
    expect([wrong.status, wrong.body.fields]).toEqual([400, { 'settings.appCode': 'invalid' }])
  })
})
