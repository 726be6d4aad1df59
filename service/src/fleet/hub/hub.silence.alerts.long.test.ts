import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startService, TestClock, type TestService } from '#testing/service.ts'
import { insertUnit } from '#testing/site.ts'
import { createHeartbeats, type Heartbeats } from './hub.heartbeats.ts'
import { insertHub, type TestHub } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let clock: TestClock
let instances: Heartbeats[]
beforeEach(() => {
  clock = new TestClock()
  instances = [instance(), instance()]
})

function instance(): Heartbeats {
  const { bus, wakeSignals, mail } = service.platform
  const onError = (error: unknown) => {
    throw error
  }
  return createHeartbeats({ database: service.database, bus, wakeSignals, mail, clock, onError })
}

/** All heartbeats arrive on one socket, which causes the fewest writes. */
const LINE = {}

/** `missing`: the cameras without a new frame since then; `isOnline`: what the hub reports about them. */
type Scene = { hub?: TestHub; missing?: Map<string, Date>; isOnline?: boolean }
/** Lets this many seconds pass, in which the hub (if any) reports its cameras every 10 s. */
async function pass(seconds: number, { hub, missing = new Map(), isOnline = false }: Scene = {}): Promise<void> {
  for (let at = 0; at < seconds; at += 10) {
    clock.advance(10_000)
    const receivedAt = clock.now()
    if (hub) {
      const cameras = hub.cameraIds.map((cameraId) => {
        const lastFrameAt = missing.get(cameraId) ?? receivedAt
        const isSeen = lastFrameAt === receivedAt || isOnline
        const reason = isSeen ? null : ({ code: 'refused', params: { host: '10.0.0.9' } } as const)
        const at = lastFrameAt.toISOString()
        return { cameraId, isOnline: isSeen, reason, lastFrameAt: at, running: 'Running' as const, image: null }
      })
      const load = { cpuShare: null, memoryBytes: null, diskFreeBytes: null, spooledEvents: 0 }
      instances[0]!.hear({ hubId: hub.id, tenantId: hub.tenantId, receivedAt, ...load, cameras }, LINE)
    }
    for (const one of instances) await one.flush()
    await Promise.all(instances.map((one) => one.sweep()))
  }
}
async function alertsOf({ tenantId }: TestHub) {
  const rows = await service.sql<Record<string, unknown>[]>`
    select activity, severity, camera_id as camera, unit_id as unit, agent_name as hub, dark_cameras as dark
    from alert where tenant_id = ${tenantId} order by created_at, dark_cameras desc`
  return rows.map((row) => ({ ...row }))
}
const statusOf = async (cameraId: string) => {
  const [row] = await service.sql`select status, status_reason ->> 'code' as reason from camera where id = ${cameraId}`
  return [row!.status, row!.reason]
}
/** A hub whose cameras all raise an alert after this many minutes without a frame. */
async function watchedHub(cameras: number, minutes = 5): Promise<TestHub> {
  const hub = await insertHub(service, { cameras })
  await service.sql`update camera set is_inactive_alert_on = true, inactive_alert_minutes = ${minutes},
    updated_at = ${clock.now().toISOString()} where agent_id = ${hub.id}`
  return hub
}
const allOf = (hub: TestHub) => new Map(hub.cameraIds.map((id) => [id, clock.now()]))

describe('CAM-15 a camera without frames', () => {
  test('CAM-15 a camera without frames becomes Inactive and raises one alert; with frames it is Online', async () => {
    const hub = await watchedHub(2)
    const [camera] = hub.cameraIds as [string]
    const events: LiveEvent[] = []
    await pass(70, { hub })
    service.platform.bus.subscribe([hub.tenantId], (event) => events.push(event))
    const missing = new Map([[camera, clock.now()]])
    await pass(280, { hub, missing })
    expect(await alertsOf(hub)).toEqual([])
    await pass(40, { hub, missing })
    const alert = { activity: 'camera-inactive', severity: 'medium', camera, unit: hub.unitId, hub: null, dark: null }
    expect([await alertsOf(hub), await statusOf(camera)]).toEqual([[alert], ['Inactive', 'refused']])
    expect(events.map(({ type }) => type).filter((type) => type !== 'hub-changed')).toEqual([
      'camera-changed',
      'camera-changed',
      'alert-raised',
    ])
    await pass(600, { hub, missing })
    expect(await alertsOf(hub)).toHaveLength(1)

    await pass(20, { hub })
    expect(await statusOf(camera)).toEqual(['Online', null])
    await pass(400, { hub, missing: new Map([[camera, clock.now()]]) })
    expect(await alertsOf(hub)).toEqual([alert, alert])
  })

  test('CAM-15 a camera without frames is found even if its hub reports it as connected', async () => {
    const hub = await watchedHub(1)
    const [camera] = hub.cameraIds as [string]
    await pass(85, { hub })
    const missing = new Map([[camera, clock.now()]])
    await pass(600, { hub, missing, isOnline: true })
    expect([await alertsOf(hub), await statusOf(camera)]).toEqual([
      [expect.objectContaining({ activity: 'camera-inactive' })],
      ['Inactive', 'camera-silent'],
    ])
  })

  test('CAM-15 a camera raises no alert while off, out of service or without inactive alert', async () => {
    const hub = await watchedHub(3)
    const missing = allOf(hub)
    await pass(70, { hub, missing })
    const [off, idle, quiet] = hub.cameraIds as [string, string, string]
    const set = (isOn: boolean) => service.sql`
      update camera set is_enabled = (id <> ${off} or ${isOn}), is_active = (id <> ${idle} or ${isOn}),
        is_inactive_alert_on = (id <> ${quiet} or ${isOn}), updated_at = ${clock.now().toISOString()}
      where tenant_id = ${hub.tenantId}`
    await set(false)
    await pass(600, { hub, missing })
    expect(await alertsOf(hub)).toEqual([])
    await set(true)
    await pass(290, { hub, missing })
    expect(await alertsOf(hub)).toEqual([])
    await pass(30, { hub, missing })
    expect(await alertsOf(hub)).toHaveLength(3)
  })

  test('CAM-15 silence is not counted while the hub is silent, and again a minute after its return', async () => {
    const hub = await watchedHub(2)
    await service.sql`update agent set is_notification_enabled = false where id = ${hub.id}`
    await pass(70, { hub })
    const [camera] = hub.cameraIds as [string]
    const missing = new Map([[camera, clock.now()]])
    await pass(900)
    expect(await alertsOf(hub)).toEqual([])
    await pass(60, { hub, missing })
    expect(await alertsOf(hub)).toEqual([])
    await pass(20, { hub, missing })
    expect((await alertsOf(hub)).map(({ camera: of }) => of)).toEqual([camera])
  })
})

describe('CAM-15 a silent hub', () => {
  test('CAM-15 a silent hub raises one alert per unit after 60 s, once per silence', async () => {
    const hub = await insertHub(service, { cameras: 6 })
    const other = await insertUnit(service, { id: hub.tenantId })
    const [first, second, third, off] = hub.cameraIds as [string, string, string, string]
    await service.sql`update camera set unit_id = ${other} where id in ${service.sql([first, second])}`
    await service.sql`update camera set unit_id = null where id = ${third}`
    await service.sql`update camera set is_enabled = false where id = ${off}`
    await pass(70, { hub })
    await pass(60)
    expect(await alertsOf(hub)).toEqual([])
    await pass(10)
    const alert = { activity: 'hub-offline', severity: 'high', camera: null, hub: 'Hub' }
    const raised = await alertsOf(hub)
    expect(raised).toHaveLength(3)
    expect(raised).toEqual(
      expect.arrayContaining([
        { ...alert, unit: other, dark: 2 },
        { ...alert, unit: hub.unitId, dark: 2 },
        { ...alert, unit: null, dark: 1 },
      ]),
    )
    await pass(900)
    expect(await alertsOf(hub)).toHaveLength(3)
    await pass(30, { hub })
    await pass(80)
    expect(await alertsOf(hub)).toHaveLength(6)
  })

  test('CAM-15 a silent hub with fifty cameras raises one alert, and its cameras raise none', async () => {
    const hub = await watchedHub(50, 1)
    await pass(125, { hub })
    await pass(700)
    expect(await alertsOf(hub)).toEqual([
      { activity: 'hub-offline', severity: 'high', camera: null, unit: hub.unitId, hub: 'Hub', dark: 50 },
    ])
    await pass(120, { hub })
    expect(await alertsOf(hub)).toHaveLength(1)
  })

  test('CAM-15 an unsteady hub raises alerts at intervals of at least 10 minutes', async () => {
    const hub = await insertHub(service)
    await pass(70, { hub })
    for (let times = 0; times < 4; times++) {
      await pass(90)
      await pass(30, { hub })
    }
    expect(await alertsOf(hub)).toHaveLength(1)
    await pass(300)
    expect(await alertsOf(hub)).toHaveLength(2)
  })

  test('CAM-15 a silent hub raises nothing without notifications, if revoked, or at a disabled site', async () => {
    const hubs = [await insertHub(service), await insertHub(service), await insertHub(service)]
    for (const hub of hubs) await pass(10, { hub })
    await service.sql`update agent set is_notification_enabled = false where id = ${hubs[0]!.id}`
    await service.sql`update agent set revoked_at = now() where id = ${hubs[1]!.id}`
    await service.sql`update tenant set disabled_at = now() where id = ${hubs[2]!.tenantId}`
    await pass(300)
    expect(await Promise.all(hubs.map(alertsOf))).toEqual([[], [], []])
  })

  test('CAM-15 after a restart or a sleep of this machine nothing is raised for 60 s', async () => {
    const hub = await insertHub(service)
    await pass(70, { hub })
    clock.advance(3_600_000)
    instances = [instance()]
    await pass(50)
    expect(await alertsOf(hub)).toEqual([])
    await pass(30, { hub })
    clock.advance(3_600_000)
    await pass(60)
    expect(await alertsOf(hub)).toEqual([])
    await pass(20)
    expect(await alertsOf(hub)).toHaveLength(1)
  })
})
