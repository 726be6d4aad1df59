import { endpoints } from '@mimamori/contract/endpoints.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { Endpoint } from '@mimamori/contract/shared/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/postgres/sql.ts'
import type { PublicContext } from './platform/context.ts'
import { addRoutes } from './platform/http/http.ts'
import { createServer } from './platform/http/server.ts'
import { createLogger } from './platform/log.ts'
import { DRAFT_IDS, namedIds } from './testing/matrix/drafts.ts'
import { BOUND_REFUSED, LETTERS, WHO } from './testing/matrix/expectations.ts'
import {
  buildWorld,
  canaryOf,
  objectErrors,
  PRINCIPALS,
  roleOf,
  send,
  signIn,
  type World,
} from './testing/matrix/matrix.ts'
import { OBJECTS, PLACES, REACH } from './testing/matrix/objects.ts'
import { startService, type TestService } from './testing/service.ts'
import { insertMedia, type TestCamera } from './testing/site.ts'

const TABLE = Object.entries<Endpoint>(endpoints)
const WHO_OF: Record<string, string> = WHO
const OBJECT_OF: Record<string, (typeof OBJECTS)[keyof typeof OBJECTS]> = OBJECTS

let service: TestService
let world: World
beforeAll(async () => {
  // All calls of all roles come from one address, while the clock stands still.
  service = await startService({ env: { MIMAMORI_RATE_FACTOR: '1000' } })
  world = await buildWorld(service)
})
afterAll(() => service.stop())

const STRANGERS = ['nobody', 'an expired token', 'a revoked token', 'a hub', 'junk'] as const

async function tokenOf(stranger: (typeof STRANGERS)[number]): Promise<string | undefined> {
  if (stranger === 'nobody') return undefined
  if (stranger === 'junk') return 'junk'
  if (stranger === 'a hub') {
    const [agent] = await service.sql<{ id: string }[]>`select id from agent where tenant_id = ${world.site.id}`
    return service.hubToken({ id: agent!.id, tenantId: world.site.id })
  }
  const user = await signIn(world, 'ADMIN')
  if (stranger === 'a revoked token') {
    await service.sql`update session set ended_at = now(), end_reason = 'logout' where id = ${user.sessionId}`
    return user.token
  }
  const [session] = await service.sql<{ jti: string }[]>`select jti from session where id = ${user.sessionId}`
  const longAgo = new Date(service.clock.now().getTime() - 366 * DAY_MS)
  const claims = { userId: user.id, sessionId: user.sessionId, jti: session!.jti }
  return (await service.platform.tokens.signUser(claims, longAgo)).token
}

/** Any well-formed path: the object of the call does not matter here. */
const someId = { id: '0', tenantId: '0', cameraId: '0', unitId: '0', appCode: 'A003', mlAppCode: 'A003' }
const anyCall = (entry: Endpoint) => ({
  params: Object.fromEntries(Object.entries(someId).filter(([name]) => entry.path.includes(`:${name}`))),
})

test('S1 every call of the table has its line in the matrix, and the reverse', () => {
  expect(Object.keys(WHO).sort()).toEqual(TABLE.map(([key]) => key).sort())
  const withIds = TABLE.filter(([, entry]) => entry.access !== 'hub' && entry.access !== 'public')
  const unproven = withIds.filter(([key, entry]) => entry.path.includes(':') && !OBJECT_OF[key]).map(([key]) => key)
  expect(unproven).toEqual([])
})

describe('S1 roles and calls', () => {
  test.each(STRANGERS)('%s is signed out of every call but the public ones', async (stranger) => {
    const errors: string[] = []
    const token = await tokenOf(stranger)
    for (const [key, entry] of TABLE) {
      service.clock.advance(1_000)
      if (WHO_OF[key] === 'public' || (WHO_OF[key] === 'hub' && stranger === 'a hub')) continue
      const answer = await send(service.app.http, entry, token, anyCall(entry))
      if (answer.status !== 401) errors.push(`${key}: ${answer.status} ${answer.text.slice(0, 100)}`)
    }
    expect(errors.join('\n')).toBe('')
  })

  test.each(PRINCIPALS)('%s is admitted exactly where the matrix says so', async (principal) => {
    const errors: string[] = []
    const letter = Object.keys(LETTERS).find((each) => LETTERS[each] === roleOf(principal))!
    // A refused call changes nothing: one session is enough for all of them.
    const outside = await signIn(world, principal)
    for (const [key, entry] of TABLE) {
      if (WHO_OF[key] === 'public') continue
      const isIn = WHO_OF[key]!.includes(letter) && WHO_OF[key] !== 'hub'
      // An open stream does not respond before it ends; it has its own tests.
      if (isIn && entry.answer === 'events') continue
      const { token } = isIn ? await signIn(world, principal) : outside
      const { status, key: rejection, text } = await send(service.app.http, entry, token, anyCall(entry))
      const demo = principal === 'DEMO_USER' && entry.changes
      const bound = isIn && principal === 'ADMIN bound' && BOUND_REFUSED.includes(key)
      const refused = WHO_OF[key] === 'hub' ? 'session-ended' : demo ? 'demo-read-only' : 'forbidden'
      // No hub is connected here.
      const isAnswered = status < 500 || rejection === 'hub-offline'
      const isLetIn = bound ? rejection === 'bound-to-units' : !isRejection(rejection) && isAnswered
      const isWell = isIn ? isLetIn : rejection === refused
      if (!isWell) errors.push(`${key}: ${status} ${text.slice(0, 100)}`)
    }
    expect(errors.join('\n')).toBe('')
  })

  function isRejection(rejection: string | null): boolean {
    return ['signed-out', 'session-ended', 'forbidden', 'demo-read-only', 'bound-to-units'].includes(rejection ?? '')
  }
})

describe('S1 reach of objects', () => {
  test.each(PRINCIPALS)('%s finds in lists exactly what is within its reach', async (principal) => {
    const lists = ['alert.search', 'alert.latest', 'alert.countByCamera', 'camera.search', 'unit.search'] as const
    const letter = Object.keys(LETTERS).find((each) => LETTERS[each] === roleOf(principal))!
    for (const key of lists.filter((each) => WHO[each].includes(letter))) {
      const { token } = await signIn(world, principal)
      const { status, text } = await send(service.app.http, endpoints[key], token, {})
      const seen = PLACES.filter((place) => text.includes(canaryOf(place)))
      expect([key, status, seen]).toEqual([key, 200, REACH[principal]])
    }
  })

  test.each(PRINCIPALS)('%s opens an image by its URL only if the alert is within reach', async (principal) => {
    const { sessionId } = await signIn(world, principal)
    const seen: string[] = []
    for (const place of PLACES) {
      if (place === 'malformed') continue
      const address = service.platform.media.sign(world.objects[place].thumbnail, sessionId, service.clock.now())
      const answer = await service.app.http.inject({ url: address })
      if (answer.statusCode === 200) seen.push(place)
      else expect(answer.json()).toMatchObject({ key: 'not-found' })
    }
    // RESTRICTED_USER may not see clear video.
    expect(seen).toEqual(principal === 'RESTRICTED_USER' ? [] : REACH[principal])
  })
})

test('S21 no response to a RESTRICTED_USER has the URL of a clear image, even of the own unit', async () => {
  const { alert, camera } = world.objects.own
  await insertMedia(service, await cameraRow(camera), { kind: 'frame', bytes: Buffer.from('frame') })
  const asked = [
    ['alert.search', {}],
    ['alert.get', { params: { id: alert } }],
    ['alert.patch', { params: { id: alert }, body: { hasRead: true } }],
    ['alert.latest', {}],
    ['camera.search', {}],
    ['camera.get', { params: { id: camera } }],
  ] as const
  const fieldsFor = async (principal: 'RESTRICTED_USER' | 'USER') => {
    const { token } = await signIn(world, principal)
    const texts: string[] = []
    for (const [key, request] of asked) {
      const { status, text } = await send(service.app.http, endpoints[key], token, request)
      expect([key, status, text.includes(canaryOf('own'))]).toEqual([key, 200, true])
      texts.push(text)
    }
    return texts.map((text) => text.includes('/api/media/'))
  }
  expect(await fieldsFor('RESTRICTED_USER')).toEqual(asked.map(() => false))
  expect(await fieldsFor('USER')).toEqual(asked.map(() => true))
})

async function cameraRow(id: string): Promise<TestCamera> {
  const [row] = await service.sql<TestCamera[]>`
    select id, tenant_id as "tenantId", unit_id as "unitId", name from camera where id = ${id}`
  return row!
}

describe('S1 ids in request bodies', () => {
  beforeAll(async () => {
    const { sql } = service
    await sql`update tenant set room_camera_limit = 100 where id = ${world.site.id}`
    // Earlier calls revoked keys of hubs; a new camera needs the only hub with a valid key.
    await sql`update agent set revoked_at = case when id <> ${world.objects.own.agent} then now() end
      where tenant_id = ${world.site.id}`
  })

  async function versionAt(noun: 'booking' | 'occurrence' | 'unit', id: string): Promise<number> {
    const table = service.sql(noun === 'occurrence' ? 'booking_occurrence' : noun)
    const [row] = await service.sql<{ version: number }[]>`select version from ${table} where id = ${id}`
    return row!.version
  }

  test('every id of a person or a unit in such a body has its line', () => {
    expect(namedIds().sort()).toEqual(Object.keys(DRAFT_IDS).sort())
  })

  test.each(Object.keys(DRAFT_IDS))('a bound user cannot save %s of another unit', async (name) => {
    const { of, sent, versionOf } = DRAFT_IDS[name]!
    const { own } = world.objects
    const key = name.split(' ')[0] as keyof typeof WHO
    const principals = WHO[key].includes('U') ? (['ADMIN bound', 'USER'] as const) : (['ADMIN bound'] as const)
    for (const principal of principals) {
      const { token } = await signIn(world, principal)
      const version = versionOf ? await versionAt(versionOf, own[versionOf]) : 0
      const save = (place: 'own' | 'other-unit') =>
        send(service.app.http, endpoints[key], token, sent(world.objects[place][of], own, version))
      const refused = await save('other-unit')
      expect([400, 403, 404], refused.text).toContain(refused.status)
      expect(refused.text).not.toContain(canaryOf('other-unit'))
      const taken = await save('own')
      expect(taken.status, taken.text).toBe(200)
    }
  })
})

describe('tests of the matrix itself', () => {
  /** A service with one call that is intentionally wrong. */
  async function wrong(key: 'camera.get', entry: Endpoint, handler: unknown) {
    const http = await createServer(service.platform.config, createLogger('silent'))
    const isHubActive = async () => true
    addRoutes(http, {
      endpoints: { [key]: entry },
      handlers: { [key]: handler },
      platform: service.platform,
      isHubActive,
      checkAnswers: false,
    })
    return http
  }
  const careless = async ({ database }: PublicContext, { params }: { params: { id: string } }) => {
    const row = await database.asPlatform('a planted error', (db) =>
      db.first(sql<object>`select id, name from camera where id = ${params.id}`),
    )
    return row ?? {}
  }

  test('the matrix detects a call that forgets the tenant', async () => {
    const entry = endpoints['camera.get']
    const http = await wrong('camera.get', entry, careless)
    const errors = await objectErrors(world, http, ['camera.get', entry, 'A', OBJECTS['camera.get']!], 'ADMIN')
    expect(errors).toEqual([
      expect.stringContaining('camera.get by ADMIN, sibling: differs from a missing one'),
      expect.stringContaining('camera.get by ADMIN, sibling: shows sibling'),
      expect.stringContaining('camera.get by ADMIN, foreign: differs from a missing one'),
      expect.stringContaining('camera.get by ADMIN, foreign: shows foreign'),
    ])
    await http.close()
  })

  test('the matrix detects a call whose access was opened', async () => {
    const entry = { ...endpoints['camera.get'], access: 'signed-in' as const }
    const http = await wrong('camera.get', entry, careless)
    const annotator = await signIn(world, 'ANNOTATOR')
    const { status } = await send(http, entry, annotator.token, { params: { id: world.objects.own.camera } })
    expect(WHO['camera.get']).not.toContain('N')
    expect(status).toBe(200)
    await http.close()
  })

  test('row-level security alone protects other tenants from a call that forgets the tenant', async () => {
    const forgetful = async (
      { db }: { db: { first: (query: unknown) => Promise<object | undefined> } },
      { params }: { params: { id: string } },
    ) => (await db.first(sql`select id, name from camera where id = ${params.id}`)) ?? {}
    const entry = endpoints['camera.get']
    const http = await wrong('camera.get', entry, forgetful)
    const row = ['camera.get', entry, 'A', OBJECTS['camera.get']!] as const
    expect(await objectErrors(world, http, [...row], 'ADMIN')).toEqual([])

    await service.sql`create policy opened on camera for select to mimamori_app using (true)`
    const opened = await objectErrors(world, http, [...row], 'ADMIN')
    await service.sql`drop policy opened on camera`
    expect(opened).toHaveLength(4)
    await http.close()
  })
})
