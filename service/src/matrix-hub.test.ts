/** What the key of a hub reaches: its own cameras, and nothing of another hub, be it of the same site. */
import { randomUUID } from 'node:crypto'
import { endpoints } from '@mimamori/contract/endpoints.ts'
import type { HubEvent } from '@mimamori/contract/hub-event.ts'
import { emptySecond } from '@mimamori/contract/measurement-block.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertHub, JPEG, MP4, raised, type TestHub } from './features/hub/testing.ts'
import { closeBlock } from './features/measurement/testing.ts'
import { startService, type TestService } from './testing.ts'
import { send } from './testing-matrix.ts'

const AT = '2026-11-20T00:59:00.000Z'
const LOAD = { cpuShare: null, memoryBytes: null, diskFreeBytes: null, spooledEvents: 0 }

/** They begin as their kinds do. */
const INIT = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(500, 3)])
const PIECE = Buffer.concat([Buffer.from('000000186d6f6f66', 'hex'), Buffer.alloc(500, 3)])

type Whose = 'own' | 'neighbour' | 'foreign' | 'missing'
type Objects = { camera: string; alert: string; init: string }

let service: TestService
let hub: TestHub
let objects: Record<Whose, Objects>
beforeAll(async () => {
  service = await startService()
  hub = await insertHub(service)
  objects = {
    own: await objectsOf(hub),
    neighbour: await objectsOf(await insertHub(service, { tenant: { id: hub.tenantId, code: '' } })),
    foreign: await objectsOf(await insertHub(service)),
    missing: { camera: randomUUID(), alert: randomUUID(), init: randomUUID() },
  }
})
afterAll(() => service.stop())

/** Marks the hub's camera with a word of its own, and lets the hub raise an alert whose clip is still to come. */
async function objectsOf(of: TestHub): Promise<Objects> {
  const camera = of.cameraIds[0]!
  await service.sql`update camera set name = ${`Canary ${camera}`}, stream_url = ${`rtsp://canary.example/${camera}`}
    where id = ${camera}`
  const alert = raised(camera, service.clock.now(), { hasClip: true })
  const body = { epoch: randomUUID(), fromSequence: 1, events: [alert] }
  expect((await service.call(of.token, 'hub.events', { body })).body.cursor).toBe(1)
  const init = randomUUID()
  const query = { cameraId: camera, codec: 'avc1.42c01e', width: 160, height: 90 }
  await service.call(of.token, 'recording.putInit', {
    params: { id: init },
    query,
    bytes: INIT,
    contentType: 'video/mp4',
  })
  return { camera, alert: alert.alertId, init }
}

/** Everything that calls of a hub may change, but for what is this hub's own. */
async function othersRows(): Promise<string> {
  const [row] = await service.sql`
    select (select jsonb_agg(c order by id) from camera c where agent_id <> ${hub.id}) as cameras,
      (select jsonb_agg(a order by id) from agent a where id <> ${hub.id}) as agents,
      (select jsonb_agg(a order by a.id) from alert a join camera c on c.id = a.camera_id where c.agent_id <> ${hub.id})
        as alerts,
      (select jsonb_agg(m order by m.id) from media m join camera c on c.id = m.camera_id where c.agent_id <> ${hub.id})
        as media,
      (select jsonb_agg(r order by r.id) from recording r join camera c on c.id = r.camera_id where c.agent_id <> ${hub.id})
        as recordings,
      (select jsonb_agg(g order by g.id) from recording_gap g join camera c on c.id = g.camera_id
        where c.agent_id <> ${hub.id}) as gaps,
      (select jsonb_agg(m order by m.id) from measurement_block m join camera c on c.id = m.camera_id
        where c.agent_id <> ${hub.id}) as blocks,
      (select jsonb_agg(h order by h.camera_id, h.starts_at) from measured_hour h join camera c on c.id = h.camera_id
        where c.agent_id <> ${hub.id}) as hours,
      (select jsonb_agg(c order by epoch) from agent_cursor c where agent_id <> ${hub.id}) as cursors`
  return JSON.stringify(row)
}
const report = (cameraId: string) => ({ cameraId, isOnline: true, reason: null, lastFrameAt: AT, picture: null })
const events = (...of: HubEvent[]) => ({ body: { epoch: randomUUID(), fromSequence: 1, events: of } })
const clipReady = (alertId: string): HubEvent => {
  return { type: 'clip-ready', alertId, mediaId: randomUUID(), durationMs: 1, alertAtMs: 0 }
}

type Call = [what: string, key: keyof typeof endpoints, about: (of: Objects) => object]
const CALLS: Call[] = [
  ['a frame', 'hub.putFrame', ({ camera }) => ({ params: { cameraId: camera }, query: { takenAt: AT }, bytes: JPEG })],
  [
    'a clip',
    'hub.putMedia',
    ({ camera }) => ({
      params: { id: randomUUID() },
      query: { cameraId: camera, contentType: 'video/mp4' },
      bytes: MP4,
    }),
  ],
  [
    'settings in force',
    'hub.report',
    ({ camera }) => ({ body: { cameras: [{ cameraId: camera, version: 1, error: 'mine' }] } }),
  ],
  [
    'the header of a recording',
    'recording.putInit',
    ({ camera }) => ({
      params: { id: randomUUID() },
      query: { cameraId: camera, codec: 'avc1.42c01e', width: 160, height: 90 },
      bytes: INIT,
    }),
  ],
  [
    'a piece of a recording',
    'recording.putSegment',
    ({ camera, init }) => ({
      params: { id: randomUUID() },
      query: { cameraId: camera, initId: init, startedAt: AT, durationMs: 6000 },
      bytes: PIECE,
    }),
  ],
  [
    'a still of a recording',
    'recording.putStill',
    ({ camera }) => ({ params: { id: randomUUID() }, query: { cameraId: camera, takenAt: AT }, bytes: JPEG }),
  ],
  [
    'a gap in a recording',
    'recording.putGap',
    ({ camera }) => ({
      params: { id: randomUUID() },
      body: { cameraId: camera, startedAt: AT, endedAt: null, cause: 'camera-lost' },
    }),
  ],
  [
    'a block of the feature log',
    'measurement.putBlock',
    ({ camera }) => ({
      params: { id: randomUUID() },
      query: { cameraId: camera },
      bytes: closeBlock({ apps: [], rows: [{ ...emptySecond(Date.parse(AT) / 1000), isReliable: true }] }),
    }),
  ],
  [
    'a piece that stays on its hub',
    'recording.putKept',
    ({ camera, init }) => ({
      params: { id: randomUUID() },
      body: { cameraId: camera, initId: init, startedAt: AT, durationMs: 6000, bytes: 500 },
    }),
  ],
  ['an alert', 'hub.events', ({ camera }) => events(raised(camera, new Date(AT)))],
  [
    'an alert under an id that is taken',
    'hub.events',
    ({ alert }) => events({ ...raised(objects.own.camera, new Date(AT)), alertId: alert }),
  ],
  ['a clip that is ready', 'hub.events', ({ alert }) => events(clipReady(alert))],
  ['a clip that failed', 'hub.events', ({ alert }) => events({ type: 'clip-failed', alertId: alert, reason: 'mine' })],
]

describe('S1 what a hub reaches', () => {
  test.each(CALLS)(
    '%s for the camera of another hub (%s) changes nothing there and answers as for a missing one',
    async (_, key, about) => {
      const before = await othersRows()
      const tell = (whose: Whose) => send(service.app.http, endpoints[key], hub.token, about(objects[whose]))
      const missing = await tell('missing')
      expect([await tell('neighbour'), await tell('foreign')]).toEqual([missing, missing])
      expect(await othersRows()).toBe(before)
      // The call is one that would have done something.
      expect((await tell('own')).status).toBe(200)
    },
  )

  test('a heartbeat about cameras of other hubs changes nothing of them, also when it is written later', async () => {
    const before = await othersRows()
    const cameras = (['neighbour', 'foreign', 'missing', 'own'] as const).map((whose) => report(objects[whose].camera))
    const told = await send(service.app.http, endpoints['hub.heartbeat'], hub.token, { body: { cameras, ...LOAD } })
    expect(told.status).toBe(200)
    // All of one heartbeat is written at once, so the others' part was due with the own one.
    await vi.waitFor(async () => {
      const [own] = await service.sql`select status from camera where id = ${objects.own.camera}`
      expect(own?.status).toBe('Online')
    })
    expect(await othersRows()).toBe(before)
  })

  test('the settings that a hub is told are of its own cameras alone', async () => {
    const { text } = await send(service.app.http, endpoints['hub.desired'], hub.token, {})
    const seen = (Object.keys(objects) as Whose[]).filter((whose) => text.includes(objects[whose].camera))
    expect(seen).toEqual(['own'])
  })

  test('a token names its hub and its site: a hub of another site is no hub of this one', async () => {
    const crossed = await service.hubToken({ id: hub.id, tenantId: (await service.tenant()).id })
    expect((await service.refused(crossed, 'hub.desired')).body.key).toBe('hub-key-refused')
  })
})
