/** A client generated from the API description lives a part of a day: its types know each path, body and answer. */

import createClient, { type Client } from 'openapi-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { paths } from '#described-api'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertAlert, insertRecording } from '#testing/site.ts'

const PASSWORD = 'kamome-garasu-77'

let service: TestService
let site: TestTenant
beforeAll(async () => {
  service = await startService()
  const organisation = await service.tenant({ kind: 'organisation' })
  site = await service.tenant({ parent: organisation, packages: ['PRO', 'VCARE'] })
  await service.sql`update tenant set room_camera_limit = 10 where id = ${site.id}`
  await service.user({ role: 'ADMIN', tenant: site, email: 'admin@home.example', password: PASSWORD })
  await service.user({ role: 'SUPER_ADMIN', email: 'super@home.example', password: PASSWORD })
})
afterAll(() => service.stop())

/** Calls as over a network. */
async function throughService(request: Request): Promise<Response> {
  const { method, url, headers } = request
  const payload = Buffer.from(await request.arrayBuffer())
  const { pathname, search } = new URL(url)
  const answer = await service.app.http.inject({
    ...{ method: method as 'GET', url: `${pathname}${search}`, headers: Object.fromEntries(headers) },
    ...(payload.length > 0 && { payload }),
  })
  return new Response(new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  })
}

type AssetDraft = NonNullable<paths['/api/asset']['post']['requestBody']>['content']['application/json']
type Answered<T> = { data?: T; error?: unknown; response: Response }
/** What a call that must succeed answered. */
async function ok<T>(calling: Promise<Answered<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await calling
  expect([response.status, error]).toEqual([200, undefined])
  return data!
}

async function signedIn(userName: string): Promise<Client<paths>> {
  const client = createClient<paths>({ baseUrl: 'https://mimamori.example', fetch: throughService })
  const userPassword = Buffer.from(PASSWORD).toString('base64')
  const user = await ok(client.POST('/api/login', { body: { userName, userPassword, deviceType: 'web' } }))
  client.use({ onRequest: ({ request }) => request.headers.set('X-AuthToken', user.token) })
  const profile = await ok(client.PUT('/api/user/profile', { body: user }))
  expect([profile.locale, profile.timezone]).toEqual([user.locale, user.timezone])
  return client
}

test('HAND-01 a generated client makes, finds and puts back units, people and each kind of asset', async () => {
  const client = await signedIn('admin@home.example')
  const { id } = await ok(client.POST('/api/unit', { body: { name: 'East' } }))
  const unit = await ok(client.GET('/api/unit/{id}', { params: { path: { id } } }))
  const changed = await ok(client.PUT('/api/unit/patch', { body: { ...unit, name: 'West' } }))
  expect(changed.name).toBe('West')
  const query = { pageNumber: 0, pageSize: 20 }
  const found = await ok(client.POST('/api/unit/search', { params: { query }, body: { name: 'west' } }))
  expect(found.records.map(({ name }) => name)).toEqual(['West'])

  const nurse = await ok(
    client.POST('/api/user', {
      body: {
        ...{ firstName: 'Hana', lastName: 'Mori', email: 'hana@home.example', role: 'USER', password: PASSWORD },
        ...{ locale: 'en', timezone: 'Asia/Tokyo', dateFormat: 'yyyy/MM/dd HH:mm' },
      },
    }),
  )
  const drafts: AssetDraft[] = [
    { type: 'TAG', name: 'Night' },
    { type: 'SHIFT', name: 'Early', startMinute: 420, endMinute: 960 },
    { type: 'ESCALATION', name: 'Five', thresholdMinutes: 5, activeHours: null, userIds: [nurse.id], unitIds: [] },
  ]
  for (const draft of drafts) {
    const asset = await ok(client.POST('/api/asset', { body: draft }))
    const patched = await ok(client.PUT('/api/asset/patch', { body: { ...asset, name: `${draft.name} 2` } }))
    expect([patched.type, patched.name]).toEqual([draft.type, `${draft.name} 2`])
  }
})

test('a generated client registers a camera, configures an app and answers an alarm', async () => {
  const operator = await signedIn('super@home.example')
  await ok(operator.POST('/api/agent', { body: { name: 'Hub', tenantId: site.id } }))
  const client = await signedIn('admin@home.example')
  const camera = await ok(
    client.POST('/api/camera/register', {
      body: {
        ...{ name: '201', description: 'Bed', type: 'AXIS', brand: 'AXIS', model: 'M3085', location: '201' },
        ...{ streamUrl: 'rtsp://10.0.0.9/live', streamingId: 's-201' },
      },
    }),
  )
  const edited = await ok(client.PUT('/api/camera/edit', { body: { ...camera, description: 'Door' } }))
  expect(edited.description).toBe('Door')
  const path = { cameraId: camera.id, appCode: 'A003' } as const
  const body = { appCode: 'A003', severity: 'medium', isNobodyNotified: true } as const
  const app = await ok(client.POST('/api/camera/app/configure/{cameraId}/{appCode}', { params: { path }, body }))
  expect(app.appCode).toBe('A003')

  const of = { id: camera.id, tenantId: site.id, unitId: null, name: '201' }
  const { id } = await insertAlert(service, of, { severity: 'critical', activity: 'A005' })
  const alert = { params: { path: { id } } }
  const claim = { action: 'claim', requestId: crypto.randomUUID() } as const
  const { records: changed } = await ok(client.POST('/api/alarm/{id}/answer', { ...alert, body: claim }))
  expect(changed.map(({ alarm }) => alarm.state)).toEqual(['claimed'])
  const seen = await ok(client.GET('/api/alert/view/{id}', alert))
  await ok(client.PUT('/api/alert/patch/{id}', { ...alert, body: { ...seen, hasRead: true } }))
  const unread = await ok(
    client.PUT('/api/alert/search', { params: { query: { pageSize: 0 } }, body: { hasRead: false } }),
  )
  expect(unread.totalCount).toBe(0)

  await insertRecording(service, of)
  const { records } = await ok(client.POST('/api/recording/search', { body: {} }))
  const recording = { params: { path: { id: records[0]!.id } } }
  const whole = await ok(client.GET('/api/recording/{id}', recording))
  const put = await ok(client.PUT('/api/recording/patch/{id}', { ...recording, body: { ...whole, archived: true } }))
  expect(put.archived).toBe(true)
})

test('a generated client reads why a call was refused', async () => {
  const client = await signedIn('admin@home.example')
  const missing = { params: { path: { id: crypto.randomUUID() } } }
  const { error, response } = await client.GET('/api/camera/view/{id}', missing)
  expect([response.status, error?.key]).toEqual([404, 'not-found'])
  const { error: refused } = await client.POST('/api/unit', { body: { name: '' } })
  expect(refused?.fields).toEqual({ name: expect.any(String) })
})
