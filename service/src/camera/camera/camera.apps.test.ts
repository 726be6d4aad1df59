/** Apps of a camera: effective settings, allowed changes, and the settings for its hub. */
import { weekOf } from '@mimamori/contract/camera/week.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertAgent, insertCamera, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function place() {
  const tenant = await service.tenant()
  const admin = await service.user({ role: 'ADMIN', tenant })
  const agentId = await insertAgent(service, tenant)
  const unitId = await insertUnit(service, tenant)
  const { id } = await insertCamera(service, tenant, { unitId, agentId, emails: ['ward@x.example'] })
  const hub = await service.hubToken({ id: agentId, tenantId: tenant.id })
  const list = async () => (await service.call(admin.token, 'cameraApp.list', { params: { cameraId: id } })).body.apps
  return {
    tenant,
    admin,
    unitId,
    id,
    list,
    appOf: async (code: string) => (await list()).find((app) => app.appCode === code)!,
    desired: async () => (await service.call(hub, 'hub.desired')).body.cameras[0]!,
    set: (appCode: 'A003' | 'A005' | 'A007' | 'A008', state: 'ENABLED' | 'DISABLED' | 'GLOBAL') =>
      service.refused(admin.token, 'cameraApp.updateStatus', { params: { id }, body: { appCode, state } }),
  }
}
const nights = weekOf([{ startMinute: 0, endMinute: 360 }])
const days = weekOf([{ startMinute: 360, endMinute: 1080 }])

describe('effective settings of apps', () => {
  test('APP-01 APP-02 a camera has every app of the catalogue, off until somebody switches it on', async () => {
    const { list, set, desired } = await place()
    expect((await list()).map(({ appCode, state, isOn }) => [appCode, state, isOn])).toEqual(
      ['A001', 'A003', 'A004', 'A005', 'A006', 'A007', 'A008'].map((code) => [code, 'DISABLED', false]),
    )
    expect((await set('A003', 'ENABLED')).status).toBe(200)
    expect(await desired()).toMatchObject({ version: 2, apps: [{ appCode: 'A003', severity: 'low', schedule: null }] })
    await set('A003', 'ENABLED')
    expect((await desired()).version).toBe(2)
  })

  test('APP-02 GLOBAL follows the unit, else the site, and is on while neither says otherwise', async () => {
    const { tenant, unitId, set, appOf, desired } = await place()
    await set('A003', 'GLOBAL')
    const holds = async () => {
      const { isOn, stateFrom } = await appOf('A003')
      return [isOn, stateFrom, (await desired()).apps.length]
    }
    expect(await holds()).toEqual([true, 'none', 1])
    await service.sql`insert into site_app (tenant_id, app_code, state) values (${tenant.id}, 'A003', 'DISABLED')`
    expect(await holds()).toEqual([false, 'site', 0])
    await service.sql`insert into unit_app (tenant_id, unit_id, app_code, state)
      values (${tenant.id}, ${unitId}, 'A003', 'ENABLED')`
    expect(await holds()).toEqual([true, 'unit', 1])
  })

  test('CAM-10 APP-02 the camera’s own schedule holds before its unit’s and its site’s, and reaches the hub', async () => {
    const { tenant, admin, unitId, id, set, desired } = await place()
    await set('A003', 'ENABLED')
    const params = { cameraId: id, appCode: 'A003' } as const
    const read = async () => (await service.call(admin.token, 'cameraApp.schedule', { params })).body
    expect(await read()).toEqual({ schedule: null, effectiveSchedule: null, scheduleFrom: 'none' })
    await service.sql`insert into unit_app (tenant_id, unit_id, app_code, schedule)
      values (${tenant.id}, ${unitId}, 'A003', ${JSON.stringify(days)}::text::jsonb)`
    expect(await read()).toEqual({ schedule: null, effectiveSchedule: days, scheduleFrom: 'unit' })
    const saved = await service.call(admin.token, 'cameraApp.saveSchedule', { params, body: { schedule: nights } })
    expect(saved.body).toEqual({ schedule: nights, effectiveSchedule: nights, scheduleFrom: 'camera' })
    expect(await desired()).toMatchObject({ version: 3, timezone: 'Asia/Tokyo', apps: [{ schedule: nights }] })
    await service.call(admin.token, 'cameraApp.saveSchedule', { params, body: { schedule: null } })
    expect((await desired()).apps[0]!.schedule).toEqual(days)
  })

  test('REAL-09 the accepted certificate and a readable password reach the hub, as a new version', async () => {
    const { admin, id, desired } = await place()
    const { version, isBasicAllowed, certificate } = await desired()
    expect({ isBasicAllowed, certificate }).toEqual({ isBasicAllowed: false, certificate: null })
    const body = { isBasicAllowed: true, certificate: 'A1'.repeat(32) }
    expect((await service.call(admin.token, 'camera.patch', { params: { id }, body })).status).toBe(200)
    expect(await desired()).toMatchObject({ ...body, version: version + 1 })
    const wrong = await service.call(admin.token, 'camera.patch', { params: { id }, body: { certificate: 'A1' } })
    expect(wrong.status).toBe(400)
  })

  test('the small stream reaches the hub without a login in its address, of one device alone', async () => {
    const { admin, id, desired } = await place()
    const { version, subStreamUrl, streamUrl } = await desired()
    expect(subStreamUrl).toBe('')
    const { host } = new URL(streamUrl)
    const patch = (body: object) => service.refused(admin.token, 'camera.patch', { params: { id }, body })
    const saved = await patch({ subStreamUrl: `rtsp://viewer:hidden@${host}/sub` })
    expect(saved.status).toBe(200)
    expect(JSON.stringify(saved.body)).not.toContain('hidden')
    const now = await desired()
    expect(now).toMatchObject({ version: version + 1, subStreamUrl: `rtsp://${host}/sub` })
    expect(now).toMatchObject({ username: 'viewer', password: 'hidden' })
    const other = await patch({ subStreamUrl: 'rtsp://10.9.9.9/sub' })
    expect([other.status, other.body.fields]).toEqual([400, { subStreamUrl: 'camera.sub-stream-other-device' }])
    // The main address may not leave for another host and take the password along behind the small one's back.
    const moved = await patch({ streamUrl: 'rtsp://10.9.9.9/live', password: 'typed' })
    expect([moved.status, moved.body.fields]).toEqual([400, { subStreamUrl: 'camera.sub-stream-other-device' }])
    expect((await patch({ subStreamUrl: '' })).status).toBe(200)
    expect(await desired()).toMatchObject({ subStreamUrl: '' })
  })

  test('APP-03 what an app leaves open is the camera’s own; privacy, clip and still reach the hub too', async () => {
    const { admin, id, set, desired } = await place()
    await set('A003', 'ENABLED')
    const mask = {
      name: 'Door',
      corners: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 1 },
      ],
    }
    const body = {
      pixelChangePercent: 4,
      motionDurationSeconds: 1.5,
      sequenceDurationSeconds: 20,
      imageDurationSeconds: 45,
      isPrivacyOn: true,
      privacyLevel: 'silhouette',
      masks: [mask],
    } as const
    await service.call(admin.token, 'camera.patch', {
      params: { id },
      body: { ...body, masks: [{ ...mask, corners: [...mask.corners] }] },
    })
    const settings = { appCode: 'A003', motionDurationSeconds: 9, severity: 'high', snoozeSeconds: 5 } as const
    const params = { cameraId: id, appCode: 'A003' } as const
    await service.call(admin.token, 'cameraApp.configure', { params, body: settings })
    expect(await desired()).toMatchObject({
      clipBeforeSeconds: 5,
      clipAfterSeconds: 15,
      snapshotEverySeconds: 45,
      privacy: { level: 'silhouette', masks: [mask] },
      apps: [{ severity: 'high', settings: { pixelChangePercent: 4, motionDurationSeconds: 9, snoozeSeconds: 5 } }],
    })
    const document = JSON.stringify(await desired())
    expect(document).not.toContain('subscribers')
  })
})

describe('allowed changes of apps', () => {
  test('APP-01 recording and live streaming are switched on where the site has them', async () => {
    const { tenant, set } = await place()
    await service.sql`update tenant set is_live_streaming_enabled = false, is_recording_enabled = false
      where id = ${tenant.id}`
    service.clock.advance(1_000)
    expect((await set('A008', 'ENABLED')).body.key).toBe('live-disabled')
    expect((await set('A007', 'ENABLED')).body.key).toBe('recording-disabled')
    await service.sql`update tenant set is_live_streaming_enabled = true where id = ${tenant.id}`
    service.clock.advance(1_000)
    expect((await set('A008', 'ENABLED')).status).toBe(200)
  })

  test('APP-01 NAV-11 without VCARE no detection is switched on, and what runs stops on the hub', async () => {
    const { tenant, set, appOf, desired } = await place()
    await set('A003', 'ENABLED')
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    const licence = (packages: string[]) =>
      service.call(operator.token, 'tenant.patch', { body: { id: tenant.id, packages } })
    const running = async () => (await desired()).apps.map(({ appCode }) => appCode)
    expect(await running()).toEqual(['A003'])
    await licence(['PRO'])
    expect(await running()).toEqual([])
    expect(await appOf('A003')).toMatchObject({
      state: 'ENABLED',
      isOn: false,
      missingAtSite: 'detection-not-licensed',
    })
    expect((await set('A005', 'ENABLED')).body.key).toBe('detection-not-licensed')
    expect((await set('A008', 'ENABLED')).status).toBe(200)
    const rows = await service.sql`select details from audit where object_id = ${tenant.id} order by id`
    expect(rows.at(-1)!.details.changed.packages).toEqual([['VCARE'], ['PRO']])
    await licence(['VCARE'])
    expect(await running()).toEqual(['A003'])
  })

  test('APP-05 NAV-11 the advanced fall model needs PRO', async () => {
    const { tenant, admin, id } = await place()
    const request = {
      params: { cameraId: id, appCode: 'A005' },
      body: { appCode: 'A005', model: 'advanced' },
    } as const
    await service.sql`update tenant set packages = '{VCARE}' where id = ${tenant.id}`
    service.clock.advance(1_000)
    expect((await service.refused(admin.token, 'cameraApp.configure', request)).body.key).toBe('pro-required')
    await service.sql`update tenant set packages = '{VCARE,PRO}' where id = ${tenant.id}`
    service.clock.advance(1_000)
    expect((await service.call(admin.token, 'cameraApp.configure', request)).body.settings).toMatchObject({
      model: 'advanced',
    })
  })

  test('APP-04 bed exit is set by shares of the body, merged contours, sides and a snooze, in bounds', async () => {
    const { admin, id, appOf } = await place()
    const configure = (settings: object) =>
      service.refused(admin.token, 'cameraApp.configure', {
        params: { cameraId: id, appCode: 'A006' },
        body: { appCode: 'A006', ...settings },
      })
    const settings = { insidePercent: 70, crossPercent: 25, maxMergedContours: 2, exitSides: 'left', snoozeSeconds: 90 }
    expect((await configure(settings)).status).toBe(200)
    expect((await appOf('A006')).settings).toMatchObject(settings)
    const wrong = { insidePercent: 101, crossPercent: -1, maxMergedContours: 0, exitSides: 'feet', snoozeSeconds: -1 }
    for (const [field, value] of Object.entries(wrong)) {
      const { status, body } = await configure({ ...settings, [field]: value })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    }
    expect((await appOf('A006')).settings).toMatchObject(settings)
  })

  test('APP-03 CAM-08 only an AXIS camera may conclude by itself, and then watches one region', async () => {
    const { admin, id, appOf } = await place()
    const corners = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
    ]
    const configure = (count: number) => {
      const regions = Array.from({ length: count }, (_, at) => ({ name: `Region ${at}`, corners }))
      const body = { appCode: 'A003', inferenceEnvironment: 'camera', regions } as const
      return service.refused(admin.token, 'cameraApp.configure', { params: { cameraId: id, appCode: 'A003' }, body })
    }
    expect((await configure(1)).body.fields).toEqual({ inferenceEnvironment: 'camera-app.environment-not-offered' })
    await service.sql`update camera set type = 'AXIS' where id = ${id}`
    expect((await configure(1)).status).toBe(200)
    expect((await configure(2)).body.fields).toEqual({ regions: 'camera-app.multiple-regions-need-cloud' })
    await service.sql`update camera set type = 'UNKNOWN' where id = ${id}`
    expect((await appOf('A003')).settings).toMatchObject({ inferenceEnvironment: 'cloud' })
  })

  test('APP-03 settings of another app, and people and rules of another site, are refused', async () => {
    const { admin, id } = await place()
    const other = await place()
    const fieldsOf = async (body: object) => {
      const request = { params: { cameraId: id, appCode: 'A003' }, body: body as never } as const
      return (await service.refused(admin.token, 'cameraApp.configure', request)).body.fields
    }
    expect(await fieldsOf({ appCode: 'A005' })).toEqual({ appCode: 'invalid' })
    expect(await fieldsOf({ appCode: 'A003', escalationIds: [other.id] })).toEqual({
      escalationIds: 'camera.escalation-unknown',
    })
    const nobody = { emails: [], mobileUserIds: [], desktopUserIds: [], unitIds: [] }
    expect(await fieldsOf({ appCode: 'A003', subscribers: { ...nobody, userIds: [other.admin.id] } })).toEqual({
      subscribers: 'camera.subscriber-unknown',
    })
  })
})
