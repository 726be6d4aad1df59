import { once } from 'node:events'
import { connect } from 'node:net'
import { endpoints } from '@mimamori/contract/endpoints.ts'
import { type Endpoint, methodOf } from '@mimamori/contract/shared/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertSession } from '#testing/rows.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { RATES } from './rate-limit.ts'

let service: TestService
let admin: TestUser
beforeAll(async () => {
  service = await startService()
  admin = await service.user({ role: 'ADMIN' })
})
afterAll(() => service.stop())

const json = { 'content-type': 'application/json' }
const login = (payload: string | Buffer, headers: Record<string, string> = json) =>
  service.app.http.inject({ method: 'POST', url: '/api/login', payload, headers, remoteAddress: nextAddress() })
let addresses = 0
/** An address that the rate limit has not seen. */
const nextAddress = () => `10.7.${Math.floor(addresses / 250)}.${addresses++ % 250}`

describe('requests', () => {
  test('an invalid body names the wrong fields, with a text key for each', async () => {
    const answer = await login(JSON.stringify({ userName: '', deviceType: 'fax', admin: true }))
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        key: 'invalid-request',
        message: 'Some of the values sent are not valid.',
        fields: {
          userName: 'app.username-required-label',
          userPassword: 'required',
          deviceType: 'invalid',
          admin: 'unknown-field',
        },
      },
    ])
  })

  test.each([
    ['broken JSON', '{"userName": "a"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a prototype', '{"__proto__": {"role": "ADMIN"}, "userName": "a"}'],
    ['a constructor', '{"constructor": {"prototype": {"a": 1}}}'],
    ['deep nesting', '['.repeat(100_000)],
    ['nothing', ''],
  ])('%s is refused as invalid', async (_name, payload) => {
    const answer = await login(payload)
    expect([answer.statusCode, answer.json().key]).toEqual([400, 'invalid-request'])
  })

  test('a form that any page could send is rejected', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await login('userName=a', { 'content-type': type })
      expect([answer.statusCode, answer.json().key]).toEqual([400, 'invalid-request'])
    }
  })

  test('a file instead of a document is rejected, and the response reveals nothing internal', async () => {
    const answer = await login('userName=a', { 'content-type': 'video/mp4' })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { key: 'invalid-request', message: 'Some of the values sent are not valid.' },
    ])
  })

  test('a body of more than a megabyte is too large', async () => {
    const answer = await login(JSON.stringify({ userName: 'x'.repeat(1_100_000) }))
    expect([answer.statusCode, answer.json().key]).toEqual([413, 'too-large'])
  })

  test('text that the database cannot store is rejected, without an internal error', async () => {
    const body = { userName: 'a\u0000b', userPassword: 'eA==', deviceType: 'web' }
    const answer = await login(JSON.stringify(body))
    expect([answer.statusCode, answer.json().key]).toEqual([400, 'invalid-request'])
  })

  test('a malformed id and an unknown path respond like an object that does not exist', async () => {
    const malformed = await service.app.http.inject({
      url: '/api/unit/..%2f..%2fetc%2fpasswd',
      headers: { 'x-authtoken': (await service.user({ role: 'SUPER_ADMIN' })).token },
    })
    const unknown = await service.app.http.inject({ url: '/api/no/such/call' })
    expect(unknown.statusCode).toBe(404)
    expect(unknown.json()).toEqual({ key: 'not-found', message: 'This does not exist, or it is not yours to see.' })
    expect([404, 501]).toContain(malformed.statusCode)
  })
})

describe('callers', () => {
  test('a role without access to the call is rejected', async () => {
    const answer = await service.refused(admin.token, 'session.impersonate', {
      body: { tenantId: admin.tenantId, reason: 'no' },
    })
    expect([answer.status, answer.body.key]).toEqual([403, 'forbidden'])
  })

  test('the demo account changes nothing, and its error has its own words', async () => {
    const demo = await service.user({ role: 'DEMO_USER' })
    const ofOthers = ['hub', 'public']
    const changes = Object.entries<Endpoint>(endpoints).filter(
      ([, entry]) => entry.changes && !ofOthers.includes(String(entry.access)),
    )
    expect(changes.length).toBeGreaterThan(10)
    for (const [, entry] of changes) {
      const answer = await service.app.http.inject({
        method: methodOf(entry),
        url: `/api/${entry.path.replaceAll(/:\w+/g, admin.id)}`,
        headers: { 'x-authtoken': demo.token, ...json },
        payload: '{}',
      })
      expect([answer.statusCode, answer.json().key]).toEqual([403, 'demo-read-only'])
      service.clock.advance(1_000)
    }
  })

  test('the token of a hub is not accepted for a user, and the reverse', async () => {
    const hub = await service.hubToken({ id: admin.id, tenantId: admin.tenantId })
    expect((await service.refused(hub, 'session.logout')).status).toBe(401)
    expect((await service.refused(admin.token, 'hub.desired')).body.key).toBe('session-ended')
  })

  test('a caller over the limit learns how long to wait; others are not delayed', async () => {
    const busy = await service.user({ role: 'USER' })
    const ask = (token: string) => service.refused(token, 'profile.patch', { body: {} })
    const statuses: number[] = []
    for (let i = 0; i < RATES.user.burst; i++) statuses.push((await ask(busy.token)).status)
    const refused = await ask(busy.token)

    expect(new Set(statuses)).toEqual(new Set([200]))
    expect([refused.status, refused.body.key, refused.headers['retry-after']]).toEqual([429, 'too-many-requests', '1'])
    expect((await ask(admin.token)).status).toBe(200)
    service.clock.advance(1_000)
    expect((await ask(busy.token)).status).toBe(200)
  })
})

describe('rate limits', () => {
  test('one user is counted over all sessions', async () => {
    const busy = await service.user({ role: 'USER' })
    const more = await Promise.all(
      Array.from({ length: 6 }, () =>
        insertSession(service.sql, service.platform, { ...busy, homeTenantId: busy.tenantId }),
      ),
    )
    const ask = (token: string) => service.refused(token, 'profile.patch', { body: {} })
    const statuses: number[] = []
    for (const { token } of more) {
      for (let i = 0; i < RATES.user.burst; i++) statuses.push((await ask(token)).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(RATES.person.burst)
    const refused = await ask(busy.token)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
    service.clock.advance(1_000)
    expect((await ask(busy.token)).status).toBe(200)
  })

  test('calls of one network are counted together, whatever tokens they carry', async () => {
    const ask = (remoteAddress: string) =>
      service.app.http.inject({
        method: 'POST',
        url: '/api/unit/search',
        headers: { 'x-authtoken': 'none', ...json },
        payload: '{}',
        remoteAddress,
      })
    const statuses = new Set<number>()
    for (let i = 0; i < RATES.network.burst; i++) statuses.add((await ask(`10.99.1.${i % 250}`)).statusCode)
    expect(statuses).toEqual(new Set([401]))
    expect((await ask('10.99.1.251')).statusCode).toBe(429)
    expect((await ask('10.99.2.1')).statusCode).toBe(401)
  })
})

describe('responses', () => {
  test.each(['/metrics', '/api/docs', '/api/docs/', '/api/openapi.json'])(
    '%s responds to this machine alone, and not to calls that a proxy forwarded',
    async (url) => {
      const ask = async (more: object) => (await service.app.http.inject({ url, ...more })).statusCode
      expect(await ask({ remoteAddress: '127.0.0.1' })).toBeLessThan(400)
      expect(await ask({ remoteAddress: '10.0.0.9' })).toBe(404)
      expect(await ask({ headers: { 'x-forwarded-for': '10.0.0.9' } })).toBe(404)
      expect(await ask({ headers: { forwarded: 'for=10.0.0.9' } })).toBe(404)
      expect(await ask({ headers: { host: 'rebound.example' } })).toBe(404)
      expect(await ask({ remoteAddress: '10.0.0.9', headers: { authorization: 'Bearer ' } })).toBe(404)
    },
  )

  test('many health requests cost one transaction a second', async () => {
    const asked = vi.spyOn(service.database, 'asPlatform')
    service.clock.advance(2_000)
    const ready = () => service.app.http.inject({ url: '/health/ready' })
    const health = () => asked.mock.calls.filter(([title]) => title === 'health').length
    const answers = await Promise.all(Array.from({ length: 20 }, ready))
    expect([new Set(answers.map(({ statusCode }) => statusCode)), health()]).toEqual([new Set([200]), 1])
    service.clock.advance(1_001)
    await ready()
    expect(health()).toBe(2)
    asked.mockRestore()
  })

  test('S11 every kind of response has the headers that protect the browser', async () => {
    const paths = [
      '/api/firstRun',
      '/api/none',
      '/api/openapi.json',
      '/api/docs/',
      '/health/live',
      '/metrics',
      '/',
      '/x',
    ]
    for (const url of paths) {
      const { headers } = await service.app.http.inject({ url })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      })
    }
  })

  test('S4 the API page describes every call of the table, and nothing else', async () => {
    const { paths } = (await service.app.http.inject({ url: '/api/openapi.json' })).json()
    const described = Object.entries<Record<string, unknown>>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const table = Object.values<Endpoint>(endpoints).flatMap((entry) =>
      (typeof entry.method === 'string' ? [entry.method] : entry.method).map(
        (method) => `${method} /api/${entry.path.replaceAll(/:(\w+)/g, '{$1}')}`,
      ),
    )
    expect(described.sort()).toEqual(table.sort())
  })

  test('health reports an unreachable database, and calls explain it', async () => {
    const alone = await startService()
    await alone.database.stop()
    const ready = await alone.app.http.inject({ url: '/health/ready' })
    const call = await alone.call(undefined, 'session.firstRunOpen')
    expect([ready.statusCode, ready.json().status]).toEqual([503, 'database-unavailable'])
    expect([ready.headers['retry-after'], call.headers['retry-after']]).toEqual(['2', '2'])
    expect([call.status, call.body]).toEqual([503, expect.objectContaining({ key: 'database-unavailable' })])
    await alone.stop()
  })

  test('an internal error reveals nothing, and the log has it without secrets', async () => {
    await service.sql`alter table login_attempt rename to login_attempt_away`
    const secret = 'rtsp://root:hunter2@10.0.0.1/'
    const answer = await login(JSON.stringify({ userName: secret, userPassword: 'eA==', deviceType: 'web' }))
    await service.sql`alter table login_attempt_away rename to login_attempt`
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { key: 'unexpected', message: 'Something went wrong on our side.' },
    ])
    const log = service.logLines.join('')
    expect(log).toContain('login_attempt')
    expect(log).not.toContain('hunter2')
  })
})

test('a connection that never sent a request does not delay the shutdown', async () => {
  const alone = await startService()
  const { port } = new URL(await alone.listen())
  const socket = connect(Number(port), '127.0.0.1')
  await once(alone.app.http.server, 'connection')
  const closed = once(socket, 'close')
  await alone.stop()
  await closed
  expect(socket.destroyed).toBe(true)
})
