/** Every call of the contract under inputs that no console sends: none is answered by an error of ours. Goal S2. */

import { endpoints } from '@mimamori/contract/endpoints.ts'
import type { Role } from '@mimamori/contract/identity/roles.ts'
import { type Endpoint, methodOf } from '@mimamori/contract/shared/endpoint.ts'
import { FAILURES } from '@mimamori/contract/shared/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertHub, type TestHub } from './fleet/hub/testing.ts'
import { chanceOf } from './seed/chance.ts'
import { createInputs, type FuzzInput, type Known } from './testing/fuzz.ts'
import { startService, type TestService, type TestTenant } from './testing/service.ts'
import { insertAlert, insertCamera } from './testing/site.ts'

const INPUTS = 200
const TABLE = Object.entries<Endpoint>(endpoints)
/** Refusals with a status of 500 and more that are no error of ours. */
const HONEST = ['hub-offline', 'camera-unreachable']
/** What belongs to the inside: places in files, statements, names of the schema's own words. */
const INSIDE = /\.(ts|js|mjs):\d|node_modules|\bat \w+ \(|select |insert into|update \w+ set|syntax error|postgres/i

let service: TestService
let site: TestTenant
let hub: TestHub
let known: Known
beforeAll(async () => {
  // Every call of every role comes from one address, at a time that stands still.
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

/** A token of somebody who may make the call. */
async function tokenFor(entry: Endpoint): Promise<string | undefined> {
  if (entry.access === 'public') return undefined
  if (entry.access === 'hub') return service.hubToken(hub)
  const role: Role = entry.access === 'signed-in' || entry.access.includes('ADMIN') ? 'ADMIN' : 'SUPER_ADMIN'
  return (await service.user({ role, tenant: site })).token
}

async function send(entry: Endpoint, token: string | undefined, input: FuzzInput) {
  const method = methodOf(entry)
  const path = entry.path.replaceAll(/:(\w+)/g, (_, name: string) => encodable(input.params[name] ?? '-'))
  // Open streams answer nothing before they end.
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

/** What is wrong with an answer; null when nothing is. */
function errorOf({ status, text, type }: Awaited<ReturnType<typeof send>>): string | null {
  if (status < 400) return null
  if (!type.startsWith('application/json')) return `is not JSON but ${type}`
  const { key, message, ...more } = JSON.parse(text)
  if (!(key in FAILURES) || FAILURES[key as keyof typeof FAILURES][0] !== status) return 'is no refusal of the contract'
  if (Object.keys(more).some((name) => name !== 'fields')) return 'has more in it than a refusal'
  if (status >= 500 && !HONEST.includes(key)) return 'is an error of ours'
  return INSIDE.test(message) ? 'shows the inside' : null
}

test.each(TABLE)('S2 %s answers every input with an answer or a refusal of the contract', async (key, entry) => {
  // The cameras that the hub speaks of stay: one that a call took away would send no more alerts, and take its own along.
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
    // Within what one caller may do.
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

test('S2 whatever was stored on the way is read again by every list', async () => {
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
  // The inputs were not all refused: more is there than before the first of them.
  expect(stored['camera.search']).toBeGreaterThan(known.camera!.length)
  expect(stored['alert.search']).toBeGreaterThan(known.alert!.length)
})
