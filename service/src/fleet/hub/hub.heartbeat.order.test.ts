import { HUB_SILENT } from '@mimamori/contract/camera/status-reason.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { type CameraState, type Heartbeat, saveHeartbeats, turnOffline } from './hub.heartbeat.queries.ts'
import { insertHub, type TestHub } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const HUBS = 6
const ROUNDS = 25
const REFUSED = { code: 'refused', params: { host: '10.0.0.9' } } as const
const CLOCK_START = Date.UTC(2026, 5, 10)

test('SCALE-03 two instances that write beats of the same hubs at once wait for each other, in any order', async () => {
  const tenant = await service.tenant()
  const hubs: TestHub[] = []
  for (let n = 0; n < HUBS; n++) hubs.push(await insertHub(service, { tenant, cameras: 3 }))
  const beatsAt = (round: number): Heartbeat[] =>
    hubs.map(({ id, tenantId, cameraIds }) => {
      const receivedAt = new Date(CLOCK_START + round * 10_000)
      const cameras = cameraIds.map((cameraId): CameraState => {
        const isOnline = round % 2 === 0
        return {
          cameraId,
          isOnline,
          reason: isOnline ? null : REFUSED,
          lastFrameAt: receivedAt.toISOString(),
          running: 'Running',
          image: null,
        }
      })
      const load = { cpuShare: 0.1, memoryBytes: 1, diskFreeBytes: 1, spooledEvents: 0 }
      return { hubId: id, tenantId, receivedAt, ...load, cameras }
    })
  const reversed = (beats: Heartbeat[]) =>
    beats.toReversed().map((beat) => ({ ...beat, cameras: beat.cameras.toReversed() }))
  const deadlocks = async () => {
    const [row] = await service.sql`select deadlocks::int from pg_stat_database where datname = current_database()`
    return row!.deadlocks as number
  }
  const before = await deadlocks()
  for (let round = 0; round < ROUNDS; round++) {
    const beats = beatsAt(round)
    const write = (of: Heartbeat[]) => service.database.asPlatform('beats', (db) => saveHeartbeats(db, of))
    const off = service.database.asPlatform('silence', (db) =>
      turnOffline(db, new Date(CLOCK_START + 1e10), HUB_SILENT, new Date(CLOCK_START)),
    )
    await Promise.all([write(beats), write(reversed(beats)), off])
  }
  await service.sql`select pg_stat_force_next_flush()`
  expect(await deadlocks()).toBe(before)
})

test('SCALE-03 a heartbeat is written while alerts of the same cameras are stored', async () => {
  const hub = await insertHub(service, { tenant: await service.tenant(), cameras: 2 })
  const [first, second] = hub.cameraIds.toSorted() as [string, string]
  const receivedAt = new Date(CLOCK_START)
  const cameras = [first, second].map((cameraId): CameraState => {
    return {
      cameraId,
      isOnline: true,
      reason: null,
      lastFrameAt: receivedAt.toISOString(),
      running: 'Running',
      image: null,
    }
  })
  const load = { cpuShare: 0.1, memoryBytes: 1, diskFreeBytes: 1, spooledEvents: 0 }
  const beat: Heartbeat = { hubId: hub.id, tenantId: hub.tenantId, receivedAt, ...load, cameras }
  // As the reference of an alert to its camera locks it, until the alert is stored.
  await service.sql.begin(async (storing) => {
    await storing`select 1 from camera where id = ${second} for key share`
    await service.database.asPlatform('beats', (db) => saveHeartbeats(db, [beat]))
    await storing`select 1 from camera where id = ${first} for key share`
  })
  const rows = await service.sql`select status from camera where agent_id = ${hub.id}`
  expect(rows.map(({ status }) => status)).toEqual(['Online', 'Online'])
})

test('SCALE-03 a heartbeat is written while the hub’s first report waits for it', async () => {
  const hub = await insertHub(service, { tenant: await service.tenant(), cameras: 2 })
  const cameras = hub.cameraIds.toReversed().map((cameraId) => ({ cameraId, version: 1, errors: [] }))
  const waiting = () =>
    service.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const { report } = await service.sql.begin(async (beat) => {
    await beat`select from agent where id = ${hub.id} for no key update`
    const report = service.call(hub.token, 'hub.report', { body: { cameras } })
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1))
    await beat`update camera set status = 'Online' where agent_id = ${hub.id}`
    return { report }
  })
  expect((await report).status).toBe(200)
})
