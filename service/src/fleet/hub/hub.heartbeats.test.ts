import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type SentStatement, STATEMENTS } from '#platform/postgres/database.ts'
import { startService, TestClock, type TestService } from '#testing/service.ts'
import type { CameraState } from './hub.heartbeat.queries.ts'
import { createHeartbeats, type Heartbeats } from './hub.heartbeats.ts'
import { insertHub, type TestHub } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let hub: TestHub
let clock: TestClock
let heard: LiveEvent[]
beforeEach(async () => {
  hub = await insertHub(service, { cameras: 2 })
  clock = new TestClock()
  const events: LiveEvent[] = []
  service.platform.bus.subscribe([hub.tenantId], (event) => events.push(event))
  heard = events
})

function collector(): Heartbeats {
  const onError = (error: unknown) => {
    throw error
  }
  return createHeartbeats({
    database: service.database,
    bus: service.platform.bus,
    wakeSignals: service.platform.wakeSignals,
    mail: service.platform.mail,
    clock,
    onError,
  })
}
const report = (cameraId: string, isOnline = true): CameraState => ({
  cameraId,
  isOnline,
  reason: isOnline ? null : { code: 'refused', params: { host: '10.0.0.9' } },
  lastFrameAt: clock.now().toISOString(),
  running: 'Running',
  image: { codec: 'h264', width: 1280, height: 720, framesPerSecond: 15, decodedBy: null },
})
function beat(of: Heartbeats, ...reports: CameraState[]) {
  const load = { cpuShare: 0.25, memoryBytes: 9_000_000_000, diskFreeBytes: 1, spooledEvents: 4 }
  of.hear({ hubId: hub.id, tenantId: hub.tenantId, receivedAt: clock.now(), ...load, cameras: reports }, {})
}
async function statuses() {
  const rows = await service.sql<{ status: string; reason: string | null }[]>`
    select status, status_reason ->> 'code' as reason from camera where tenant_id = ${hub.tenantId} order by name`
  return rows.map(({ status, reason }) => (reason ? `${status}: ${reason}` : status))
}

describe('CAM-15 heartbeats', () => {
  test('REACH-64 a hub is heard without a break until it is silent for as long as makes it offline', async () => {
    const heartbeats = collector()
    const since = async () => {
      beat(heartbeats, report(hub.cameraIds[0]!))
      await heartbeats.flush()
      const [row] = await service.sql<{ at: string }[]>`select heard_since as at from agent where id = ${hub.id}`
      return row!.at
    }
    const first = await since()
    clock.jump(29_999)
    expect(await since()).toBe(first)
    clock.jump(30_000)
    expect(await since()).toBe(clock.now().toISOString())
  })

  test('CAM-15 the first heartbeat sets cameras Online, with their frame, and notifies consoles once', async () => {
    const heartbeats = collector()
    beat(heartbeats, report(hub.cameraIds[0]!), report(hub.cameraIds[1]!, false))
    await heartbeats.flush()
    beat(heartbeats, report(hub.cameraIds[0]!), report(hub.cameraIds[1]!, false))
    await heartbeats.flush()

    expect(await statuses()).toEqual(['Online', 'Offline: refused'])
    expect(heard.filter((event) => event.type === 'camera-changed')).toHaveLength(2)
    const [agent] =
      await service.sql`select last_active_at, memory_bytes, spooled_events from agent where id = ${hub.id}`
    expect({ ...agent }).toEqual({
      last_active_at: clock.now().toISOString(),
      memory_bytes: 9_000_000_000,
      spooled_events: 4,
    })
  })

  test('CAM-15 an online camera reports a setting to improve, until it is improved', async () => {
    const heartbeats = collector()
    const seen = report(hub.cameraIds[0]!)
    beat(heartbeats, { ...seen, reason: { code: 'images-broken', params: {} } })
    await heartbeats.flush()
    expect((await statuses())[0]).toBe('Online: images-broken')
    beat(heartbeats, seen)
    await heartbeats.flush()
    expect((await statuses())[0]).toBe('Online')
  })

  test('CAM-11 the state of the hub’s work for a camera is stored, but not of apps on an AXIS camera', async () => {
    const heartbeats = collector()
    const [first, second] = hub.cameraIds as [string, string]
    await service.sql`update camera set type = 'AXIS', running_status = 'Stopped' where id = ${second}`
    beat(heartbeats, { ...report(first), running: 'Restarting' }, { ...report(second), running: 'Running' })
    await heartbeats.flush()
    const rows = await service.sql`
      select running_status as running, installation_status as installation from camera
      where tenant_id = ${hub.tenantId} order by name`
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { running: 'Restarting', installation: 'Installed' },
      { running: 'Stopped', installation: null },
    ])
  })

  test('CAM-15 a camera that goes offline is written at once, not with the next round', async () => {
    const heartbeats = collector()
    beat(heartbeats, report(hub.cameraIds[0]!))
    await heartbeats.flush()
    beat(heartbeats, report(hub.cameraIds[0]!, false))
    await vi.waitFor(async () => expect((await statuses())[0]).toBe('Offline: refused'))
  })

  test('CAM-15 a hub that is silent for 30 s sets its cameras Offline, once', async () => {
    const heartbeats = collector()
    beat(heartbeats, report(hub.cameraIds[0]!), report(hub.cameraIds[1]!))
    await heartbeats.flush()
    heard.length = 0
    for (let seconds = 0; seconds < 30; seconds += 2) {
      clock.advance(2_000)
      await heartbeats.sweep()
    }
    expect(await statuses()).toEqual(['Online', 'Online'])
    clock.advance(2_000)
    await heartbeats.sweep()
    await heartbeats.sweep()

    const silent = 'Offline: hub-silent'
    expect(await statuses()).toEqual([silent, silent])
    expect(heard.map(({ type }) => type)).toEqual(['camera-changed', 'camera-changed'])
  })

  test('CAM-15 after a restart or sleep of this machine no hub is offline before it could report', async () => {
    const before = collector()
    beat(before, report(hub.cameraIds[0]!), report(hub.cameraIds[1]!))
    await before.stop()
    clock.advance(3_600_000)
    const restarted = collector()
    await restarted.sweep()
    clock.advance(2_000)
    await restarted.sweep()
    expect(await statuses()).toEqual(['Online', 'Online'])

    clock.advance(600_000)
    await restarted.sweep()
    expect(await statuses()).toEqual(['Online', 'Online'])
  })

  test.each([60, 3_600, 86_400])(
    'CAM-15 a time that was %i s ahead for a moment hides no hub that falls silent afterwards',
    async (seconds) => {
      const heartbeats = collector()
      heartbeats.start()
      clock.jump(seconds * 1_000)
      await heartbeats.sweep()
      clock.jump(-seconds * 1_000)
      beat(heartbeats, report(hub.cameraIds[0]!))
      await heartbeats.flush()
      expect((await statuses())[0]).toBe('Online')
      for (let passed = 0; passed < 40; passed += 2) {
        clock.advance(2_000)
        await heartbeats.sweep()
      }
      expect((await statuses())[0]).toBe('Offline: hub-silent')
      await heartbeats.stop()
    },
  )

  test('a camera that never sent a frame has no last activity, whatever the hub’s clock', async () => {
    const heartbeats = collector()
    const [never, early] = hub.cameraIds as [string, string]
    const tomorrow = new Date(clock.now().getTime() + 86_400_000).toISOString()
    beat(heartbeats, { ...report(never), lastFrameAt: null }, { ...report(early), lastFrameAt: tomorrow })
    await heartbeats.flush()
    const rows = await service.sql`
      select status, last_activity_at as at from camera where tenant_id = ${hub.tenantId} order by name`
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { status: 'Online', at: null },
      { status: 'Online', at: clock.now().toISOString() },
    ])
  })

  test('a heartbeat that cannot be stored is dropped and delays no other hub’s', async () => {
    const others = [await insertHub(service), await insertHub(service)]
    const errors: unknown[] = []
    const heartbeats = createHeartbeats({
      database: service.database,
      bus: service.platform.bus,
      wakeSignals: service.platform.wakeSignals,
      mail: service.platform.mail,
      clock,
      onError: (error) => void errors.push(error),
    })
    const load = { cpuShare: null, memoryBytes: null, diskFreeBytes: null, spooledEvents: 1 }
    const hear = (of: TestHub, more: object) =>
      heartbeats.hear(
        { hubId: of.id, tenantId: of.tenantId, receivedAt: clock.now(), ...load, cameras: [], ...more },
        {},
      )
    const wrong = [
      { spooledEvents: 2 ** 40 },
      { cameras: [{ ...report(hub.cameraIds[0]!), reason: { code: 'failed', params: { detail: 'a\u0000b' } } }] },
    ]
    for (const more of wrong) {
      hear(others[0]!, {})
      hear(hub, more)
      hear(others[1]!, {})
      await heartbeats.flush()
      const ids = [hub, ...others].map(({ id }) => id)
      const heard = await service.sql`
        select id from agent where id = any(${ids}) and last_active_at = ${clock.now().toISOString()}`
      expect(heard.map(({ id }) => id).sort()).toEqual(others.map(({ id }) => id).sort())
      clock.advance(1_000)
    }
    expect(errors).toHaveLength(2)
  })

  test('when thousands of hubs return they are written in batches of hundreds, none is left out', async () => {
    const heartbeats = collector()
    const load = { cpuShare: null, memoryBytes: null, diskFreeBytes: null, spooledEvents: 1 }
    const ids = [...Array.from({ length: 1_200 }, () => crypto.randomUUID()), hub.id]
    const sizes: number[] = []
    const hear = (message: unknown) => {
      const { query } = message as SentStatement
      if (/^\s*update agent/.test(query.text)) sizes.push(JSON.parse(String(query.values.at(-1))).length)
    }
    STATEMENTS.subscribe(hear)
    for (const hubId of ids) {
      const cameras = Array.from({ length: 10 }, () => report(crypto.randomUUID()))
      heartbeats.hear({ hubId, tenantId: hub.tenantId, receivedAt: clock.now(), ...load, cameras }, {})
    }
    await heartbeats.flush()
    STATEMENTS.unsubscribe(hear)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(ids.length)
    const [row] = await service.sql`select last_active_at as at from agent where id = ${hub.id}`
    expect(row?.at).toBe(clock.now().toISOString())
  })

  test('a heartbeat does not affect cameras of other hubs', async () => {
    const other = await insertHub(service)
    const heartbeats = collector()
    beat(heartbeats, report(other.cameraIds[0]!))
    await heartbeats.flush()
    const [row] = await service.sql`select status from camera where id = ${other.cameraIds[0]!}`
    expect(row?.status).toBe('Offline')
  })

  test('a camera that a person switched off stays Disabled', async () => {
    await service.sql`update camera set is_enabled = false, status = 'Disabled' where id = ${hub.cameraIds[0]!}`
    const heartbeats = collector()
    beat(heartbeats, report(hub.cameraIds[0]!))
    await heartbeats.flush()
    expect((await statuses())[0]).toBe('Disabled')
  })
})
