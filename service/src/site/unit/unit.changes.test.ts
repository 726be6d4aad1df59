/** Units that are created, changed and deleted, and their app settings. */
import { NEVER } from '@mimamori/contract/camera/week.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertCamera, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function site() {
  const tenant = await service.tenant({ name: 'さくら苑' })
  const support = await service.user({ role: 'SUPER_ADMIN', tenant })
  return { tenant, token: support.token }
}
const insertApp = (tenant: { id: string }, cameraId: string, state: string) =>
  service.sql`insert into camera_app (tenant_id, camera_id, app_code, state)
    values (${tenant.id}, ${cameraId}, 'A005', ${state})`

test('UNIT-01 a unit is created with its cameras and reminder users, and shows them', async () => {
  const { tenant, token } = await site()
  const nurse = await service.user({ role: 'USER', tenant })
  const camera = await insertCamera(service, tenant, { name: '201', location: '201号室' })
  const draft = {
    name: ' 2階ユニット ',
    overridesReminderSubscribers: true,
    reminderUserIds: [nurse.id],
    cameraIds: [camera.id],
  }

  const { body } = await service.call(token, 'unit.create', { body: draft })
  const { body: detail } = await service.call(token, 'unit.get', { params: { id: body.id } })

  expect(body).toMatchObject({ name: '2階ユニット', cameraCount: 1, overridesReminderSubscribers: true, version: 1 })
  expect(detail.cameras).toEqual([{ id: camera.id, name: '201', location: '201号室' }])
  expect(detail.reminderSubscribers).toEqual([{ id: nurse.id, name: 'Test USER' }])
  const seen = await service.call(nurse.token, 'unit.get', { params: { id: body.id } })
  expect(seen.body.reminderSubscribers).toEqual([])
})

test('UNIT-01 a patch changes the named fields, and consoles are notified of moved cameras', async () => {
  const { tenant, token } = await site()
  const [stays, comes] = [await insertCamera(service, tenant), await insertCamera(service, tenant)]
  const created = await service.call(token, 'unit.create', {
    body: { name: 'A', overridesReminderSubscribers: true, cameraIds: [stays.id] },
  })
  const { id, version } = created.body
  const news: unknown[] = []
  const stop = service.platform.bus.subscribe([tenant.id], (event) => news.push(event))

  const renamed = await service.call(token, 'unit.patch', { body: { id, version, name: 'B' } })
  const moved = await service.call(token, 'unit.patch', { body: { id, version: 2, cameraIds: [stays.id, comes.id] } })
  stop()

  expect(renamed.body).toMatchObject({ name: 'B', overridesReminderSubscribers: true, cameraCount: 1, version: 2 })
  expect(moved.body.cameraCount).toBe(2)
  expect(news).toEqual([{ type: 'camera-changed', cameraId: comes.id, unitId: id }])
  await service.call(token, 'unit.patch', { body: { id, version: 3, cameraIds: [] } })
  const [left] = await service.sql`select count(*)::int as n from camera where unit_id = ${id}`
  expect(left).toEqual({ n: 0 })
})

test('UNIT-01 an outdated edit is a conflict, a name that is taken lands on its field', async () => {
  const { tenant, token } = await site()
  await insertUnit(service, tenant, '東')
  const unit = await insertUnit(service, tenant, '西')
  const taken = await service.refused(token, 'unit.patch', { body: { id: unit, version: 1, name: '東' } })
  expect([taken.status, taken.body.fields]).toEqual([400, { name: 'unit.name-taken' }])
  await service.call(token, 'unit.patch', { body: { id: unit, version: 1, name: '西館' } })
  const late = await service.refused(token, 'unit.patch', { body: { id: unit, version: 1, name: '北' } })
  expect([late.status, late.body.key]).toEqual([409, 'conflict'])
  const empty = await service.refused(token, 'unit.create', { body: { name: ' ' } })
  expect(empty.body.fields).toEqual({ name: 'unit.name-required' })
})

test('UNIT-01 people and cameras of another site cannot join a unit', async () => {
  const { token } = await site()
  const other = await service.tenant()
  const camera = await insertCamera(service, other)
  const stranger = await service.user({ role: 'USER', tenant: other })
  const withCamera = { body: { name: 'A', cameraIds: [camera.id] } }
  const withUser = { body: { name: 'A', reminderUserIds: [stranger.id] } }
  expect((await service.refused(token, 'unit.create', withCamera)).body.fields).toEqual({
    cameraIds: 'unit.camera-unknown',
  })
  expect((await service.refused(token, 'unit.create', withUser)).body.fields).toEqual({
    reminderUserIds: 'unit.user-unknown',
  })
  const found = await service.call(token, 'unit.search', {})
  expect(found.body.totalCount).toBe(0)
})

test('UNIT-01 a unit with cameras or bound people cannot be deleted, and the error counts them', async () => {
  const { tenant, token } = await site()
  const unit = await insertUnit(service, tenant, '2階')
  const camera = await insertCamera(service, tenant, { unitId: unit })
  const bound = await service.user({ role: 'USER', tenant, unitIds: [unit] })

  const withCamera = await service.refused(token, 'unit.remove', { params: { id: unit } })
  expect([withCamera.status, withCamera.body.key, withCamera.body.fields]).toEqual([
    409,
    'in-use',
    { cameras: 'unit.has-cameras 1' },
  ])
  await service.sql`update camera set unit_id = null where id = ${camera.id}`
  const withUser = await service.refused(token, 'unit.remove', { params: { id: unit } })
  expect(withUser.body.fields).toEqual({ users: 'unit.has-users 1' })
  await service.sql`delete from user_unit where user_id = ${bound.id}`
  expect((await service.call(token, 'unit.remove', { params: { id: unit } })).status).toBe(200)
  expect((await service.refused(token, 'unit.get', { params: { id: unit } })).status).toBe(404)
})

test('UNIT-02 APP-02 a unit’s app setting applies to the cameras that follow it', async () => {
  const { tenant, token } = await site()
  const unit = await insertUnit(service, tenant)
  const [follows, differs] = [
    await insertCamera(service, tenant, { unitId: unit }),
    await insertCamera(service, tenant, { unitId: unit }),
  ]
  await insertApp(tenant, follows.id, 'GLOBAL')
  await insertApp(tenant, differs.id, 'DISABLED')
  const params = { unitId: unit, mlAppCode: 'A005' as const }
  const appOf = async () => {
    const { body } = await service.call(token, 'unit.get', { params: { id: unit } })
    return body.apps.find(({ appCode }) => appCode === 'A005')
  }
  expect(await appOf()).toMatchObject({ state: null, schedule: null, camerasState: 'PARTIAL', followingCount: 1 })

  const off = await service.call(token, 'unit.saveSchedule', { params, body: { state: 'DISABLED' } })
  expect(off.body).toMatchObject({ state: 'DISABLED', schedule: null, camerasState: 'DISABLED' })
  const timed = await service.call(token, 'unit.saveSchedule', { params, body: { schedule: NEVER } })
  expect(timed.body).toMatchObject({ state: 'DISABLED', schedule: NEVER })
  const always = await service.call(token, 'unit.saveSchedule', { params, body: { schedule: null, state: 'ENABLED' } })
  expect(always.body).toMatchObject({ state: 'ENABLED', schedule: null, camerasState: 'PARTIAL' })
  // Off, then a schedule while off, then on again without one: two changes for the hub of the following camera.
  const versions = await service.sql`select desired_version as version from camera
    where id = any(${[follows.id, differs.id]}::uuid[]) order by desired_version`
  expect(versions.map(({ version }) => version)).toEqual([1, 3])
})

test('UNIT-02 a schedule with overlapping times is rejected', async () => {
  const { tenant, token } = await site()
  const unit = await insertUnit(service, tenant)
  const mon = [
    { startMinute: 60, endMinute: 120 },
    { startMinute: 100, endMinute: 180 },
  ]
  const refused = await service.refused(token, 'unit.saveSchedule', {
    params: { unitId: unit, mlAppCode: 'A005' },
    body: { schedule: { ...NEVER, mon } },
  })
  expect([refused.status, refused.body.fields]).toEqual([400, { 'schedule.mon': 'schedule.overlap' }])
})

test('UNIT-02 outside of a site a unit cannot be created', async () => {
  const support = await service.user({ role: 'SUPER_ADMIN' })
  const refused = await service.refused(support.token, 'unit.create', { body: { name: 'A' } })
  expect([refused.status, refused.body.key]).toEqual([409, 'site-needed'])
})

test('UNIT-02 outside of a site the operator names it for a new unit, and may list all units', async () => {
  const tenant = await service.tenant({ name: 'もみじ園' })
  const other = await service.tenant()
  await insertUnit(service, other, 'モミジ 東')
  const operator = await service.user({ role: 'SUPER_ADMIN' })
  const body = { name: 'モミジ 西', tenantId: tenant.id }

  const made = await service.call(operator.token, 'unit.create', { body })

  expect(made.body).toMatchObject({ name: 'モミジ 西', tenantId: tenant.id, tenantName: 'もみじ園' })
  const [audited] = await service.sql`select tenant_id as place from audit where object_id = ${made.body.id}`
  expect(audited).toEqual({ place: tenant.id })
  const unasked = await service.call(operator.token, 'unit.search', { body: { name: 'モミジ' } })
  const all = await service.call(operator.token, 'unit.search', { body: { name: 'モミジ', ofAllSites: true } })
  expect(unasked.body.totalCount).toBe(0)
  expect(all.body.records.map((unit) => unit.tenantId)).toEqual([tenant.id, other.id])
  const admin = await service.user({ role: 'ADMIN', tenant })
  const own = await service.call(admin.token, 'unit.search', { body: { name: 'モミジ', ofAllSites: true } })
  expect(own.body.records.map((unit) => unit.name)).toEqual(['モミジ 西'])
})

test('UNIT-02 a unit’s site must exist and match its people, cameras and the connected site', async () => {
  const { token } = await site()
  const organisation = await service.tenant({ kind: 'organisation' })
  const [tenant, other] = [await service.tenant(), await service.tenant()]
  const operator = await service.user({ role: 'SUPER_ADMIN' })
  const camera = await insertCamera(service, other)
  const errorOf = async (by: string, body: { tenantId: string; cameraIds?: string[] }) =>
    (await service.refused(by, 'unit.create', { body: { name: 'A', ...body } })).body.fields
  const unknown = { tenantId: 'unit.tenant-unknown' }
  expect(await errorOf(operator.token, { tenantId: organisation.id })).toEqual(unknown)
  expect(await errorOf(operator.token, { tenantId: camera.id })).toEqual(unknown)
  expect(await errorOf(operator.token, { tenantId: tenant.id, cameraIds: [camera.id] })).toEqual({
    cameraIds: 'unit.camera-unknown',
  })
  await service.sql`update session set acting_tenant_id = ${tenant.id} where id = ${operator.sessionId}`
  service.clock.advance(1_000)
  expect(await errorOf(operator.token, { tenantId: other.id })).toEqual(unknown)
  expect(await errorOf(token, { tenantId: other.id })).toEqual(unknown)
})

test('NAV-04 the list can be reversed, and each unit counts its own cameras', async () => {
  const { tenant, token } = await site()
  const units = await Promise.all(['A', 'B'].map((name) => insertUnit(service, tenant, name)))
  for (const unitId of [units[0]!, units[0]!, units[1]!]) await insertCamera(service, tenant, { unitId })
  const { body } = await service.call(token, 'unit.search', { query: { sortColumn: 'name', sortAscending: false } })
  expect(body.records.map(({ name, cameraCount }) => [name, cameraCount])).toEqual([
    ['B', 1],
    ['A', 2],
  ])
})

describe('the administrators of a site and of its organization', () => {
  async function places() {
    const organisation = await service.tenant({ kind: 'organisation' })
    const [tenant, other] = [await service.tenant({ parent: organisation }), await service.tenant()]
    const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    return { organisation, tenant, other, organiser: organiser.token }
  }

  test('UNIT-02 an organization’s administrator creates, changes and deletes units of its sites', async () => {
    const { organisation, tenant, other, organiser: token } = await places()
    const made = await service.call(token, 'unit.create', { body: { name: '3階', tenantId: tenant.id } })
    const { id, version } = made.body
    const camera = await insertCamera(service, tenant)
    await service.call(token, 'unit.patch', { body: { id, version, name: '4階', cameraIds: [camera.id] } })
    const params = { unitId: id, mlAppCode: 'A008' as const }
    await service.call(token, 'unit.saveSchedule', { params, body: { state: 'DISABLED' } })
    await service.call(token, 'unit.patch', { body: { id, version: 2, cameraIds: [] } })
    await service.call(token, 'unit.remove', { params: { id } })
    const audited =
      await service.sql`select action, tenant_id as place from audit where object_id = ${id} order by at, id`
    const actions = ['unit.create', 'unit.change', 'unit.schedule', 'unit.change', 'unit.delete']
    expect(audited.map((row) => row)).toEqual(actions.map((action) => ({ action, place: tenant.id })))

    const rejectionOf = async (tenantId?: string) =>
      (await service.refused(token, 'unit.create', { body: { name: 'A', tenantId } })).body
    const unknown = { tenantId: 'unit.tenant-unknown' }
    expect([(await rejectionOf(other.id)).fields, (await rejectionOf(organisation.id)).fields]).toEqual([
      unknown,
      unknown,
    ])
    expect((await rejectionOf()).key).toBe('site-needed')
  })

  test('UNIT-01 the choice of cameras for a unit is limited to its site', async () => {
    const { organisation, tenant, other, organiser: token } = await places()
    const sibling = await service.tenant({ parent: organisation })
    const own = await insertCamera(service, tenant)
    for (const place of [sibling, other]) await insertCamera(service, place)
    const found = async (tenantId?: string) =>
      (await service.call(token, 'camera.search', { body: { tenantId } })).body.records.map(({ id }) => id)
    expect([await found(tenant.id), await found(other.id), (await found()).length]).toEqual([[own.id], [], 2])
  })

  test('UNIT-01 an administrator bound to units changes these alone, and loses no camera by it', async () => {
    const { tenant } = await places()
    const [ours, also, theirs] = [
      await insertUnit(service, tenant, '東'),
      await insertUnit(service, tenant, '西'),
      await insertUnit(service, tenant, '北'),
    ]
    const { token } = await service.user({ role: 'ADMIN', tenant, unitIds: [ours, also] })
    const camera = await insertCamera(service, tenant, { unitId: ours })
    const [foreign, loose] = [
      await insertCamera(service, tenant, { unitId: theirs }),
      await insertCamera(service, tenant),
    ]
    const error = async (body: object) =>
      (await service.refused(token, 'unit.patch', { body: { id: ours, version: 1, ...body } })).body.fields

    const unknown = { cameraIds: 'unit.camera-unknown' }
    expect(await error({ cameraIds: [camera.id, foreign.id] })).toEqual(unknown)
    expect(await error({ cameraIds: [camera.id, loose.id] })).toEqual(unknown)
    expect(await error({ cameraIds: [] })).toEqual({ cameraIds: 'unit.cameras-stay' })
    const nurse = await service.user({ role: 'USER', tenant, unitIds: [theirs] })
    expect(await error({ reminderUserIds: [nurse.id] })).toEqual({ reminderUserIds: 'unit.user-unknown' })
    await service.sql`insert into unit_reminder_user (tenant_id, unit_id, user_id)
      values (${tenant.id}, ${ours}, ${nurse.id})`
    const retained = { id: ours, version: 1, name: '東館', reminderUserIds: [nurse.id] }
    expect((await service.call(token, 'unit.patch', { body: retained })).body.name).toBe('東館')
    const moved = await service.call(token, 'unit.patch', { body: { id: also, version: 1, cameraIds: [camera.id] } })
    expect(moved.body.cameraCount).toBe(1)
    const schedule = { params: { unitId: theirs, mlAppCode: 'A008' as const }, body: { state: 'DISABLED' as const } }
    expect((await service.refused(token, 'unit.saveSchedule', schedule)).status).toBe(404)
    expect((await service.refused(token, 'unit.create', { body: { name: 'A' } })).body.key).toBe('bound-to-units')
    expect((await service.refused(token, 'unit.remove', { params: { id: also } })).body.key).toBe('bound-to-units')
  })
})
