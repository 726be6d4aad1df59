/** The last recipient of a room: named before they leave, and marked on the room afterwards. CAM-04, USER-04. */
import { NO_SUBSCRIBERS, type Subscribers } from '@mimamori/contract/camera/subscriber.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertCamera, insertShift, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** A camera in `unitId` with fall detection on, whose alerts go to `list`. */
async function room(tenant: TestTenant, unitId: string | null, list: Partial<Subscribers>): Promise<string> {
  const { id } = await insertCamera(service, tenant, { unitId: unitId ?? undefined })
  await service.sql`update camera set subscribers = ${JSON.stringify({ ...NO_SUBSCRIBERS, ...list })}::text::jsonb where id = ${id}`
  await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state) values (${tenant.id}, ${id}, 'A005', 'ENABLED')`
  return id
}

async function place() {
  const tenant = await service.tenant()
  const admin = await service.user({ role: 'ADMIN', tenant })
  const unitId = await insertUnit(service, tenant)
  const nurse = (more: object = {}) => service.user({ role: 'USER', tenant, ...more })
  return { tenant, admin, unitId, nurse }
}

const losing = async (admin: TestUser, ids: string[], change?: { role?: 'RESTRICTED_USER'; unitIds?: string[] }) => {
  const { body } = await service.call(admin.token, 'user.losing', { body: { ids, change } })
  return body.rooms.map(({ cameraId }) => cameraId).sort()
}
/** Whether the camera list and the page of its apps state that nobody is notified of falls in the room. */
async function saysNobody(admin: TestUser, id: string): Promise<[boolean, boolean]> {
  const camera = (await service.call(admin.token, 'camera.get', { params: { id } })).body
  const { apps } = (await service.call(admin.token, 'cameraApp.list', { params: { cameraId: id } })).body
  return [
    camera.apps.find(({ appCode }) => appCode === 'A005')!.isUnnotified,
    apps.find(({ appCode }) => appCode === 'A005')!.notifies === 'nobody',
  ]
}
const NOBODY = [true, true]
const SOMEBODY = [false, false]

describe('CAM-04 the last recipient of a room', () => {
  test('before a last recipient leaves, the rooms are named; afterwards they are marked', async () => {
    const { tenant, admin, nurse } = await place()
    const [one, other] = [await nurse(), await nurse()]
    const alone = await room(tenant, null, { userIds: [one.id] })
    const both = await room(tenant, null, { userIds: [one.id, other.id] })
    const mailed = await room(tenant, null, { userIds: [one.id], emails: ['ward@x.example'] })

    expect(await losing(admin, [one.id])).toEqual([alone])
    expect(await losing(admin, [one.id, other.id])).toEqual([alone, both].sort())
    expect(await losing(admin, [other.id])).toEqual([])
    expect(await saysNobody(admin, alone)).toEqual(SOMEBODY)

    await service.call(admin.token, 'user.switch', { body: { ids: [one.id], isDisabled: true } })
    expect([await saysNobody(admin, alone), await saysNobody(admin, both)]).toEqual([NOBODY, SOMEBODY])
    await service.call(admin.token, 'user.remove', { params: { id: other.id } })
    expect([await saysNobody(admin, both), await saysNobody(admin, mailed)]).toEqual([NOBODY, SOMEBODY])
    await service.call(admin.token, 'user.switch', { body: { ids: [one.id], isDisabled: false } })
    expect([await saysNobody(admin, alone), await saysNobody(admin, both)]).toEqual([SOMEBODY, SOMEBODY])
  })

  test('before a role or unit change, affected rooms are named, without changing anything', async () => {
    const { tenant, admin, unitId, nurse } = await place()
    const elsewhere = await insertUnit(service, tenant)
    const [free, bound] = [await nurse(), await nurse({ unitIds: [unitId] })]
    const byUser = await room(tenant, unitId, { userIds: [free.id] })
    const byUnit = await room(tenant, unitId, { unitIds: [unitId] })

    expect(await losing(admin, [free.id], { role: 'RESTRICTED_USER' })).toEqual([byUser])
    expect(await losing(admin, [free.id], { unitIds: [elsewhere] })).toEqual([byUser])
    expect(await losing(admin, [free.id], { role: 'RESTRICTED_USER', unitIds: [unitId] })).toEqual([])
    expect(await losing(admin, [bound.id], { unitIds: [elsewhere] })).toEqual([byUnit])
    expect(await losing(admin, [bound.id])).toEqual([byUnit])
    expect([await saysNobody(admin, byUser), await saysNobody(admin, byUnit)]).toEqual([SOMEBODY, SOMEBODY])
    const { body } = await service.call(admin.token, 'user.get', { params: { id: bound.id } })
    expect([body.role, body.unitIds, body.isDisabled]).toEqual(['USER', [unitId], false])
  })

  test('only recipients with a channel count: a push device or a permitted e-mail address', async () => {
    const { tenant, admin, nurse } = await place()
    const [device, quiet] = [await nurse(), await nurse()]
    const byDevice = await room(tenant, null, { mobileUserIds: [device.id] })
    const byMail = await room(tenant, null, { userIds: [quiet.id] })
    expect([await saysNobody(admin, byDevice), await saysNobody(admin, byMail)]).toEqual([NOBODY, SOMEBODY])
    await service.call(quiet.token, 'notification.savePreferences', {
      body: { push: 'all', http: 'all', mail: 'none' },
    })
    expect(await saysNobody(admin, byMail)).toEqual(NOBODY)
  })

  test('on-duty lists count while somebody has a shift, or an administrator substitutes', async () => {
    const { tenant, admin, unitId, nurse } = await place()
    await service.sql`insert into user_unit (tenant_id, user_id, unit_id)
      values (${tenant.id}, ${admin.id}, ${await insertUnit(service, tenant)})`
    const head = await service.user({ role: 'ORG_ADMIN', tenant: await service.tenant() })
    const onDuty = await room(tenant, unitId, { onDuty: true })
    const shiftId = await insertShift(service, tenant, 0, 720)
    const carer = await nurse({ unitIds: [unitId] })
    await service.sql`insert into user_shift (tenant_id, user_id, shift_id) values (${tenant.id}, ${carer.id}, ${shiftId})`
    const owner = await service.user({ role: 'ADMIN', tenant })
    expect(await saysNobody(owner, onDuty)).toEqual(SOMEBODY)
    await service.sql`update app_user set disabled_at = now() where id = ${carer.id}`
    expect(await saysNobody(owner, onDuty)).toEqual(SOMEBODY)
    expect((await service.refused(head.token, 'user.losing', { body: { ids: [carer.id] } })).status).toBe(404)
  })
})
