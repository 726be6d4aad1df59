/** Cameras: lists, details, states, registration. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAgent, insertCamera, insertMedia, insertShift, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Site = { tenant: TestTenant; admin: TestUser }

async function site({ rooms = 10, publicPlaces = 10 } = {}): Promise<Site> {
  const tenant = await service.tenant()
  await service.sql`update tenant set room_camera_limit = ${rooms}, public_camera_limit = ${publicPlaces}
    where id = ${tenant.id}`
  return { tenant, admin: await service.user({ role: 'ADMIN', tenant }) }
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

describe('lists', () => {
  test('CAM-01 cameras are listed by name, sorted, searched and filtered', async () => {
    const { tenant, admin } = await site()
    const unitId = await insertUnit(service, tenant)
    await insertCamera(service, tenant, { name: 'beta', location: '102', unitId })
    await insertCamera(service, tenant, { name: 'Alpha', location: '103', status: 'Offline' })
    await insertCamera(service, tenant, { name: 'gamma', location: '101_a', isEnabled: false })
    const namesOf = async (body: object, query: object = {}) => {
      const answer = await service.call(admin.token, 'camera.search', { body, query })
      expect(answer.body.totalCount).toBe(answer.body.records.length)
      return answer.body.records.map((camera) => camera.name)
    }
    expect(await namesOf({})).toEqual(['Alpha', 'beta', 'gamma'])
    expect(await namesOf({}, { sortColumn: 'location', sortAscending: true })).toEqual(['gamma', 'beta', 'Alpha'])
    expect(await namesOf({}, { sortColumn: 'name', sortAscending: false })).toEqual(['gamma', 'beta', 'Alpha'])
    expect(await namesOf({ text: '1_a' })).toEqual(['gamma'])
    expect(await namesOf({ text: 'ALPH' })).toEqual(['Alpha'])
    expect(await namesOf({ statuses: ['Disabled'] })).toEqual(['gamma'])
    expect(await namesOf({ unitIds: [unitId] })).toEqual(['beta'])
    const count = await service.call(admin.token, 'camera.search', { query: { pageSize: 0 } })
    expect(count.body).toEqual({ records: [], totalCount: 3, currentPage: 0 })
    expect((await service.refused(admin.token, 'camera.search', { query: { sortColumn: 'id' } })).status).toBe(400)
  })

  test('SET-04 a shift lists and counts its cameras, and leaves them when it is deleted', async () => {
    const { tenant, admin } = await site()
    const [night, day] = [await insertShift(service, tenant, 990, 570), await insertShift(service, tenant, 540, 1020)]
    const { id } = await insertCamera(service, tenant, { name: 'beta' })
    await insertCamera(service, tenant, { name: 'alpha' })
    const patched = await service.call(admin.token, 'camera.patch', { params: { id }, body: { shiftIds: [night] } })
    expect(patched.body.shifts.map((shift) => shift.id)).toEqual([night])
    const [row] = await service.sql`select details from audit where object_id = ${id} order by id desc limit 1`
    expect(row!.details).toEqual({ changed: ['shiftIds'], newSettings: false })
    const listed = async (shiftIds: string[]) => {
      const { body } = await service.call(admin.token, 'camera.search', { body: { shiftIds } })
      expect(body.totalCount).toBe(body.records.length)
      return body.records.map(({ name }) => name)
    }
    expect([await listed([night]), await listed([day]), await listed([day, night])]).toEqual([['beta'], [], ['beta']])
    const { body: shift } = await service.call(admin.token, 'asset.get', { params: { id: night } })
    expect(shift).toMatchObject({ cameraCount: 1, usageCount: 0 })
    await service.call(admin.token, 'asset.remove', { params: { id: night }, query: { version: shift.version } })
    expect((await service.call(admin.token, 'camera.get', { params: { id } })).body.shiftIds).toEqual([])
  })

  test('CAM-05 DASH-01 cameras are counted by status; a manual switch overrides the reported status', async () => {
    const { tenant, admin } = await site()
    const unitId = await insertUnit(service, tenant)
    await insertCamera(service, tenant, { status: 'Online', unitId })
    await insertCamera(service, tenant, { status: 'Online', isEnabled: false, unitId })
    await insertCamera(service, tenant, { status: 'Offline' })
    await insertCamera(service, tenant, { status: 'Inactive' })
    const all = await service.call(admin.token, 'camera.countByStatus')
    const unit = await service.call(admin.token, 'camera.countByStatus', { query: { unitIds: unitId } })
    expect(all.body).toEqual({ Online: 1, Offline: 1, Inactive: 1, Disabled: 1 })
    expect(unit.body).toEqual({ Online: 1, Offline: 0, Inactive: 0, Disabled: 1 })
  })

  test('NAV-04 a user bound to units finds only the cameras of those units', async () => {
    const { tenant } = await site()
    const unitId = await insertUnit(service, tenant)
    const inside = await insertCamera(service, tenant, { unitId })
    const outside = await insertCamera(service, tenant)
    const foreign = await insertCamera(service, (await site()).tenant)
    const bound = await service.user({ role: 'USER', tenant, unitIds: [unitId] })

    const list = await service.call(bound.token, 'camera.search')
    expect(list.body.records.map((camera) => camera.id)).toEqual([inside.id])
    const missing = '019a9b00-0000-7000-8000-000000000000'
    const rejections = []
    for (const id of [outside.id, foreign.id, missing]) {
      const { status, body } = await service.refused(bound.token, 'camera.get', { params: { id } })
      rejections.push({ status, body })
    }
    expect(rejections[0]!.status).toBe(404)
    expect(rejections[1]).toEqual(rejections[0])
    expect(rejections[2]).toEqual(rejections[0])
  })

  test('CAM-01 CAM-09 the latest frame has a signed URL; a RESTRICTED_USER gets the live view only', async () => {
    const { tenant, admin } = await site()
    const unitId = await insertUnit(service, tenant)
    const camera = await insertCamera(service, tenant, { unitId })
    const id = await insertMedia(service, camera, { kind: 'frame', bytes: Buffer.from('jpeg') })
    await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state)
      values (${tenant.id}, ${camera.id}, 'A008', 'ENABLED')`
    const restricted = await service.user({ role: 'RESTRICTED_USER', tenant, unitIds: [unitId] })

    const seen = await service.call(admin.token, 'camera.get', { params: { id: camera.id } })
    const blurred = await service.call(restricted.token, 'camera.get', { params: { id: camera.id } })
    expect(seen.body.latestFrame?.fileUrl).toContain(`/api/media/${id}?`)
    expect([seen.body.isLiveAvailable, blurred.body.latestFrame, blurred.body.isLiveAvailable]).toEqual([
      true,
      null,
      true,
    ])
  })
})

describe('registration', () => {
  test('CAM-07 a registered camera watches for falls, has a sealed password, and its hub is notified', async () => {
    const { tenant, admin } = await site()
    const agentId = await insertAgent(service, tenant)
    const news: LiveEvent[] = []
    service.platform.bus.subscribe([tenant.id], (event) => news.push(event))

    const { status, body } = await service.call(admin.token, 'camera.register', { body: draft })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: '201号室',
      streamUrl: 'rtsp://10.0.0.9:554/live',
      passwordSet: true,
      status: 'Offline',
      shadowState: 'PENDING',
      apps: [
        ...['A004', 'A005', 'A006'].map((appCode) => ({ appCode, state: 'ENABLED', isUnnotified: true })),
        { appCode: 'A008', state: 'GLOBAL', isUnnotified: false },
      ],
      shadow: { desiredVersion: 1, reportedVersion: 0, errors: [] },
    })
    expect(JSON.stringify(body)).not.toContain('s3cret')
    const [row] = await service.sql`select username, password_sealed, agent_id from camera where id = ${body.id}`
    expect([row!.username, row!.agent_id]).toEqual(['root', agentId])
    const place = `${tenant.id}|camera|password|${body.id}`
    expect(service.platform.secrets.open(row!.password_sealed, place)).toBe('s3cret')
    expect(news).toEqual([{ type: 'camera-changed', cameraId: body.id, unitId: null }])
    const audits = await service.sql`select action, object_id from audit where tenant_id = ${tenant.id}`
    expect(audits.map((audit) => [audit.action, audit.object_id])).toEqual([['camera.register', body.id]])
    expect(service.logLines.join('')).not.toContain('s3cret')
  })

  test('CAM-07 a new room watches for falls alone until its bed is outlined, a hallway for falls', async () => {
    const { tenant, admin } = await site()
    const agentId = await insertAgent(service, tenant)
    const hub = await service.hubToken({ id: agentId, tenantId: tenant.id })
    const running = async (id: string) => {
      const { cameras } = (await service.call(hub, 'hub.desired')).body
      return cameras.find(({ cameraId }) => cameraId === id)!.apps.map(({ appCode }) => appCode)
    }
    const room = (await service.call(admin.token, 'camera.register', { body: draft })).body.id
    expect(await running(room)).toEqual(['A005'])
    const corners = [
      { x: 0.2, y: 0.2 },
      { x: 0.6, y: 0.2 },
      { x: 0.6, y: 0.8 },
      { x: 0.2, y: 0.8 },
    ]
    const regions = [{ name: 'Bed', corners }]
    const params = { cameraId: room, appCode: 'A006' } as const
    await service.call(admin.token, 'cameraApp.configure', { params, body: { appCode: 'A006', regions } })
    expect(await running(room)).toEqual(['A004', 'A005', 'A006'])
    const hallway = { ...draft, name: 'Hallway', locationType: 'HALLWAY' } as const
    expect(await running((await service.call(admin.token, 'camera.register', { body: hallway })).body.id)).toEqual([
      'A005',
    ])
  })

  test('CAM-07 the license counts rooms and public places separately, even for concurrent registrations', async () => {
    const { tenant, admin } = await site({ rooms: 1, publicPlaces: 0 })
    await insertAgent(service, tenant)
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => service.call(admin.token, 'camera.register', { body: { ...draft, name } })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    const hallway = { ...draft, name: 'D', locationType: 'HALLWAY' } as const
    const refused = await service.refused(admin.token, 'camera.register', { body: hallway })
    expect([refused.status, refused.body.key]).toEqual([409, 'license-limit'])
    const [count] = await service.sql`select count(*) as cameras from camera where tenant_id = ${tenant.id}`
    expect(count!.cameras).toBe(1)
  })

  test('CAM-07 the hub field has an error without a hub, with two hubs, or with an unknown one', async () => {
    const { tenant, admin } = await site()
    const fieldsOf = async (more: object = {}) =>
      (await service.refused(admin.token, 'camera.register', { body: { ...draft, ...more } })).body.fields
    expect(await fieldsOf()).toEqual({ agentId: 'camera.agent-missing' })
    await insertAgent(service, tenant)
    await insertAgent(service, tenant)
    expect(await fieldsOf()).toEqual({ agentId: 'camera.agent-required' })
    const foreign = await insertAgent(service, (await site()).tenant)
    expect(await fieldsOf({ agentId: foreign })).toEqual({ agentId: 'camera.agent-unknown' })
  })

  test('CAM-03 CAM-07 an invalid field is named and nothing is registered', async () => {
    const { tenant, admin } = await site()
    await insertAgent(service, tenant)
    await service.call(admin.token, 'camera.register', { body: draft })
    const foreignUnit = await insertUnit(service, (await site()).tenant)
    const fieldsOf = async (more: object) =>
      (await service.refused(admin.token, 'camera.register', { body: { ...draft, name: 'Other', ...more } })).body
        .fields
    expect(await fieldsOf({ name: '' })).toEqual({ name: 'camera.name-required' })
    expect(await fieldsOf({ name: '201号室' })).toEqual({ name: 'camera.name-taken' })
    expect(await fieldsOf({ streamUrl: 'ftp://10.0.0.9/' })).toEqual({ streamUrl: 'camera.stream-url-scheme' })
    expect(await fieldsOf({ streamUrl: 'rtsp://' })).toEqual({ streamUrl: 'camera.stream-url-invalid' })
    expect(await fieldsOf({ unitId: foreignUnit })).toEqual({ unitId: 'camera.unit-unknown' })
    const [count] = await service.sql`select count(*) as cameras from camera where tenant_id = ${tenant.id}`
    expect(count!.cameras).toBe(1)
  })

  test('CAM-07 staff below ADMIN may not register, nor the operator outside of a site', async () => {
    const { tenant } = await site()
    const nurse = await service.user({ role: 'USER', tenant })
    expect((await service.refused(nurse.token, 'camera.register', { body: draft })).status).toBe(403)
    const [operator] = await service.sql<{ id: string }[]>`select id from tenant where code = 'operator' or id =
      '00000000-0000-7000-8000-000000000000' limit 1`
    const support = await service.user({ role: 'SUPER_ADMIN', tenant: { id: operator!.id } })
    expect((await service.refused(support.token, 'camera.register', { body: draft })).body.key).toBe('site-needed')
  })
})
