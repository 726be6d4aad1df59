import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAgent, insertMedia, insertShift, insertUnit } from '#testing/site.ts'
import type { CameraPatch } from './camera.edit.ts'

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
const versionsOf = async (id: string) => {
  const [row] = await service.sql`select version, desired_version from camera where id = ${id}`
  return [row!.version, row!.desired_version]
}

describe('edits', () => {
  test('CAM-02 CAM-04 every field, including all kinds of subscribers, is stored and returned unchanged', async () => {
    const { tenant, admin } = await site()
    const unitId = await insertUnit(service, tenant)
    const [tag] = await service.sql`insert into tag (tenant_id, name) values (${tenant.id}, 'Night') returning id`
    const shiftId = await insertShift(service, tenant, 480, 1020)
    const region = {
      name: 'Window',
      corners: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 1 },
      ],
    }
    const all = {
      subStreamUrl: 'rtsp://10.0.0.9/sub',
      vendor: 'AXIS',
      installationDate: '2025-04-01',
      locationType: 'HALLWAY',
      unitId,
      tagIds: [tag!.id as string],
      shiftIds: [shiftId],
      width: 1920,
      height: 1080,
      frameRate: 14.99,
      angle: 180,
      sensitivity: 'high',
      pixelChangePercent: 2.5,
      sequenceDurationSeconds: 20,
      motionDurationSeconds: 3.5,
      imageDurationSeconds: 30,
      placementAngleDegrees: 42.5,
      placementHeightCm: 245,
      roomSizeM2: 13.2,
      ipAddress: '10.0.0.9',
      macId: 'AC:CC:8E:00:00:01',
      connection: 'wireless',
      ssid: 'sakura',
      signalStrengthDbm: -61,
      channel: 36,
      isPrivacyOn: true,
      privacyLevel: 'blur',
      masks: [region],
      isInactiveAlertOn: true,
      inactiveAlertMinutes: 30,
      subscribers: {
        emails: ['family@example.com'],
        mobileUserIds: [admin.id],
        desktopUserIds: [admin.id],
        reminderUserIds: [admin.id],
        onDuty: true,
        userIds: [admin.id],
        unitIds: [unitId],
      },
      escalationIds: [],
      isExternalAlertOn: true,
      unitCode: 'U-1',
      resCode: 'R-201',
      axisApplication: 'fall_detection',
      extraConfig: '{"a": 1}',
    } satisfies CameraPatch
    const camera = await registered(admin)
    const edited = await service.call(admin.token, 'camera.patch', { params: { id: camera.id }, body: all })
    expect(edited.status).toBe(200)
    expect(edited.body).toMatchObject(all)
    const copy = await registered(admin, { ...all, name: '202号室' })
    expect(copy).toMatchObject(all)
    expect([edited.body.version, copy.version]).toEqual([2, 1])
  })

  test('CAM-02 an outdated edit is a conflict, and changes nothing', async () => {
    const { admin } = await site()
    const { id } = await registered(admin)
    const edit = (body: object) => service.refused(admin.token, 'camera.edit', { body: { id, ...body } })
    expect((await edit({ version: 1, brand: 'First' })).status).toBe(200)
    const late = await edit({ version: 1, brand: 'Second' })
    expect([late.status, late.body.key]).toEqual([409, 'conflict'])
    expect((await service.call(admin.token, 'camera.get', { params: { id } })).body).toMatchObject({
      brand: 'First',
      version: 2,
    })
  })

  test('CAM-06 settings that concern the hub raise the desired version by exactly one, others do not', async () => {
    const { admin, tenant } = await site()
    const unitId = await insertUnit(service, tenant)
    const { id } = await registered(admin)
    const asked = async (body: object) => {
      const before = await versionsOf(id)
      const { status } = await service.call(admin.token, 'camera.patch', { params: { id }, body })
      expect(status).toBe(200)
      const after = await versionsOf(id)
      return [after[0] - before[0], after[1] - before[1]]
    }
    expect(await asked({ description: 'Another', installationDate: '2026-01-02', width: 640, unitId })).toEqual([1, 0])
    expect(await asked({ name: '203号室', pixelChangePercent: 3 })).toEqual([1, 1])
    expect(await asked({ name: '203号室' })).toEqual([0, 0])
    expect(await asked({ angle: 90, isSubStreamSameView: true })).toEqual([1, 1])
    expect(await asked({ password: 's3cret' })).toEqual([0, 0])
    expect(await asked({ password: 'other' })).toEqual([1, 1])
    expect(await asked({ privacyLevel: 'blur' })).toEqual([1, 0])
    expect(await asked({ isPrivacyOn: true })).toEqual([1, 1])
    expect(await asked({ sequenceDurationSeconds: 30, imageDurationSeconds: 60 })).toEqual([1, 1])
  })

  test('CAM-02 an omitted password stays, null removes it, and none is ever returned or audited', async () => {
    const { admin } = await site()
    const { id } = await registered(admin)
    const patch = async (body: object) =>
      (await service.call(admin.token, 'camera.patch', { params: { id }, body })).body.passwordSet
    expect(await patch({ streamUrl: 'rtsp://10.0.0.9/other' })).toBe(true)
    expect(await passwordOf(id)).toBe('s3cret')
    expect(await patch({ password: '' })).toBe(true)
    expect(await patch({ streamUrl: 'rtsp://admin:n3w@10.0.0.10/live' })).toBe(true)
    expect(await passwordOf(id)).toBe('n3w')
    expect(await patch({ password: null })).toBe(false)
    const audits = await service.sql`select details from audit where object_id = ${id} and action = 'camera.edit'`
    expect(audits.map((row) => row.details.changed)).toEqual([
      ['streamUrl'],
      ['streamUrl', 'username', 'password'],
      ['password'],
    ])
    expect(JSON.stringify(audits)).not.toContain('n3w')
    expect(service.logLines.join('')).not.toContain('n3w')
  })

  test('CAM-02 a stored password is not sent to another device: it is typed again or removed', async () => {
    const { admin } = await site()
    const { id } = await registered(admin)
    const elsewhere = { streamUrl: 'rtsp://10.0.0.66:554/live' }
    const errorOf = async (body: object) =>
      (await service.refused(admin.token, 'camera.patch', { params: { id }, body })).body.fields
    for (const body of [elsewhere, { ...elsewhere, password: '' }, { streamUrl: 'rtsp://10.0.0.9:8554/live' }]) {
      expect(await errorOf(body)).toEqual({ streamUrl: 'camera.password-again' })
    }
    expect(await passwordOf(id)).toBe('s3cret')

    const removed = await service.call(admin.token, 'camera.patch', {
      params: { id },
      body: { ...elsewhere, password: null },
    })
    expect(removed.body).toMatchObject({ ...elsewhere, passwordSet: false })
    const back = { streamUrl: 'rtsp://10.0.0.9/live' }
    const moved = await service.call(admin.token, 'camera.patch', { params: { id }, body: back })
    expect(moved.body).toMatchObject(back)
  })

  test('CAM-03 CAM-09 rules between fields apply to the merged camera', async () => {
    const { admin } = await site()
    const { id } = await registered(admin)
    const fieldsOf = async (body: object) =>
      (await service.refused(admin.token, 'camera.patch', { params: { id }, body })).body.fields
    expect(await fieldsOf({ isInactiveAlertOn: true })).toEqual({
      inactiveAlertMinutes: 'camera.inactive-alert-minutes-required',
    })
    await service.call(admin.token, 'camera.patch', { params: { id }, body: { inactiveAlertMinutes: 10 } })
    await service.call(admin.token, 'camera.patch', { params: { id }, body: { isInactiveAlertOn: true } })
    expect(await fieldsOf({ inactiveAlertMinutes: null })).toEqual({
      inactiveAlertMinutes: 'camera.inactive-alert-minutes-required',
    })
    expect(await fieldsOf({ isPrivacyOn: true })).toEqual({ privacyLevel: 'camera.privacy-level-required' })
    expect(await fieldsOf({ name: ' ' })).toEqual({ name: 'camera.name-required' })
    expect(await fieldsOf({ streamUrl: 'rtsp://' })).toEqual({ streamUrl: 'camera.stream-url-invalid' })
  })

  test('CAM-02 names, units, tags, shifts, hubs and people must belong to the site', async () => {
    const { admin } = await site()
    const other = await site()
    const { id } = await registered(admin)
    await registered(admin, { name: '202号室' })
    const fieldsOf = async (body: object) =>
      (await service.refused(admin.token, 'camera.patch', { params: { id }, body })).body.fields
    const [tag] = await service.sql`insert into tag (tenant_id, name) values (${other.tenant.id}, 'T') returning id`
    expect(await fieldsOf({ name: '202号室' })).toEqual({ name: 'camera.name-taken' })
    expect(await fieldsOf({ unitId: await insertUnit(service, other.tenant) })).toEqual({
      unitId: 'camera.unit-unknown',
    })
    expect(await fieldsOf({ tagIds: [tag!.id] })).toEqual({ tagIds: 'camera.tag-unknown' })
    const shiftId = await insertShift(service, other.tenant, 480, 1020)
    expect(await fieldsOf({ shiftIds: [shiftId] })).toEqual({ shiftIds: 'camera.shift-unknown' })
    expect(await fieldsOf({ agentId: other.agentId })).toEqual({ agentId: 'camera.agent-unknown' })
    const nobody = { emails: [], mobileUserIds: [], desktopUserIds: [], reminderUserIds: [], unitIds: [] }
    expect(await fieldsOf({ subscribers: { ...nobody, userIds: [other.admin.id] } })).toEqual({
      subscribers: 'camera.subscriber-unknown',
    })
  })

  test('CAM-09 with privacy the former frame goes, and none comes until the hub has put it in force', async () => {
    const { admin, tenant, agentId } = await site()
    const { id } = await registered(admin)
    await insertMedia(
      service,
      { id, tenantId: tenant.id, unitId: null, name: '' },
      {
        kind: 'frame',
        bytes: Buffer.from('frame'),
      },
    )
    const hub = await service.hubToken({ id: agentId, tenantId: tenant.id })
    const send = async () => {
      const bytes = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(200, 7)])
      const query = { takenAt: service.clock.now().toISOString() }
      const contentType = 'application/octet-stream'
      await service.call(hub, 'hub.putFrame', { params: { cameraId: id }, query, bytes, contentType })
      return (await service.call(admin.token, 'camera.get', { params: { id } })).body.latestFrame !== null
    }
    expect(await send()).toBe(true)
    const body = { isPrivacyOn: true, privacyLevel: 'blur' } as const
    const edited = await service.call(admin.token, 'camera.patch', { params: { id }, body })
    expect(edited.body.latestFrame).toBeNull()
    expect(await send()).toBe(false)
    const report = (errors: SettingsError[]) =>
      service.call(hub, 'hub.report', { body: { cameras: [{ cameraId: id, version: 2, errors }] } })
    await report([{ code: 'not-applied', params: { detail: 'no blur' } }])
    expect(await send()).toBe(false)
    await report([])
    expect(await send()).toBe(true)
  })

  test('CAM-07 a room that becomes a public place needs a place of that kind', async () => {
    const { admin } = await site({ rooms: 1, publicPlaces: 0 })
    const { id } = await registered(admin)
    const refused = await service.refused(admin.token, 'camera.patch', {
      params: { id },
      body: { locationType: 'DINING' },
    })
    expect(refused.body.key).toBe('license-limit')
  })

  test('HUB-03 a camera moved to another hub leaves the first one and is new to the second', async () => {
    const { admin, tenant, agentId } = await site()
    const other = await insertAgent(service, tenant, 'Other')
    const { id } = await registered(admin, { agentId })
    await service.sql`update camera set reported_version = 1, status = 'Online' where id = ${id}`
    const { body } = await service.call(admin.token, 'camera.patch', { params: { id }, body: { agentId: other } })
    expect(body).toMatchObject({ agentName: 'Other', status: 'Offline', shadowState: 'PENDING' })
    expect(body.shadow).toMatchObject({ desiredVersion: 2, reportedVersion: 0 })
    const camerasOf = async (hub: string) => {
      const token = await service.hubToken({ id: hub, tenantId: tenant.id })
      return (await service.call(token, 'hub.desired')).body.cameras.map((camera) => camera.cameraId)
    }
    expect([await camerasOf(agentId), await camerasOf(other)]).toEqual([[], [id]])
  })
})
