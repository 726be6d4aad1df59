/** A detection without recipients is rejected, unless that is intended. */
import { NO_SUBSCRIBERS, type Subscribers } from '@mimamori/contract/camera/subscriber.ts'
import { BY_NIGHT, NEVER, type Week } from '@mimamori/contract/camera/week.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertCamera } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const WARD = {
  emails: ['ward@x.example'],
  mobileUserIds: [],
  desktopUserIds: [],
  userIds: [],
  unitIds: [],
  onDuty: false,
}
const REFUSED = { subscribers: 'camera-app.subscriber-required' }

async function place() {
  const tenant = await service.tenant()
  const admin = await service.user({ role: 'ADMIN', tenant })
  const { id } = await insertCamera(service, tenant)
  const params = { cameraId: id, appCode: 'A005' } as const
  return {
    id,
    tenant,
    admin,
    set: (state: 'ENABLED' | 'DISABLED' | 'GLOBAL') =>
      service.refused(admin.token, 'cameraApp.updateStatus', { params: { id }, body: { appCode: 'A005', state } }),
    configure: (body: object) =>
      service.refused(admin.token, 'cameraApp.configure', { params, body: { appCode: 'A005', ...body } }),
    schedule: (week: Week | null) =>
      service.call(admin.token, 'cameraApp.saveSchedule', { params, body: { schedule: week } }),
    edit: (subscribers: Partial<Subscribers>) =>
      service.refused(admin.token, 'camera.patch', { params: { id }, body: { subscribers } }),
    notifies: async () => {
      const { apps } = (await service.call(admin.token, 'cameraApp.list', { params: { cameraId: id } })).body
      return apps.find(({ appCode }) => appCode === 'A005')!.notifies
    },
    listed: async () => {
      const { records } = (await service.call(admin.token, 'camera.search', { body: {} })).body
      return records[0]!.apps
    },
  }
}

test('CAM-04 a detection without subscribers is not switched on, unless that is explicitly requested', async () => {
  const { id, set, configure, notifies, listed } = await place()
  expect((await set('ENABLED')).body.fields).toEqual(REFUSED)
  expect((await set('GLOBAL')).body.fields).toEqual(REFUSED)
  expect([(await configure({ isNobodyNotified: true })).status, (await set('ENABLED')).status]).toEqual([200, 200])
  expect([await notifies(), (await listed())[0]]).toEqual([
    'nobody-on-purpose',
    { appCode: 'A005', state: 'ENABLED', isUnnotified: true, neverRuns: false, awaitsBed: false, isMeasured: false },
  ])
  const rows = await service.sql`select details from audit where object_id = ${id} order by id`
  expect(rows.at(-1)!.details).toMatchObject({ appCode: 'A005', notifies: 'nobody-on-purpose' })
  expect((await configure({ isNobodyNotified: false })).body.fields).toEqual(REFUSED)
})

test('CAM-04 subscribers of the app or its camera suffice, subscribers to check-ins do not', async () => {
  const { tenant, set, configure, edit, notifies, listed } = await place()
  const nurse = await service.user({ role: 'USER', tenant })
  await edit({ ...NO_SUBSCRIBERS, reminderUserIds: [nurse.id] })
  expect((await set('ENABLED')).body.fields).toEqual(REFUSED)
  await configure({ subscribers: WARD })
  expect((await set('ENABLED')).status).toBe(200)
  const none = { subscribers: { ...WARD, emails: [] } }
  expect((await configure(none)).body.fields).toEqual(REFUSED)
  await edit(WARD)
  expect([(await configure(none)).status, await notifies()]).toEqual([200, 'somebody'])
  expect((await edit({ ...WARD, emails: [] })).body.fields).toEqual({ 'subscribers.userIds': REFUSED.subscribers })
  expect((await listed())[0]).toMatchObject({ isUnnotified: false })
})

test('CAM-04 an enabled app that notifies nobody goes on, and lists say so', async () => {
  const { id, tenant, notifies, listed, set } = await place()
  await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state, settings)
    values (${tenant.id}, ${id}, 'A005', 'ENABLED', '{}')`
  expect([await notifies(), (await listed())[0]?.isUnnotified]).toEqual(['nobody', true])
  expect((await set('DISABLED')).status).toBe(200)
  expect((await listed())[0]?.isUnnotified).toBe(false)
})

test('CAM-10 lists mark an active app whose schedule has no hours', async () => {
  const { configure, set, schedule, listed } = await place()
  await configure({ isNobodyNotified: true })
  await set('ENABLED')
  const neverRuns = async () => (await listed())[0]?.neverRuns
  expect(await neverRuns()).toBe(false)
  await schedule(NEVER)
  expect(await neverRuns()).toBe(true)
  await schedule(BY_NIGHT)
  expect(await neverRuns()).toBe(false)
  await schedule(NEVER)
  await set('DISABLED')
  expect(await neverRuns()).toBe(false)
})

describe('lists of an app', () => {
  const configure = (token: string, id: string, body: object) => {
    const { appCode } = body as { appCode: 'A005' | 'A008' }
    return service.refused(token, 'cameraApp.configure', { params: { cameraId: id, appCode }, body: body as never })
  }
  const listsOf = async (token: string, cameraId: string, code: string) => {
    const { apps } = (await service.call(token, 'cameraApp.list', { params: { cameraId } })).body
    const { settings } = apps.find(({ appCode }) => appCode === code)!
    return 'subscribers' in settings ? settings.subscribers : null
  }

  test('CAM-04 live streaming accepts check-in subscribers alone, a detection alert subscribers alone', async () => {
    const { tenant, id, admin } = await place()
    const nurse = await service.user({ role: 'USER', tenant })
    const reminded = { reminderUserIds: [nurse.id] }
    const refused = await Promise.all([
      configure(admin.token, id, { appCode: 'A008', subscribers: { ...reminded, emails: ['a@x.example'] } }),
      configure(admin.token, id, { appCode: 'A005', subscribers: { ...WARD, ...reminded } }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([400, 400])
    const taken = [
      await configure(admin.token, id, { appCode: 'A008', subscribers: reminded }),
      await configure(admin.token, id, { appCode: 'A005', subscribers: WARD }),
    ]
    expect(taken.map(({ status }) => status)).toEqual([200, 200])
    expect(await listsOf(admin.token, id, 'A008')).toEqual(reminded)
    expect(await listsOf(admin.token, id, 'A005')).toEqual(WARD)
  })
})
