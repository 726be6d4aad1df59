/** What a service account's token opens: the calls of its scopes, within its sites and units, and nothing else. REACH-50. */
import { endpoints } from '@mimamori/contract/endpoints.ts'
import type { Endpoint } from '@mimamori/contract/shared/endpoint.ts'
import { SCOPES, type Scope } from '@mimamori/contract/shared/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BY_SCOPE, WHO } from './testing/matrix/expectations.ts'
import { buildWorld, canaryOf, send, type World } from './testing/matrix/matrix.ts'
import { OBJECTS, PLACES, type Place } from './testing/matrix/objects.ts'
import { startService, type TestService } from './testing/service.ts'
import { insertAccount } from './testing/site.ts'

const TABLE = Object.entries<Endpoint>(endpoints)
const WHO_OF: Record<string, string> = WHO
const OBJECT_OF: Record<string, (typeof OBJECTS)[keyof typeof OBJECTS]> = OBJECTS
/** Hundreds of calls, on a possibly busy machine. */
const BUSY_MS = 90_000
const READ = SCOPES.flatMap((scope) => BY_SCOPE[scope])

let service: TestService
let world: World
beforeAll(async () => {
  service = await startService({ env: { MIMAMORI_RATE_FACTOR: '1000' } })
  world = await buildWorld(service)
})
afterAll(() => service.stop())

const someId = { id: '0', tenantId: '0', cameraId: '0', unitId: '0', appCode: 'A003', mlAppCode: 'A003' }
const anyCall = (entry: Endpoint) => ({
  ...(entry.scope === 'events' && { body: entry.example }),
  params: Object.fromEntries(Object.entries(someId).filter(([name]) => entry.path.includes(`:${name}`))),
})

describe('REACH-50 scopes and calls', () => {
  test('REACH-50 the contract gives each scope the calls that the matrix says, and no other', () => {
    const scoped = (scope: Scope) => TABLE.filter(([, entry]) => entry.scope === scope).map(([key]) => key)
    for (const scope of SCOPES) expect(scoped(scope).sort()).toEqual([...BY_SCOPE[scope]].sort())
  })

  test.each(SCOPES)(
    'REACH-50 a token with the scope %s opens its calls alone',
    async (scope) => {
      const { token } = await insertAccount(service, world.site, { scopes: [scope] })
      const errors: string[] = []
      for (const [key, entry] of TABLE) {
        if (WHO_OF[key] === 'public') continue
        const { status, key: rejection, text } = await send(service.app.http, entry, token, anyCall(entry))
        const isIn = (BY_SCOPE[scope] as readonly string[]).includes(key)
        const expected = WHO_OF[key] === 'hub' ? 'session-ended' : 'scope-needed'
        const isWell = isIn
          ? status === 200 || rejection === 'not-found' || rejection === 'room-unknown'
          : rejection === expected
        if (!isWell) errors.push(`${key}: ${status} ${text.slice(0, 100)}`)
      }
      expect(errors.join('\n')).toBe('')
    },
    BUSY_MS,
  )
})

/** The places whose names a token reads in lists, and reaches by id. */
const REACHES: [string, () => Promise<{ token: string }>, Place[]][] = [
  ['a site', () => insertAccount(service, world.site), ['own', 'other-unit']],
  ['one unit', () => insertAccount(service, world.site, { unitIds: [world.ownUnitId] }), ['own']],
  ['an organization', () => insertAccount(service, world.organisation), ['own', 'other-unit', 'sibling']],
  [
    'one site of an organization',
    () => insertAccount(service, world.organisation, { siteIds: [world.site.id] }),
    ['own', 'other-unit'],
  ],
  ['a unit that was removed', () => insertAccount(service, world.site, { unitIds: [crypto.randomUUID()] }), []],
]

describe('REACH-50 sites and units', () => {
  test.each(REACHES)('REACH-50 the token of %s finds in lists what is within its reach', async (_, create, places) => {
    const { token } = await create()
    for (const key of ['alert.search', 'alert.countByCamera', 'camera.search', 'unit.search', 'room.list'] as const) {
      const { status, text } = await send(service.app.http, endpoints[key], token, {})
      const seen = PLACES.filter((place) => text.includes(canaryOf(place)))
      expect([key, status, seen]).toEqual([key, 200, places])
      expect(text).not.toContain('/api/media/')
    }
  })

  test.each(REACHES)(
    'REACH-50 for the token of %s another object is as one that is missing',
    async (_, create, places) => {
      const { token } = await create()
      for (const [key, entry] of TABLE.filter(([key]) => (READ as readonly string[]).includes(key))) {
        const naming = OBJECT_OF[key]
        if (!naming) continue
        const ask = (place: Exclude<Place, 'malformed'>) =>
          send(service.app.http, entry, token, naming.request(world.objects[place][naming.of]))
        const missing = await ask('missing')
        for (const place of ['own', 'other-unit', 'sibling', 'foreign'] as const) {
          const { status, text } = await ask(place)
          if (places.includes(place)) expect([key, place, status]).toEqual([key, place, 200])
          else expect([key, place, status, text]).toEqual([key, place, missing.status, missing.text])
        }
      }
    },
    BUSY_MS,
  )

  test('REACH-50 a token reads alerts and rooms without names of residents and without media', async () => {
    const { token } = await insertAccount(service, world.site)
    const { alert } = world.objects.own
    const { body } = await service.call(token, 'alert.get', { params: { id: alert } })
    expect(body).toMatchObject({ residents: [], thumbnailUrl: null, clipUrl: null, clipOriginal: null })
    const rooms = (await service.call(token, 'room.list')).body.records
    expect(rooms.length).toBeGreaterThan(0)
    expect(rooms.flatMap(({ residents }) => residents)).toEqual([])
  })
})
