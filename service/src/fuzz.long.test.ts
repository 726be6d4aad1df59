/** Every call of the contract with inputs that no console sends: none causes an internal error. Goal S2. */

import { endpoints } from '@mimamori/contract/endpoints.ts'
import { type Endpoint, methodOf } from '@mimamori/contract/shared/endpoint.ts'
import { SERVICE_ERRORS } from '@mimamori/contract/shared/errors.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertHub, type TestHub } from './fleet/hub/testing.ts'
import { chanceOf } from './seed/chance.ts'
import { createInputs, type FuzzInput, type Known } from './testing/fuzz.ts'
import { startService, type TestService, type TestTenant } from './testing/service.ts'
import { insertAlert, insertCamera } from './testing/site.ts'

const INPUTS = 200
const TABLE = Object.entries<Endpoint>(endpoints)
/** Errors with a status of 500 and more that are not internal errors. */
const HONEST = ['hub-offline', 'camera-unreachable']
/** Internal details: file positions, statements, names from the schema. */
const INSIDE = /\.(ts|js|mjs):\d|node_modules|\bat \w+ \(|select |insert into|update \w+ set|syntax error|postgres/i

let service: TestService
let site: TestTenant
let hub: TestHub
let known: Known
beforeAll(async () => {
  // All calls of all roles come from one address, while the clock stands still.
  service = await startService({ env: { MIMAMORI_RATE_FACTOR: '1000' } })
  site = await service.tenant()
  await service.sql`update tenant set room_camera_limit = 1000, public_camera_limit = 1000 where id = ${site.id}`
  hub = await insertHub(service, { tenant: site, cameras: 2 })
  const camera = await insertCamera(service, site, { unitId: hub.unitId, agentId: hub.id })
  const alerts = [await insertAlert(service, camera), await insertAlert(service, camera)]
  known = {
    tenant: [site.id],
    agent: [hub.id],
    unit: [hub.unitId],
    camera: [camera.id, ...hub.cameraIds],
    alert: alerts.map(({ id }) => id),
    user: [(await service.user({ role: 'USER', tenant: site })).id],
  }
})
afterAll(() => service.stop())

/** A token of a user who may make the call. */
async function tokenFor(entry: Endpoint): Promise<string | undefined> {
  if (entry.access === 'public') return undefined
  if (entry.access === 'hub') return service.hubToken(hub)
  const role: Role = entry.access === 'signed-in' || entry.access.includes('ADMIN') ? 'ADMIN' : 'SUPER_ADMIN'
  return (await service.user({ role, tenant: site })).token
}

async function send(entry: Endpoint, token: string | undefined, input: FuzzInput) {
  const method = methodOf(entry)
  const path = entry.path.replaceAll(/:(\w+)/g, (_, name: string) => encodable(input.params[name] ?? '-'))
  // Open streams do not respond before they end.
  const query = entry.answer === 'events' ? { ...input.query, unknown: '1' } : input.query
  const text = Object.entries(query).map(([name, value]) => `${encodable(name)}=${encodable(value)}`)
  const answer = await service.app.http.inject({
    method,
    url: `/api/${path}?${text.join('&')}`,
    headers: { ...(token && { 'x-authtoken': token }), ...(method !== 'GET' && { 'content-type': input.contentType }) },
    ...(method !== 'GET' && { payload: input.raw }),
  })
  return { status: answer.statusCode, text: answer.body, type: String(answer.headers['content-type'] ?? '') }
}
const encodable = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 6_000)

/** The error in a response; null if there is none. */
function errorOf({ status, text, type }: Awaited<ReturnType<typeof send>>): string | null {
  if (status < 400) return null
  if (!type.startsWith('application/json')) return `is not JSON but ${type}`
  const { key, message, ...more } = JSON.parse(text)
  if (!(key in SERVICE_ERRORS) || SERVICE_ERRORS[key as keyof typeof SERVICE_ERRORS][0] !== status)
    return 'carries an error that the contract does not know'
  if (Object.keys(more).some((name) => name !== 'fields')) return 'has more in it than a rejection'
  if (status >= 500 && !HONEST.includes(key)) return 'is an error of ours'
  return INSIDE.test(message) ? 'shows the inside' : null
}

test.each(TABLE)('S2 %s responds to every input with a result or an error of the contract', async (key, entry) => {
  // Cameras used by the hub stay: removing one would also remove its alerts, and stop new ones.
  const camera = entry.access === 'hub' ? hub.cameraIds : known.camera!.slice(0, 1)
  const reach = { ...known, camera }
  const next = createInputs(entry, chanceOf('fuzz', key), reach)
  const errors: string[] = []
  let token = await tokenFor(entry)
  for (let left = INPUTS; left > 0; left--) {
    const input = next()
    const answer = await send(entry, token, input)
    const error = errorOf(answer)
    if (error) {
      const { params, query, raw } = input
      const sent = [params, query].map((part) => JSON.stringify(part).slice(0, 300)).join(' ')
      errors.push(
        `${error}: ${answer.status} ${answer.text.slice(0, 200)} to ${sent} ${raw.toString('utf8').slice(0, 300)}`,
      )
    }
    if (answer.status === 401) token = await tokenFor(entry)
    // Within the rate limit of one caller.
    service.clock.advance(100)
  }
  expect(
    errors.slice(0, 5),
    service.logLines
      .filter((line) => line.includes('call failed'))
      .slice(-2)
      .join(''),
  ).toEqual([])
})

test('S2 everything that was stored meanwhile can be read by every list', async () => {
  const { token } = await service.user({ role: 'ADMIN', tenant: site })
  const stored: Record<string, number> = {}
  for (const key of ['camera.search', 'unit.search', 'alert.search'] as const) {
    const { status, body } = await service.call(token, key, { query: { pageSize: 100 } })
    expect([key, status]).toEqual([key, 200])
    stored[key] = body.records.length
  }
  for (const id of await service.sql`select id from alert where tenant_id = ${site.id}`) {
    expect((await service.call(token, 'alert.get', { params: { id: id.id } })).status).toBe(200)
    service.clock.advance(100)
  }
  // Not all inputs were rejected: more objects exist than before the first of them.
  expect(stored['camera.search']).toBeGreaterThan(known.camera!.length)
  expect(stored['alert.search']).toBeGreaterThan(known.alert!.length)
})
