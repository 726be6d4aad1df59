/** App settings of a site: the cameras to which they apply, the roles that may change them, and what hubs receive. */
import { NEVER, weekOf } from '@mimamori/contract/camera/week.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertCamera, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const appCode = 'A003'
const nights = weekOf([{ startMinute: 0, endMinute: 360 }])

/** A site with two cameras in a unit and one in no unit; all follow the settings. */
async function place() {
  const organisation = await service.tenant({ kind: 'organisation' })
  const tenant = await service.tenant({ parent: organisation })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const operator = await service.user({ role: 'SUPER_ADMIN', tenant })
  const unitId = await insertUnit(service, tenant)
  const emails = ['ward@x.example']
  const cameras = {
    first: await insertCamera(service, tenant, { unitId, emails }),
    second: await insertCamera(service, tenant, { unitId, emails }),
    alone: await insertCamera(service, tenant, { emails }),
  }
  const set = (camera: { id: string }, state: 'ENABLED' | 'DISABLED' | 'GLOBAL') =>
    service.call(admin.token, 'cameraApp.updateStatus', { params: { id: camera.id }, body: { appCode, state } })
  for (const camera of Object.values(cameras)) await set(camera, 'GLOBAL')
  const params = { tenantId: tenant.id, appCode } as const
  return {
    ...{ organisation, tenant, admin, unitId, cameras, set, params },
    sayAtUnit: (body: { state?: 'ENABLED' | 'DISABLED' | null; schedule?: typeof nights | null }) =>
      service.call(operator.token, 'unit.saveSchedule', { params: { unitId, mlAppCode: appCode }, body }),
    save: async (body: { state?: 'ENABLED' | 'DISABLED' | null; schedule?: typeof nights | null }) =>
      (await service.call(admin.token, 'siteApp.save', { params, body })).body,
    appOf: async (camera: { id: string }) => {
      const { body } = await service.call(admin.token, 'cameraApp.list', { params: { cameraId: camera.id } })
      return body.apps.find((app) => app.appCode === appCode)!
    },
    versions: async () => {
      const rows = await service.sql<{ id: string; version: number }[]>`
        select id, desired_version as version from camera where tenant_id = ${tenant.id}`
      const of = (id: string) => rows.find((row) => row.id === id)!.version
      return [of(cameras.first.id), of(cameras.second.id), of(cameras.alone.id)]
    },
  }
}

test('APP-02 a site without a setting leaves its apps always on for the cameras that follow it', async () => {
  const { tenant, admin, cameras } = await place()
  const { body } = await service.call(admin.token, 'siteApp.list', { params: { tenantId: tenant.id } })
  expect(body.apps.map((app) => app.appCode)).toEqual(['A001', 'A003', 'A004', 'A005', 'A006', 'A007', 'A008'])
  const silent = { appCode, state: null, schedule: null, camerasState: 'ENABLED', followingCount: 3 }
  expect(body.apps[1]).toEqual(silent)
  expect(body.apps[0]).toMatchObject({ camerasState: 'DISABLED', followingCount: 0 })
  await service.sql`update camera set deregistered_at = now() where id = ${cameras.alone.id}`
  const without = await service.call(admin.token, 'siteApp.list', { params: { tenantId: tenant.id } })
  expect(without.body.apps[1]).toEqual({ ...silent, followingCount: 2 })
  const empty = await service.tenant()
  const { token } = await service.user({ role: 'ADMIN', tenant: empty })
  const none = await service.call(token, 'siteApp.list', { params: { tenantId: empty.id } })
  expect(none.body.apps[1]).toEqual({ ...silent, camerasState: null, followingCount: 0 })
})

test('APP-02 a camera’s setting overrides its unit’s, that the site’s; a mix is PARTIAL', async () => {
  const { cameras, set, save, sayAtUnit, appOf } = await place()
  const holds = async (camera: { id: string }) => {
    const { isOn, stateFrom } = await appOf(camera)
    return [isOn, stateFrom]
  }
  expect(await save({ state: 'DISABLED' })).toMatchObject({ camerasState: 'DISABLED', followingCount: 3 })
  expect(await holds(cameras.first)).toEqual([false, 'site'])

  await sayAtUnit({ state: 'ENABLED' })
  expect(await save({})).toMatchObject({ state: 'DISABLED', camerasState: 'PARTIAL', followingCount: 1 })
  expect([await holds(cameras.first), await holds(cameras.alone)]).toEqual([
    [true, 'unit'],
    [false, 'site'],
  ])
  await set(cameras.first, 'DISABLED')
  expect(await holds(cameras.first)).toEqual([false, 'camera'])

  await sayAtUnit({ state: null })
  await set(cameras.first, 'ENABLED')
  expect(await save({ state: 'ENABLED' })).toMatchObject({ camerasState: 'ENABLED', followingCount: 2 })
  expect(await save({ state: null })).toMatchObject({ state: null, camerasState: 'ENABLED', followingCount: 2 })
  expect(await holds(cameras.second)).toEqual([true, 'none'])
})

test('APP-02 a change renews only the settings of cameras that it affects, and notifies consoles', async () => {
  const { tenant, cameras, set, save, sayAtUnit, versions } = await place()
  await set(cameras.second, 'ENABLED')
  await sayAtUnit({ state: 'ENABLED' })
  const start = await versions()
  const grown = async () => (await versions()).map((version, index) => version - start[index]!)
  const news: unknown[] = []
  const stop = service.platform.bus.subscribe([tenant.id], (event) => news.push(event))

  await save({ state: 'DISABLED' })
  expect(await grown()).toEqual([0, 0, 1])
  expect(news).toEqual([{ type: 'camera-changed', cameraId: cameras.alone.id, unitId: null }])
  // A schedule for an app that is off reaches the cameras where it is on.
  await save({ schedule: nights })
  expect(await grown()).toEqual([1, 1, 1])
  // Repeating it, and settings that the unit overrides, change nothing.
  await save({ state: 'DISABLED', schedule: nights })
  expect(await grown()).toEqual([1, 1, 1])
  await sayAtUnit({ schedule: NEVER })
  const before = await grown()
  await save({ schedule: null })
  expect(await grown()).toEqual(before)
  stop()
})

test('APP-02 the site’s schedule applies if neither camera nor unit has one', async () => {
  const { cameras, save, sayAtUnit, appOf } = await place()
  const holds = async () => {
    const { effectiveSchedule, scheduleFrom } = await appOf(cameras.first)
    return [effectiveSchedule, scheduleFrom]
  }
  expect(await save({ schedule: nights })).toMatchObject({ state: null, schedule: nights })
  expect(await holds()).toEqual([nights, 'site'])
  await sayAtUnit({ schedule: NEVER })
  expect(await holds()).toEqual([NEVER, 'unit'])
})

test('APP-02 organizers set apps for their sites, the operator for all, and that is audited', async () => {
  const { organisation, tenant, admin, params } = await place()
  const body = { state: 'DISABLED' } as const
  const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
  const operator = await service.user({ role: 'SUPER_ADMIN' })
  const people = [admin, organiser, operator]
  for (const { token } of people) expect((await service.call(token, 'siteApp.save', { params, body })).status).toBe(200)
  const rows = await service.sql<{ by: string }[]>`
    select actor_user_id as by, object_id as site, details from audit
    where tenant_id = ${tenant.id} and action = 'site-app.edit' order by id`
  const details = { appCode, fields: ['state'] }
  expect(rows).toEqual(people.map(({ id }) => ({ by: id, site: tenant.id, details })))
})

test('APP-02 S1 another site, an organization and a missing site are indistinguishable', async () => {
  const { organisation, admin } = await place()
  const other = await service.tenant()
  const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
  const ask = async (token: string, tenantId: string) => {
    const read = await service.refused(token, 'siteApp.list', { params: { tenantId } })
    const body = { state: 'ENABLED' } as const
    const written = await service.refused(token, 'siteApp.save', { params: { tenantId, appCode }, body })
    return [read.status, read.body, written.status, written.body]
  }
  const missing = await ask(admin.token, '01890000-0000-7000-8000-000000000000')
  expect(missing[0]).toBe(404)
  expect(await ask(admin.token, other.id)).toEqual(missing)
  expect(await ask(organiser.token, other.id)).toEqual(missing)
  expect(await ask(organiser.token, organisation.id)).toEqual(missing)
  expect(await service.sql`select 1 from site_app where tenant_id in (${other.id}, ${organisation.id})`).toHaveLength(0)
})

test('APP-02 overlapping schedules are rejected, and staff cannot change the site’s settings', async () => {
  const { tenant, admin, params } = await place()
  const mon = [
    { startMinute: 60, endMinute: 120 },
    { startMinute: 100, endMinute: 180 },
  ]
  const wrong = { params, body: { schedule: { ...NEVER, mon } } }
  const refused = await service.refused(admin.token, 'siteApp.save', wrong)
  expect([refused.status, refused.body.fields]).toEqual([400, { 'schedule.mon': 'schedule.overlap' }])
  const nurse = await service.user({ role: 'USER', tenant })
  const forbidden = await service.refused(nurse.token, 'siteApp.save', { params, body: { state: 'DISABLED' } })
  expect([forbidden.status, forbidden.body.key]).toEqual([403, 'forbidden'])
})
