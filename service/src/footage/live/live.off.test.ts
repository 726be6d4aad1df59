/** Live streaming (A008) that is switched off: at a camera, a unit, a site, and outside of its hours. */
import { randomUUID } from 'node:crypto'
import type { LiveOff } from '@mimamori/contract/camera/running.ts'
import type { Schedule } from '@mimamori/contract/camera/schedule.ts'
import { ROLES } from '@mimamori/contract/shared/roles.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { insertHub, type TestHub } from '#service/fleet/hub/testing.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { frame, Peer, play, putOnline } from './testing.ts'

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

async function dial(path: string, headers?: Record<string, string>): Promise<Peer> {
  const peer = new Peer(address, path, headers)
  open.push(peer.socket)
  await peer.opened()
  return peer
}

type Home = { tenant: TestTenant; hub: TestHub; admin: TestUser; hubPeer: Peer; cameraId: string; other: string }

/** Two cameras of one unit that follow its setting, as new cameras do. */
async function home(): Promise<Home> {
  const tenant = await service.tenant()
  const hub = await insertHub(service, { tenant, cameras: 2 })
  await putOnline(service, tenant)
  await service.sql`update camera_app set state = 'GLOBAL' where tenant_id = ${tenant.id}`
  const admin = await service.user({ role: 'ADMIN', tenant })
  const hubPeer = await dial('hub/socket', { 'x-authtoken': hub.token })
  return { tenant, hub, admin, hubPeer, cameraId: hub.cameraIds[0]!, other: hub.cameraIds[1]! }
}

const openLive = (user: TestUser, cameraId: string) =>
  service.call(user.token, 'live.open', { params: { cameraId }, body: { viewingId: randomUUID() } })
const rejection = async (user: TestUser, cameraId: string) =>
  (await service.refused(user.token, 'live.open', { params: { cameraId }, body: {} })).body.key
async function view(user: TestUser, cameraId: string): Promise<Peer> {
  const { body } = await openLive(user, cameraId)
  return dial(`live/socket?ticket=${body.ticket}`)
}
const offOf = async ({ admin, cameraId }: Home) =>
  (await service.call(admin.token, 'camera.get', { params: { id: cameraId } })).body.liveOff
const liveOfHub = async ({ hub, cameraId }: Home) => {
  const { body } = await service.call(hub.token, 'hub.desired')
  return body.cameras.find((camera) => camera.cameraId === cameraId)!.live
}
const minuteInTokyo = () => {
  const wall = new Date(service.clock.now().getTime() + 9 * 3_600_000)
  return wall.getUTCHours() * 60 + wall.getUTCMinutes()
}
/** A hub sends frames only for requested cameras. */
const asked = (hubPeer: Peer, cameraId: string) =>
  vi.waitFor(() => expect(hubPeer.heard).toContainEqual(expect.objectContaining({ type: 'live-start', cameraId })), {
    timeout: 12_000,
  })
const STOP = (cameraId: string, rendition = 'clear') => ({ type: 'live-stop', cameraId, rendition })
const setCamera = (state: 'ENABLED' | 'DISABLED') => (of: Home) =>
  service.call(of.admin.token, 'cameraApp.updateStatus', {
    params: { id: of.cameraId },
    body: { appCode: 'A008', state },
  })
const setUnit = (state: 'ENABLED' | 'DISABLED') => (of: Home) =>
  service.sql`insert into unit_app (tenant_id, unit_id, app_code, state, updated_at)
    values (${of.tenant.id}, ${of.hub.unitId}, 'A008', ${state}, ${service.clock.now()})
    on conflict (tenant_id, unit_id, app_code) do update set state = excluded.state, updated_at = excluded.updated_at`
const setSite = (state: 'ENABLED' | 'DISABLED') => (of: Home) =>
  service.call(of.admin.token, 'siteApp.save', { params: { tenantId: of.tenant.id, appCode: 'A008' }, body: { state } })
const setSiteWide = (isOn: boolean) => (of: Home) =>
  service.sql`update tenant set is_live_streaming_enabled = ${isOn}, updated_at = ${service.clock.now()}
    where id = ${of.tenant.id}`

type Level = {
  by: LiveOff['by']
  off: (of: Home) => Promise<unknown>
  on: (of: Home) => Promise<unknown>
  key: 'live-off' | 'live-disabled'
}
const LEVELS: Level[] = [
  { by: 'camera', off: setCamera('DISABLED'), on: setCamera('ENABLED'), key: 'live-off' },
  { by: 'unit', off: setUnit('DISABLED'), on: setUnit('ENABLED'), key: 'live-off' },
  { by: 'site', off: setSite('DISABLED'), on: setSite('ENABLED'), key: 'live-off' },
  { by: 'site-wide', off: setSiteWide(false), on: setSiteWide(true), key: 'live-disabled' },
]

describe('live streaming that is switched off', () => {
  test.each(LEVELS)(
    'APP-01 LIVE-01 by $by ends the running image, stops the hub, and opens no other',
    async (level) => {
      const of = await home()
      const { admin, cameraId, hubPeer } = of
      const viewer = await view(admin, cameraId)
      await asked(hubPeer, cameraId)
      play(hubPeer, cameraId, frame('I', 0), frame('K', 1))
      await vi.waitFor(() => expect(viewer.heard.at(-1)).toBe('K1'), { timeout: 12_000 })
      expect(await offOf(of)).toBeNull()

      await level.off(of)
      const offAt = service.clock.now().toISOString()
      service.clock.advance(1_500)
      await viewer.closes({ code: 1000, reason: level.key })
      expect(viewer.heard.at(-1)).toEqual({ type: 'ended', key: level.key })
      await vi.waitFor(() => expect(hubPeer.heard).toContainEqual(STOP(cameraId)))
      expect(await rejection(admin, cameraId)).toBe(level.key)
      expect(await liveOfHub(of)).toBeNull()
      expect(await offOf(of)).toEqual({ by: level.by, sinceAt: offAt, untilAt: null })

      await level.on(of)
      expect(await offOf(of)).toBeNull()
      expect(await liveOfHub(of)).toEqual({ schedule: null })
      expect((await openLive(admin, cameraId)).status).toBe(200)
    },
  )

  test('APP-01 LIVE-01 live streaming ends with its hours, and the error says until when', async () => {
    const of = await home()
    const { admin, cameraId, hubPeer, tenant } = of
    const minute = minuteInTokyo() + 1
    const day = [{ startMinute: 0, endMinute: minute }]
    const week: Schedule = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }
    await service.sql`insert into site_app (tenant_id, app_code, schedule)
      values (${tenant.id}, 'A008', ${service.sql.json(week)})`
    const viewer = await view(admin, cameraId)
    await asked(hubPeer, cameraId)
    play(hubPeer, cameraId, frame('I', 0), frame('K', 1))
    await vi.waitFor(() => expect(viewer.heard.at(-1)).toBe('K1'), { timeout: 12_000 })
    while (minuteInTokyo() < minute) {
      expect(viewer.closed).toBeNull()
      service.clock.advance(5_000)
      await Promise.all([hubPeer.roundTrip(), ...(minuteInTokyo() < minute ? [viewer.roundTrip()] : [])])
    }
    service.clock.advance(1_500)
    await viewer.closes({ code: 1000, reason: 'live-off' })
    await vi.waitFor(() => expect(hubPeer.heard).toContainEqual(STOP(cameraId)))
    expect(await rejection(admin, cameraId)).toBe('live-off')
    expect(await offOf(of)).toEqual({ by: 'hours', sinceAt: null, untilAt: '2026-11-20T15:00:00.000Z' })
    expect(await liveOfHub(of)).toEqual({ schedule: week })
  })

  test('LIVE-01 switching off ends every stream of the camera, blurred ones too, and no other one', async () => {
    const of = await home()
    const { tenant, hub, cameraId, other, hubPeer } = of
    const restricted = await service.user({ role: 'RESTRICTED_USER', tenant, unitIds: [hub.unitId] })
    const nurse = await service.user({ role: 'USER', tenant })
    const [clear, blurred, elsewhere] = [
      await view(nurse, cameraId),
      await view(restricted, cameraId),
      await view(nurse, other),
    ]
    await elsewhere.hears([{ type: 'waiting' }])
    await setCamera('DISABLED')(of)
    service.clock.advance(1_500)
    await clear.closes({ code: 1000, reason: 'live-off' })
    await blurred.closes({ code: 1000, reason: 'live-off' })
    await vi.waitFor(() => expect(hubPeer.heard).toContainEqual(STOP(cameraId, 'blurred')))
    await elsewhere.roundTrip()
    expect(elsewhere.closed).toBeNull()
  })

  test('LIVE-01 live streaming that is off is denied to every role that may watch', async () => {
    const of = await home()
    const { tenant, hub, cameraId } = of
    await setCamera('DISABLED')(of)
    const roles = ROLES.filter((role) => !['ANNOTATOR', 'ORG_ADMIN', 'SUPER_ADMIN'].includes(role))
    for (const role of roles) {
      const user = await service.user({ role, tenant, unitIds: role === 'RESTRICTED_USER' ? [hub.unitId] : undefined })
      expect([role, await rejection(user, cameraId)]).toEqual([role, 'live-off'])
    }
  })

  test('LIVE-01 sends not one image for an earlier ticket', async () => {
    const of = await home()
    const { body } = await openLive(of.admin, of.cameraId)
    await setCamera('DISABLED')(of)
    const viewer = new Peer(address, `live/socket?ticket=${body.ticket}`)
    await viewer.closes({ code: 1000, reason: 'live-off' })
    expect(viewer.heard).toEqual([{ type: 'ended', key: 'live-off' }])
  })

  test('APP-02 a unit’s setting overrides that of its site', async () => {
    const of = await home()
    await setSite('DISABLED')(of)
    await setUnit('ENABLED')(of)
    expect((await openLive(of.admin, of.cameraId)).status).toBe(200)
  })
})
