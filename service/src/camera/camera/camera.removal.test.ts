/** Switching cameras, taking them out of service, and removing them; the effects on the hub and on alerts. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storageName } from '#platform/files/storage.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAgent, insertAlert, insertCamera, insertMedia } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Site = { tenant: TestTenant; admin: TestUser; agentId: string }
async function site({ rooms = 10, publicPlaces = 10 } = {}): Promise<Site> {
  const tenant = await service.tenant()
  await service.sql`update tenant set room_camera_limit = ${rooms}, public_camera_limit = ${publicPlaces}
    where id = ${tenant.id}`
  return {
    tenant,
    admin: await service.user({ role: 'ADMIN', tenant }),
    agentId: await insertAgent(service, tenant),
  }
}

const draft = {
  name: '201号室',
  description: 'ベッドの上',
  type: 'UNKNOWN',
  brand: 'Brand',
  model: 'Model',
  streamUrl: 'rtsp://root:s3cret@10.0.0.9:554/live',
  location: '201',
  streamingId: 'stream-201',
} as const

async function registered(admin: TestUser, more: object = {}) {
  return (await service.call(admin.token, 'camera.register', { body: { ...draft, ...more } })).body
}
async function passwordOf(id: string) {
  const [row] = await service.sql`select tenant_id, password_sealed from camera where id = ${id}`
  const sealed = row!.password_sealed as string | null
  return sealed && service.platform.secrets.open(sealed, `${row!.tenant_id}|camera|password|${id}`)
}

describe('switches', () => {
  test('CAM-05 cameras are switched and taken out of service, all or none, and their hub is notified', async () => {
    const { admin, tenant } = await site()
    const first = await registered(admin)
    const second = await registered(admin, { name: '202号室' })
    const foreign = await insertCamera(service, (await site()).tenant)
    await service.sql`update camera set status = 'Online', reported_version = 1 where tenant_id = ${tenant.id}`
    const ids = [first.id, second.id]
    const act = async (action: 'enable' | 'disable' | 'activate' | 'deactivate', of = ids) =>
      (await service.refused(admin.token, 'camera.updateStatus', { body: { ids: of, action } })).status
    const statuses = async () => {
      const rows = await service.sql`select shown_status, desired_version from camera where tenant_id = ${tenant.id}
        order by name`
      return rows.map((row) => [row.shown_status, row.desired_version])
    }
    const both = (status: string, version: number) => Array(2).fill([status, version])

    expect(await act('disable', [first.id, foreign.id])).toBe(404)
    expect(await statuses()).toEqual(both('Online', 1))
    expect(await act('disable')).toBe(200)
    expect(await statuses()).toEqual(both('Disabled', 2))
    expect(await act('disable')).toBe(200)
    expect(await statuses()).toEqual(both('Disabled', 2))
    expect(await act('deactivate')).toBe(200)
    expect(await statuses()).toEqual(both('Disabled', 2))
    expect(await act('enable')).toBe(200)
    expect(await statuses()).toEqual(both('Inactive', 2))
    expect(await act('activate')).toBe(200)
    expect(await statuses()).toEqual(both('Offline', 3))
    const audits = await service.sql`select action from audit where object_id = ${first.id} order by at, id`
    expect(audits.map((row) => row.action).slice(1)).toEqual([
      'camera.disable',
      'camera.deactivate',
      'camera.enable',
      'camera.activate',
    ])
  })
})

describe('removal', () => {
  test('CAM-05 a deregistered camera loses secrets, settings and frames; its alerts stay readable', async () => {
    const { admin, tenant, agentId } = await site()
    const { id } = await registered(admin)
    const camera = { id, tenantId: tenant.id, unitId: null, name: draft.name }
    const frameId = await insertMedia(service, camera, { kind: 'frame', bytes: Buffer.from('frame') })
    const alert = await insertAlert(service, camera)
    const thumbnailId = await insertMedia(service, camera, { kind: 'thumbnail', alert, bytes: Buffer.from('thumb') })
    const news: LiveEvent[] = []
    service.platform.bus.subscribe([tenant.id], (event) => news.push(event))

    expect((await service.call(admin.token, 'camera.deregister', { params: { id } })).status).toBe(200)

    expect(news).toEqual([{ type: 'camera-changed', cameraId: id, unitId: null }])
    expect((await service.refused(admin.token, 'camera.get', { params: { id } })).status).toBe(404)
    expect((await service.call(admin.token, 'camera.search')).body.totalCount).toBe(0)
    const hub = await service.hubToken({ id: agentId, tenantId: tenant.id })
    expect((await service.call(hub, 'hub.desired')).body.cameras).toEqual([])
    expect(await passwordOf(id)).toBeNull()
    const shown = await service.call(admin.token, 'alert.get', { params: { id: alert.id } })
    expect(shown.body).toMatchObject({ id: alert.id, cameraName: draft.name })
    expect((await service.sql`select id from media where camera_id = ${id}`).map((row) => row.id)).toEqual([
      thumbnailId,
    ])
    expect(await service.platform.storage.size(storageName(tenant.id, frameId))).toBeNull()
    expect((await registered(admin)).name).toBe(draft.name)
  })

  test('CAM-05 a camera that was changed meanwhile is not deregistered', async () => {
    const { admin } = await site()
    const { id, version } = await registered(admin)
    await service.call(admin.token, 'camera.patch', { params: { id }, body: { name: 'Renamed' } })
    const refused = await service.refused(admin.token, 'camera.deregister', { params: { id }, query: { version } })
    expect(refused.body.key).toBe('conflict')
  })

  test('CAM-11 without its shadow a camera has no state in force, and its hub gets its settings again', async () => {
    const { admin, tenant, agentId } = await site()
    const { id } = await registered(admin)
    const hub = await service.hubToken({ id: agentId, tenantId: tenant.id })
    const report = (version: number) =>
      service.call(hub, 'hub.report', { body: { cameras: [{ cameraId: id, version, errors: [] }] } })
    await report(1)
    const shadow = async () => {
      const { body } = await service.call(admin.token, 'camera.get', { params: { id } })
      return [body.shadowState, body.shadow.desiredVersion, body.shadow.reportedVersion]
    }
    expect(await shadow()).toEqual(['IN_SYNC', 1, 1])
    await service.call(admin.token, 'camera.removeIoTThing', { params: { id } })
    expect(await shadow()).toEqual(['PENDING', 2, 0])
    await report(2)
    expect(await shadow()).toEqual(['IN_SYNC', 2, 2])
  })

  test('CAM-02 a camera shows the state of its registration with its hub', async () => {
    const { admin, tenant, agentId } = await site()
    const { id } = await registered(admin)
    const hub = await service.hubToken({ id: agentId, tenantId: tenant.id })
    const statuses = async () => {
      const one = await service.call(admin.token, 'camera.get', { params: { id } })
      const list = await service.call(admin.token, 'camera.search')
      return [one.body, ...list.body.records].map(({ registrationStatus }) => registrationStatus)
    }
    const both = (status: string) => [status, status]
    await service.sql`update agent set registration_status = 'CREATED' where id = ${agentId}`
    expect(await statuses()).toEqual(both('CREATED'))
    await service.sql`update agent set registration_status = 'REGISTRATION_INITIATED' where id = ${agentId}`
    expect(await statuses()).toEqual(both('REGISTRATION_INITIATED'))
    await service.call(hub, 'hub.report', { body: { cameras: [{ cameraId: id, version: 1, errors: [] }] } })
    expect(await statuses()).toEqual(both('REGISTRATION_COMPLETE'))
    await service.call(admin.token, 'camera.removeIoTThing', { params: { id } })
    expect(await statuses()).toEqual(both('REGISTRATION_INITIATED'))
  })
})
