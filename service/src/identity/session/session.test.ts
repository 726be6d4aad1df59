import { DAY_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createPasswords } from '#platform/auth/password.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { startService, type TestService } from '#testing/service.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const PASSWORD = 'correct horse 見守り'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Each caller uses its own network, so that tests do not slow each other down. */
let networks = 0
function signIn(userName: string, password: string, ip = `10.1.${networks++}.7`, at = service) {
  return at.call(undefined, 'session.login', {
    body: { userName, userPassword: base64(password), deviceType: 'web' },
    ip,
  })
}

describe('signing in', () => {
  test('AUTH-04 a correct password returns the user with a token that is valid for one year', async () => {
    const tenant = await service.tenant({ name: 'Sakura East', packages: ['PRO'] })
    const user = await service.user({ role: 'USER', tenant, email: 'nurse@east.example', password: PASSWORD })

    const { status, body } = await signIn('Nurse@East.example', PASSWORD)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: user.id,
      email: 'nurse@east.example',
      role: 'USER',
      applicationTenant: { id: tenant.id, schemaName: 'Sakura East', license: { packages: ['PRO'] } },
      impersonatedTenant: null,
      unitIds: [],
    })
    expect(Date.parse(body.tokenExpiresAt) - service.clock.now().getTime()).toBe(365 * DAY_MS)
    expect((await service.call(body.token, 'session.refresh', { body: { deviceType: 'web' } })).status).toBe(200)
  })

  test('a password hashed at a lower cost is hashed again when its owner signs in', async () => {
    const user = await service.user({ role: 'USER', email: 'early@x.example', password: PASSWORD })
    const cheap = await createPasswords({ memoryCost: 32, timeCost: 1 }).hash(PASSWORD)
    await service.sql`update app_user set password_hash = ${cheap} where id = ${user.id}`
    const answers = [await signIn('early@x.example', PASSWORD), await signIn('early@x.example', PASSWORD)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [row] = await service.sql`select password_hash from app_user where id = ${user.id}`
    expect(row!.password_hash).toMatch(/m=64,t=1,/)
  })

  test('AUTH-05 a wrong password, an unknown name, a disabled user and bad base64 answer the same', async () => {
    await service.user({ role: 'USER', email: 'known@x.example', password: PASSWORD })
    const disabled = await service.user({ role: 'USER', email: 'disabled@x.example', password: PASSWORD })
    await service.sql`update app_user set disabled_at = now() where id = ${disabled.id}`

    const answers = [
      await signIn('known@x.example', 'wrong'),
      await signIn('nobody@x.example', 'wrong'),
      await signIn('disabled@x.example', PASSWORD),
      await service.call(undefined, 'session.login', {
        body: { userName: 'known@x.example', userPassword: '%%%', deviceType: 'web' },
        ip: '10.9.9.9',
      }),
    ]

    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body).toEqual({ key: 'invalid-credentials', message: 'Invalid Credentials' })
    }
  })

  test('AUTH-05 an unknown name takes as much work as a known one', async () => {
    const real = await startService({ hasRealPasswords: true })
    await real.user({ role: 'USER', email: 'timed@x.example', password: PASSWORD })
    async function workOf(name: string) {
      const before = process.cpuUsage()
      await signIn(name, 'wrong', undefined, real)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await workOf('first@x.example')
    const known: number[] = []
    const unknown: number[] = []
    for (let i = 0; i < 9; i++) {
      known.push(await workOf('timed@x.example'))
      unknown.push(await workOf(`nobody-${i}@x.example`))
    }
    // CPU time of this process, independent of the machine's load; the minimum of each. A hash takes about 30 ms;
    // without it an unknown name would take 3.
    const share = Math.min(...unknown) / Math.min(...known)
    expect(share).toBeGreaterThan(0.5)
    expect(share).toBeLessThan(2)
    await real.stop()
  })

  test('AUTH-05 a rejected unknown name and a rejected known one write the same rows', async () => {
    const user = await service.user({ role: 'USER', email: 'written@x.example', password: PASSWORD })
    const rowsOf = async (name: string, ip: string) => {
      const [before] = await service.sql<{ tries: number }[]>`select count(*)::int as tries from login_attempt`
      await signIn(name, 'wrong', ip)
      const [after] = await service.sql<{ tries: number }[]>`select count(*)::int as tries from login_attempt`
      const audit = await service.sql`
        select tenant_id, actor_user_id, action, object_type, object_id, outcome, reason, details from audit
        where ip = ${ip} and action = 'session.login'`
      return { counters: after!.tries - before!.tries, audit: [...audit] }
    }
    const act = { action: 'session.login', object_type: 'user', outcome: 'refused', reason: null, details: {} }
    expect(await rowsOf('written@x.example', '10.77.1.7')).toEqual({
      counters: 2,
      audit: [{ ...act, tenant_id: user.tenantId, actor_user_id: user.id, object_id: user.id }],
    })
    expect(await rowsOf('unwritten@x.example', '10.77.2.7')).toEqual({
      counters: 2,
      audit: [{ ...act, tenant_id: OPERATOR_TENANT_ID, actor_user_id: null, object_id: null }],
    })
  })

  test('AUTH-16 ten failures are free, then each doubles the wait, up to a lock of 15 minutes', async () => {
    await service.user({ role: 'USER', email: 'tried@x.example', password: PASSWORD })
    for (let i = 0; i < 10; i++) expect((await signIn('tried@x.example', 'wrong')).status).toBe(401)

    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      const refused = await signIn('tried@x.example', PASSWORD)
      expect(refused.status).toBe(429)
      expect(refused.body).toMatchObject({ key: 'too-many-sign-ins' })
      const seconds = Number(refused.headers['retry-after'])
      waits.push(seconds)
      service.clock.advance(seconds * 1000)
      expect((await signIn('tried@x.example', 'wrong')).status).toBe(401)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 900])

    // After the lock counting starts again.
    expect((await signIn('tried@x.example', PASSWORD)).status).toBe(200)
  })

  test('AUTH-16 ten failures of one account count together, for all names and spellings', async () => {
    const user = await service.user({ role: 'USER', email: 'bilibili@x.example', password: PASSWORD })
    await service.sql`update app_user set user_name = 'Olaf İ 2' where id = ${user.id}`
    const spellings = ['bilibili@x.example', 'BILIBILI@X.example', ' bilibili@x.example', 'ｂｉｌｉｂｉｌｉ@x.example']
    const names = [...spellings, 'Olaf İ 2', 'olaf i\u0307 2', 'OLAF İ ２', '\u3000Olaf İ 2']
    const answers = []
    for (const name of [...names, ...names]) answers.push((await signIn(name, 'wrong')).status)
    expect(answers).toEqual([...Array(10).fill(401), ...Array(6).fill(429)])
    service.clock.advance(MINUTE_MS)
    for (const name of names) expect((await signIn(name, PASSWORD)).status).toBe(200)
  })

  test('AUTH-16 a name that no account has is counted once for all of its spellings', async () => {
    const names = ['nobodİ@x.example', 'NOBODİ@X.EXAMPLE', 'nobodi\u0307@x.example', 'ｎｏｂｏｄİ@x.example ']
    await service.user({ role: 'USER', email: 'nobodi@x.example', password: PASSWORD })
    const answers = []
    for (let i = 0; i < 12; i++) answers.push((await signIn(names[i % 4]!, PASSWORD)).status)
    expect(answers).toEqual([...Array(10).fill(401), 429, 429])
    expect((await signIn('nobodi@x.example', PASSWORD)).status).toBe(200)
  })

  test('AUTH-16 a hundred tries at once count as a hundred', async () => {
    await service.user({ role: 'USER', email: 'burst@x.example', password: PASSWORD })
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn('burst@x.example', 'wrong')))
    const judged = answers.filter(({ status }) => status === 401)
    expect(judged).toHaveLength(10)
  })

  test('AUTH-16 a network that tries many names is slowed down, its neighbor is not', async () => {
    await service.user({ role: 'USER', email: 'owner@x.example', password: PASSWORD })
    const spray = async (i: number) => signIn(`name-${i}@x.example`, 'wrong', `10.200.0.${i % 200}`)
    for (let i = 0; i < 100; i++) {
      expect((await spray(i)).status).toBe(401)
      service.clock.advance(100)
    }
    const refused = await spray(101)
    expect([refused.status, refused.body]).toEqual([429, expect.objectContaining({ key: 'too-many-sign-ins' })])
    expect((await signIn('owner@x.example', PASSWORD, '10.201.0.1')).status).toBe(200)
  })

  test('the log warns once of a proxy that is not configured', async () => {
    const ask = () =>
      service.app.http.inject({
        url: '/api/firstRun',
        headers: { 'x-forwarded-for': '192.0.2.9' },
        remoteAddress: '10.203.0.1',
      })
    expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200])
    expect(service.logLines.filter((line) => line.includes('X-Forwarded-For'))).toHaveLength(1)
  })

  test('AUTH-16 a network is never locked out, however many names are tried from it', async () => {
    await service.user({ role: 'USER', email: 'colleague@x.example', password: PASSWORD })
    for (let i = 0; i < 130; i++) {
      await signIn(`other-${i}@x.example`, 'wrong', '10.202.0.7')
      service.clock.advance(5_000)
    }
    await signIn('other@x.example', 'wrong', '10.202.0.7')
    const waiting = await signIn('colleague@x.example', PASSWORD, '10.202.0.8')
    expect([waiting.status, waiting.headers['retry-after']]).toEqual([429, '5'])
    service.clock.advance(5_000)
    expect((await signIn('colleague@x.example', PASSWORD, '10.202.0.8')).status).toBe(200)
  })
})

describe('staying signed in', () => {
  test('AUTH-08 a refresh returns a new token; the old one is valid for another minute', async () => {
    const user = await service.user({ role: 'USER' })
    const refresh = (token: string) => service.call(token, 'session.refresh', { body: { deviceType: 'web' } })
    service.clock.advance(7 * DAY_MS)

    const first = await refresh(user.token)
    const second = await refresh(user.token)
    const firstAgain = await refresh(first.body.token)

    expect([first.status, second.status, firstAgain.status]).toEqual([200, 200, 200])
    // Tokens count in whole seconds.
    const livesMs = Date.parse(first.body.tokenExpiresAt) - service.clock.now().getTime()
    expect(Math.round(livesMs / DAY_MS)).toBe(365)
  })

  test('AUTH-08 the new token is good at once, on every instance that knew the old one', async () => {
    const other = await startService({ beside: service, clock: service.clock })
    onTestFinished(() => other.stop())
    const user = await service.user({ role: 'USER' })
    const statusAt = async (at: TestService, token: string) => (await at.call(token, 'device.list')).status
    expect([await statusAt(service, user.token), await statusAt(other, user.token)]).toEqual([200, 200])

    const fresh = await service.call(user.token, 'session.refresh', { body: { deviceType: 'web' } })
    const after = [await statusAt(service, fresh.body.token), await statusAt(other, fresh.body.token)]

    expect([fresh.status, ...after]).toEqual([200, 200, 200])
    service.clock.advance(2_000)
    expect([await statusAt(service, fresh.body.token), await statusAt(other, user.token)]).toEqual([200, 200])
    const [row] = await service.sql`select ended_at from session where id = ${user.sessionId}`
    expect(row!.ended_at).toBeNull()
  })

  test('AUTH-08 an exchanged token that is used later ends the whole session, for the thief and the owner', async () => {
    const user = await service.user({ role: 'USER' })
    const refresh = (token: string) => service.call(token, 'session.refresh', { body: { deviceType: 'web' } })
    const fresh = await refresh(user.token)
    service.clock.advance(61_000)

    expect((await refresh(user.token)).status).toBe(401)
    expect((await refresh(fresh.body.token)).status).toBe(401)
    const audit =
      await service.sql`select action from audit where object_id = ${user.sessionId} and action = 'session.end'`
    expect(audit).toHaveLength(1)
  })

  test('AUTH-08 disabling the user, the tenant or a change of password ends every session at once', async () => {
    const [a, b, c] = [
      await service.user({ role: 'USER' }),
      await service.user({ role: 'ADMIN' }),
      await service.user({ role: 'USER' }),
    ]
    const stays = await service.user({ role: 'USER' })
    const later = new Date(service.clock.now().getTime() + 1000).toISOString()
    await service.sql`update app_user set disabled_at = now() where id = ${a.id}`
    await service.sql`update tenant set disabled_at = now() where id = ${b.tenantId}`
    await service.sql`update app_user set tokens_valid_from = ${later} where id = ${c.id}`

    const statuses = []
    for (const { token } of [a, b, c, stays]) {
      statuses.push((await service.call(token, 'profile.patch', { body: {} })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 200])
  })

  test('an unused session ends after 30 days, a used one does not', async () => {
    const [idle, used] = [await service.user({ role: 'USER' }), await service.user({ role: 'USER' })]
    const isIn = async (token: string) => (await service.call(token, 'profile.patch', { body: {} })).status === 200
    service.clock.advance(20 * DAY_MS)
    expect(await isIn(used.token)).toBe(true)
    service.clock.advance(20 * DAY_MS)
    expect([await isIn(idle.token), await isIn(used.token)]).toEqual([false, true])
  })

  test('a role is as the database has it, whatever the token was issued for', async () => {
    const user = await service.user({ role: 'ADMIN' })
    await service.sql`update app_user set role = 'DEMO_USER' where id = ${user.id}`
    const { status, body } = await service.refused(user.token, 'profile.patch', { body: { locale: 'en' } })
    expect([status, body.key]).toEqual([403, 'demo-read-only'])
  })
})

describe('signing out', () => {
  test('AUTH-12 logout ends this session on the server and no other', async () => {
    const tenant = await service.tenant()
    await service.user({ role: 'USER', tenant, email: 'two@x.example', password: PASSWORD })
    const [one, two] = [await signIn('two@x.example', PASSWORD), await signIn('two@x.example', PASSWORD)]

    expect((await service.call(one.body.token, 'session.logout')).status).toBe(200)

    const again = await service.refused(one.body.token, 'profile.patch', { body: {} })
    expect([again.status, again.body.key]).toEqual([401, 'session-ended'])
    expect((await service.call(two.body.token, 'profile.patch', { body: {} })).status).toBe(200)
  })

  test('a call without a token is asked to sign in', async () => {
    const { status, body } = await service.refused(undefined, 'session.logout')
    expect([status, body.key]).toEqual([401, 'signed-out'])
  })
})
