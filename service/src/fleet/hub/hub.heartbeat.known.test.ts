/** Writes caused by unchanged heartbeats, and the time until a silent hub is found. CAM-15. */
import { HUB_HEARTBEAT_SECONDS, HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type SentStatement, STATEMENTS } from '#platform/postgres/database.ts'
import { startService, TestClock, type TestService } from '#testing/service.ts'
import type { CameraState } from './hub.heartbeat.queries.ts'
import { createHeartbeats, type Heartbeats } from './hub.heartbeats.ts'
import { insertHub, type TestHub } from './testing.ts'

const BEAT_MS = HUB_HEARTBEAT_SECONDS * 1000
const SILENT_MS = HUB_OFFLINE_AFTER_SECONDS * 1000

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let hub: TestHub
let clock: TestClock
let heartbeats: Heartbeats
/** How often rows of cameras were read for heartbeats, and for silent hubs. */
let looks: { heard: number; silent: number }
function count(message: unknown) {
  const { text } = (message as SentStatement).query
  if (/^\s*update camera c set status = s\.status/.test(text)) looks.heard++
  if (/^\s*update camera c set status = 'Offline'/.test(text)) looks.silent++
}
beforeEach(async () => {
  hub = await insertHub(service)
  clock = new TestClock()
  heartbeats = collector()
  looks = { heard: 0, silent: 0 }
  STATEMENTS.subscribe(count)
})
afterEach(async () => {
  STATEMENTS.unsubscribe(count)
  await heartbeats.stop()
  // What timers began before is through with its statements before this one is.
  await heartbeats.sweep()
})

function collector(): Heartbeats {
  const { bus, wakeSignals, mail } = service.platform
  const onError = (error: unknown) => {
    throw error
  }
  return createHeartbeats({ database: service.database, bus, wakeSignals, mail, clock, onError })
}
const LINE = {}
const LOAD = { cpuShare: null, memoryBytes: null, diskFreeBytes: null, spooledEvents: 0 }
/** The hub says how its camera is, over one socket unless said. Answers how often that camera's row was looked at for it. */
async function beat(more: Partial<CameraState> = {}, line: object = LINE): Promise<number> {
  const image = { codec: 'h264', width: 1280, height: 720, framesPerSecond: 15, decodedBy: null }
  const running = 'Running' as const
  const lastFrameAt = clock.now().toISOString()
  const camera = { cameraId: hub.cameraIds[0]!, isOnline: true, reason: null, lastFrameAt, running, image, ...more }
  const before = looks.heard
  heartbeats.hear({ hubId: hub.id, tenantId: hub.tenantId, receivedAt: clock.now(), ...LOAD, cameras: [camera] }, line)
  await heartbeats.flush()
  return looks.heard - before
}
async function statusNow(): Promise<string> {
  const [row] = await service.sql<{ status: string }[]>`select status from camera where id = ${hub.cameraIds[0]!}`
  return row!.status
}
const WEAK = { code: 'images-broken', params: {} } as const

describe('an unchanged heartbeat', () => {
  test('reads rows of cameras only every 40 s, and the hub counts as alive meanwhile', async () => {
    const looked = []
    for (let beats = 0; beats < 9; beats++) {
      looked.push(await beat())
      const [agent] = await service.sql`select last_active_at as at from agent where id = ${hub.id}`
      expect(agent?.at).toBe(clock.now().toISOString())
      clock.advance(BEAT_MS)
    }
    expect(looked).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
    const [camera] = await service.sql`select last_activity_at as at from camera where id = ${hub.cameraIds[0]!}`
    expect(camera?.at).toBe(new Date(clock.now().getTime() - BEAT_MS).toISOString())
  })

  test.each<[string, Partial<CameraState>, object]>([
    ['with another state', { isOnline: false, reason: WEAK }, LINE],
    ['with another reason', { reason: WEAK }, LINE],
    ['with another image', { image: null }, LINE],
    ['over another socket', {}, {}],
  ])('is one that says something new: %s', async (_, more, line) => {
    const camera = { lastFrameAt: clock.now().toISOString() }
    expect([await beat(camera), await beat(camera)]).toEqual([1, 0])
    expect(await beat({ ...camera, ...more }, line)).toBe(1)
  })

  test('a camera whose frames resume is read at the first of them', async () => {
    const [first, long] = [clock.now(), 10 * 60_000]
    const stuck = { lastFrameAt: first.toISOString() }
    await beat(stuck)
    clock.advance(long)
    await beat(stuck)
    await service.sql`update camera set status = 'Inactive' where id = ${hub.cameraIds[0]!}`
    clock.advance(BEAT_MS)
    expect([await beat(stuck), await statusNow()]).toEqual([0, 'Inactive'])
    expect([await beat(), await statusNow()]).toEqual([1, 'Online'])
  })

  test('puts right within 40 s what others wrote into the rows of its cameras', async () => {
    await beat()
    await service.sql`update camera set status = 'Offline' where id = ${hub.cameraIds[0]!}`
    for (let at = 0; at < 4; at++) {
      clock.advance(BEAT_MS)
      await beat()
    }
    expect(await statusNow()).toBe('Online')
  })

  test('rows are read again if the hub was silent for nearly as long as the limit', async () => {
    expect([await beat(), await beat()]).toEqual([1, 0])
    clock.advance(SILENT_MS - 5_000)
    expect([await beat(), await beat()]).toEqual([1, 0])
  })

  test('rows are read again if the previous heartbeat could not be written', async () => {
    await beat()
    clock.advance(SILENT_MS)
    const failing = vi.spyOn(service.database, 'asPlatform').mockRejectedValueOnce(new Error('away'))
    await expect(beat()).rejects.toThrow('away')
    failing.mockRestore()
    expect(await beat()).toBe(1)
  })

  test('after a silence all rows are read, on whichever instance the hub became offline', async () => {
    const other = collector()
    await beat()
    for (let at = 0; at <= SILENT_MS; at += 2_000) {
      clock.advance(2_000)
      await other.sweep()
    }
    expect(await statusNow()).toBe('Offline')
    expect([await beat(), await statusNow()]).toEqual([1, 'Online'])
  })
})

describe('a hub that falls silent', () => {
  /** Lets this many milliseconds pass, in which each of these hubs sends a heartbeat every 10 s. */
  async function pass(ms: number, hubIds: readonly string[]): Promise<void> {
    for (let at = 0; at < ms; at += 100) {
      for (const [index, hubId] of hubIds.entries()) {
        if ((at + 10 * index) % BEAT_MS >= 100) continue
        const receivedAt = clock.now()
        heartbeats.hear({ hubId, tenantId: hub.tenantId, receivedAt, ...LOAD, cameras: [] }, LINE)
      }
      clock.advance(100)
    }
    // Those that the timers began were in the queue before this one.
    await heartbeats.sweep()
  }

  test('CAM-15 is found when its 30 s are over, not at the next look at all hubs', async () => {
    heartbeats.start()
    for (let at = 0; at < 4; at++) {
      await beat()
      clock.advance(BEAT_MS)
    }
    clock.advance(SILENT_MS - BEAT_MS)
    await heartbeats.sweep()
    expect(await statusNow()).toBe('Online')
    clock.advance(5)
    await vi.waitFor(async () => expect(await statusNow()).toBe('Offline'), { timeout: 5_000 })
  })

  test('CAM-15 costs those that are alive no look, and many together are found in few', async () => {
    const hubIds = Array.from({ length: 900 }, () => crypto.randomUUID())
    heartbeats.start()
    await pass(SILENT_MS + BEAT_MS, hubIds)
    looks.silent = 0
    await pass(60_000, hubIds)
    expect(looks.silent).toBe(60_000 / 2_000 + 1)
    // All of them within ten seconds, as in a power cut of a region.
    looks.silent = 0
    await pass(SILENT_MS + BEAT_MS, [])
    const regular = (SILENT_MS + BEAT_MS) / 2_000 + 1
    expect(looks.silent).toBeGreaterThan(regular)
    expect(looks.silent).toBeLessThanOrEqual(regular + BEAT_MS / 500 + 1)
  })
})
