/** A client that knows nothing but the description (paths, header, base64, query names) lives a whole day. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertAlert, insertRecording } from '#testing/site.ts'

const PASSWORD = 'kamome-garasu-77'
type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
// biome-ignore lint/suspicious/noExplicitAny: the client has no types of ours
type Json = any

let service: TestService
let organisation: TestTenant
let site: TestTenant
beforeAll(async () => {
  service = await startService()
  organisation = await service.tenant({ kind: 'organisation' })
  site = await service.tenant({ parent: organisation, packages: ['PRO', 'VCARE'] })
  await service.sql`update tenant set room_camera_limit = 10 where id = ${site.id}`
  await service.user({ role: 'ADMIN', tenant: site, email: 'admin@home.example', password: PASSWORD })
  await service.user({ role: 'SUPER_ADMIN', email: 'super@home.example', password: PASSWORD })
})
afterAll(() => service.stop())

/** Signs in, and answers a function for calls: each must succeed. */
async function client(userName: string) {
  let token: string | undefined
  const ask = async (method: Verb, path: string, payload?: object): Promise<Json> => {
    const headers = token ? { 'X-AuthToken': token } : {}
    const answer = await service.app.http.inject({ method, url: `/api/${path}`, headers, ...(payload && { payload }) })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    expect([method, path, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([
      method,
      path,
      200,
      '',
    ])
    return isJson ? answer.json() : answer.rawPayload
  }
  const userPassword = Buffer.from(PASSWORD).toString('base64')
  const take = (user: Json) => {
    token = user.token
    return user
  }
  const user = take(await ask('POST', 'login', { userName, userPassword, deviceType: 'web' }))
  return { ask, take, user }
}

/** Gets an object, changes a field, and puts the whole object back as it was answered. */
async function putBack(ask: Awaited<ReturnType<typeof client>>['ask'], from: string, to: string, change: object) {
  const before = await ask('GET', from)
  await ask('PUT', to, { ...before, ...change })
  const after = await ask('GET', from)
  expect(after).toMatchObject(change)
  return { before, after }
}

test('HAND-01 units, people, tags, shifts and rules are made, and put back as they were answered', async () => {
  const { ask, take, user } = await client('admin@home.example')
  expect(user).toMatchObject({ role: 'ADMIN', locale: expect.any(String), timezone: expect.any(String) })
  take(await ask('PUT', 'refreshToken', { deviceType: 'web' }))
  const phone = { imeiNumber: 'browser-1', fireBaseId: `eHk7:${'APA91b_-'.repeat(18)}`, deviceType: 'WEB' }
  expect(await ask('POST', 'device/registration/save', phone)).toEqual({ isDeliverable: false })

  const unit = await ask('POST', 'unit', { name: 'East' })
  await putBack(ask, `unit/${unit.id}`, 'unit/patch', { name: 'West' })
  expect((await ask('POST', 'unit/search?pageNumber=0&pageSize=20', { name: 'west' })).totalCount).toBe(1)

  const nurse = await ask('POST', 'user', {
    ...{ firstName: 'Hana', lastName: 'Mori', email: 'hana@home.example', mobileNo: '', userName: '', role: 'USER' },
    ...{ password: PASSWORD, locale: 'en', timezone: 'Asia/Tokyo', dateFormat: 'yyyy/MM/dd HH:mm', type: 'REGULAR' },
  })
  await putBack(ask, `user/${nurse.id}`, 'user/patch', { firstName: 'Hanako' })

  for (const draft of [
    { type: 'TAG', name: 'Night' },
    { type: 'SHIFT', name: 'Early', startMinute: 420, endMinute: 960 },
    { type: 'ESCALATION', name: 'Five', thresholdMinutes: 5, activeHours: null, userIds: [nurse.id], unitIds: [] },
  ]) {
    const asset = await ask('POST', 'asset', draft)
    await putBack(ask, `asset/${asset.id}`, 'asset/patch', { name: `${draft.name} 2` })
    expect((await ask('POST', 'asset/search?pageSize=50', { type: draft.type })).totalCount).toBe(1)
    await ask('DELETE', `asset/${asset.id}`)
  }
  await ask('DELETE', `unit/${unit.id}`)
})

test('cameras are registered, put back, configured in part, scheduled and switched', async () => {
  const operator = await client('super@home.example')
  const hub = await operator.ask('POST', 'agent', { name: 'Hub', tenantId: site.id })
  await putBack(operator.ask, `agent/${hub.id}`, 'agent/patch', { name: 'Hub 2' })
  await putBack(operator.ask, `tenant/${site.id}`, 'tenant/patch', { name: 'Sakura' })

  const { ask } = await client('admin@home.example')
  const camera = await ask('POST', 'camera/register', {
    ...{ name: '201', description: 'Bed', type: 'AXIS', brand: 'AXIS', model: 'M3085', location: '201' },
    ...{ streamUrl: 'rtsp://10.0.0.9/live', streamingId: 's-201' },
  })
  await putBack(ask, `camera/view/${camera.id}`, 'camera/edit', { description: 'By the window' })
  await ask('PATCH', `camera/${camera.id}`, { name: '202' })

  const region = {
    name: 'Door',
    corners: [
      [0, 0],
      [1, 0],
      [1, 1],
    ].map(([x, y]) => ({ x, y })),
  }
  const configure = (part: object) =>
    ask('POST', `camera/app/configure/${camera.id}/A003`, { appCode: 'A003', ...part })
  await configure({ regions: [region], severity: 'medium', isNobodyNotified: true })
  const { settings } = await configure({ snoozeSeconds: 90 })
  expect(settings).toMatchObject({ regions: [region], severity: 'medium', isNobodyNotified: true, snoozeSeconds: 90 })

  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [
    day,
    [{ startMinute: 0, endMinute: 360 }],
  ])
  const schedule = Object.fromEntries(days)
  await ask('POST', `camera/app/configure/schedule/${camera.id}/A003`, { schedule })
  expect((await ask('GET', `camera/app/schedule/${camera.id}/A003`)).schedule).toEqual(schedule)
  await ask('POST', `camera/app/updateStatus/${camera.id}`, { appCode: 'A003', state: 'ENABLED' })
  await ask('POST', 'camera/updateStatus', { ids: [camera.id], action: 'disable' })
  expect((await ask('GET', 'camera/view/by-status/dashboard')).Disabled).toBe(1)
  await ask('POST', 'camera/updateStatus', { ids: [camera.id], action: 'enable' })
  expect((await ask('POST', 'camera/view/search', {})).records[0].name).toBe('202')
})

test('alerts are counted, read, archived, put back and counted by the dates that were asked for', async () => {
  const { ask } = await client('admin@home.example')
  const { records } = await ask('POST', 'camera/view/search', {})
  const camera = { ...records[0], tenantId: site.id, unitId: null }
  const alert = await insertAlert(service, camera)
  await insertAlert(service, camera)
  const unread = async () =>
    (await ask('PUT', 'alert/search?pageNumber=0&pageSize=0&sortAscending=false', { hasRead: false })).totalCount
  expect(await unread()).toBe(2)
  const { before } = await putBack(ask, `alert/view/${alert.id}`, `alert/patch/${alert.id}`, { archived: true })
  expect(before).toMatchObject({ hasRead: false, archived: false, verdict: null })
  await ask('PUT', `alert/patch/${alert.id}`, { hasRead: true, archived: false })
  expect(await unread()).toBe(1)
  await ask('PUT', 'alert/markAllAlertsAsRead')
  expect(await unread()).toBe(0)
  const counts = (query: string) => ask('GET', `alert/view/by-severity/dashboard${query}`)
  expect((await counts('')).total.low).toBe(2)
  const long = 'startDate=2020-01-01T00:00:00Z&endDate=2020-01-02T00:00:00Z'
  expect((await counts(`?${long}`)).total.low).toBe(0)
  await ask('GET', 'alert/view/by-camera/dashboard')
  await ask('GET', 'alert/view/camera-alert/dashboard/latest-alerts')
  await ask('POST', 'alert/view/sendSampleNotification')

  const report = await ask('POST', 'eventDetail', {
    eventId: alert.id,
    eventType: 'ALERT',
    content: 'The resident fell.',
  })
  await ask('PUT', 'eventDetail/update', { id: report.id, content: 'The resident sat down.' })
  const found = await ask(
    'POST',
    'eventDetail/search?pageSize=1&pageNumber=0&sortColumn=createdAt&sortAscending=false',
    {
      eventId: alert.id,
    },
  )
  expect(found.records[0].content).toBe('The resident sat down.')
  await ask('DELETE', `eventDetail/${report.id}`)
  await ask('DELETE', `alert/${alert.id}`)
})

test('recordings, check-ins, reports and a PDF; the operator connects to the site and comes back', async () => {
  const { ask } = await client('admin@home.example')
  const { records } = await ask('POST', 'camera/view/search', {})
  await insertRecording(service, { ...records[0], tenantId: site.id, unitId: null })
  const recording = (await ask('POST', 'recording/search?pageNumber=0&pageSize=10', {})).records[0]
  await ask('PUT', `recording/patch/${recording.id}`, { archived: true })
  expect(await ask('GET', `recording/${recording.id}`)).toMatchObject({ archived: true })
  expect((await ask('POST', 'event/search?pageNumber=0&pageSize=10', {})).totalCount).toBe(0)
  await ask('POST', 'metrics/report', { from: '2026-11-01T00:00:00Z', to: '2026-11-15T00:00:00Z' })
  const pdf: Buffer = await ask('POST', 'metrics/downloadReport', { startDate: '10-2026', endDate: '10-2026' })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')

  const operator = await client('super@home.example')
  const tenants = await operator.ask('POST', 'tenant/search?pageNumber=0&pageSize=10', {})
  expect(tenants.records.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining([organisation.id, site.id]),
  )
  const connected = operator.take(await operator.ask('POST', 'impersonate', { tenantId: site.id }))
  expect(connected.impersonatedTenant.id).toBe(site.id)
  await operator.ask('DELETE', `camera/deregister/${records[0].id}`)
  expect(operator.take(await operator.ask('POST', 'impersonate/logout')).impersonatedTenant).toBeNull()
})
