import type { SessionUser } from '@mimamori/contract/identity/session.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'

const WHY = 'A camera of the second floor stays dark.'

let service: TestService
let organisation: TestTenant
let site: TestTenant
let foreign: TestTenant
beforeAll(async () => {
  service = await startService()
  organisation = await service.tenant({ kind: 'organisation', name: 'さくら会', packages: ['PRO'] })
  site = await service.tenant({ parent: organisation, name: 'さくらの里', packages: ['VCARE'] })
  foreign = await service.tenant({ parent: await service.tenant({ kind: 'organisation' }) })
})
afterAll(() => service.stop())

const connect = (token: string, to: { id: string }) =>
  service.call(token, 'session.impersonate', { body: { tenantId: to.id, reason: WHY } })
const refusedConnect = (token: string, to: { id: string }, reason = WHY) =>
  service.refused(token, 'session.impersonate', { body: { tenantId: to.id, reason } })
const stop = (token: string) => service.call(token, 'session.stopImpersonating')
const refresh = (token: string) => service.call(token, 'session.refresh', { body: { deviceType: 'web' } })
/** A call that every role may make: whether the token is valid. */
const isGood = async (token: string) => (await service.call(token, 'alert.search')).status === 200
const operator = () => service.user({ role: 'SUPER_ADMIN' })
const organiser = () => service.user({ role: 'ORG_ADMIN', tenant: organisation })

describe('connecting', () => {
  test('AUTH-13 returns a new user object with the site, its license, the reason, the end in an hour', async () => {
    const { status, body } = await connect((await operator()).token, site)

    const until = new Date(service.clock.now().getTime() + 60 * MINUTE_MS).toISOString()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      role: 'SUPER_ADMIN',
      applicationTenant: null,
      impersonatedTenant: {
        id: site.id,
        schemaName: 'さくらの里',
        license: { packages: ['VCARE'] },
        reason: WHY,
        until,
      },
    })
    // Tokens count in whole seconds.
    expect(Math.abs(Date.parse(body.tokenExpiresAt) - Date.parse(until))).toBeLessThan(1000)
    const actor = await service.platform.sessions.authenticate(body.token)
    expect(actor.actor).toMatchObject({
      tenantId: site.id,
      tenantIds: [site.id],
      isImpersonating: true,
      packages: ['VCARE'],
    })
  })

  test('AUTH-13 SUPER_ADMIN reaches any site, ORG_ADMIN those of the own organization, others find none', async () => {
    const missing = { id: '019a9b00-0000-7000-8000-000000000000' }
    const mine = await organiser()
    expect((await connect((await operator()).token, foreign)).status).toBe(200)
    expect((await connect(mine.token, site)).status).toBe(200)
    const answers = [
      await refusedConnect(mine.token, foreign),
      await refusedConnect(mine.token, organisation),
      await refusedConnect(mine.token, missing),
      await refusedConnect((await operator()).token, organisation),
      await refusedConnect((await operator()).token, missing),
    ]
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([404, { key: 'not-found', message: expect.any(String) }])
    }
  })

  test('AUTH-13 accepts the described call with the site alone, and the audit has no reason', async () => {
    const { id, token } = await operator()
    const { body } = await service.call(token, 'session.impersonate', { body: { tenantId: site.id } })
    expect(body.impersonatedTenant).toMatchObject({ id: site.id, reason: '' })
    const rows = await service.sql`select reason from audit where tenant_id = ${site.id} and actor_user_id = ${id}`
    expect([...rows]).toEqual([{ reason: null }])
  })

  test('AUTH-13 connecting needs a reason with words, and a disabled site has its own error', async () => {
    const off = await service.tenant({ parent: organisation })
    await service.sql`update tenant set disabled_at = now() where id = ${off.id}`
    const { token } = await operator()
    const [reasonless, disabled] = [await refusedConnect(token, site, '  '), await refusedConnect(token, off)]
    expect(reasonless.body.fields).toEqual({ reason: 'session.reason-required' })
    expect(disabled.body.fields).toEqual({ tenantId: 'tenant.is-disabled' })
  })

  test('AUTH-13 does not nest, and one session is connected to one site at a time', async () => {
    const { token } = await operator()
    const first = await connect(token, site)
    const nested = await refusedConnect(first.body.token, foreign)
    const second = await connect(token, foreign)
    expect([nested.status, nested.body.key]).toEqual([403, 'not-while-connected'])
    expect([await isGood(first.body.token), await isGood(second.body.token), await isGood(token)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('AUTH-13 the site’s audit has both identities and the reason, and every act in the connection', async () => {
    const user = await organiser()
    const connected = await connect(user.token, site)
    await service.call(connected.body.token, 'profile.patch', { body: { dateFormat: 'yyyy/MM/dd HH:mm' } })
    await stop(connected.body.token)

    const rows = await service.sql`select action, actor_tenant_id, reason, object_id from audit
      where tenant_id = ${site.id} and actor_user_id = ${user.id} order by id`
    expect(rows.map(({ action, actor_tenant_id: home }) => [action, home])).toEqual([
      ['session.connect', organisation.id],
      ['profile.patch', organisation.id],
      ['session.disconnect', organisation.id],
    ])
    expect([rows[0]!.reason, rows[0]!.object_id]).toEqual([WHY, site.id])
  })
})

describe('coming back', () => {
  test('AUTH-13 stop restores the former session under a new token; the former one is valid for a minute', async () => {
    const user = await organiser()
    const connected = await connect(user.token, site)
    const back = await stop(connected.body.token)

    expect(back.body).toMatchObject({
      id: user.id,
      impersonatedTenant: null,
      applicationTenant: { id: organisation.id },
    })
    expect(back.body.token).not.toBe(user.token)
    expect((await service.platform.sessions.authenticate(back.body.token)).actor.sessionId).toBe(user.sessionId)
    expect([await isGood(connected.body.token), await isGood(user.token)]).toEqual([false, true])
    service.clock.advance(61_000)
    expect([await isGood(back.body.token), await isGood(user.token)]).toEqual([true, false])
  })

  test('AUTH-13 a user without a connection cannot end one', async () => {
    const refused = await service.refused((await operator()).token, 'session.stopImpersonating')
    expect([refused.status, refused.body.key]).toEqual([409, 'conflict'])
  })

  test('S15 a connection ends after 60 minutes despite exchanged tokens; the own session continues', async () => {
    const { token } = await operator()
    let connected = (await connect(token, site)).body
    for (let i = 0; i < 5; i++) {
      service.clock.advance(11 * MINUTE_MS)
      connected = (await refresh(connected.token)).body
      expect(connected.impersonatedTenant?.id).toBe(site.id)
    }
    service.clock.advance(6 * MINUTE_MS)
    expect([await isGood(connected.token), await isGood(token)]).toEqual([false, true])
  })

  test.each([
    [
      'the role is lost',
      async (user: TestUser) => service.sql`update app_user set role = 'USER' where id = ${user.id}`,
    ],
    [
      'the user is switched off',
      async (user: TestUser) => service.sql`update app_user set disabled_at = now() where id = ${user.id}`,
    ],
    [
      'the own session was ended',
      async (user: TestUser) =>
        service.sql`update session set ended_at = now(), end_reason = 'by-administrator' where id = ${user.sessionId}`,
    ],
    [
      'the password changed',
      async (user: TestUser) => service.sql`update app_user set tokens_valid_from = '2100-01-01' where id = ${user.id}`,
    ],
  ])('S15 a connection ends in 1 s when %s', async (_, end) => {
    const user = await organiser()
    const connected = await connect(user.token, site)
    expect(await isGood(connected.body.token)).toBe(true)
    await end(user)
    service.clock.advance(1_000)
    expect(await isGood(connected.body.token)).toBe(false)
  })

  test('S15 a connection ends in 1 s when the site moves to another organization or is switched off', async () => {
    const moving = await service.tenant({ parent: organisation })
    const closing = await service.tenant({ parent: organisation })
    const toMoving = await connect((await organiser()).token, moving)
    const toClosing = await connect((await operator()).token, closing)
    await service.sql`update tenant set parent_id = null where id = ${moving.id}`
    await service.sql`update tenant set disabled_at = now() where id = ${closing.id}`
    expect([await isGood(toMoving.body.token), await isGood(toClosing.body.token)]).toEqual([false, false])
  })

  test('AUTH-13 AUTH-12 signing out ends the own and the connected session, from either of them', async () => {
    for (const side of ['own', 'connected'] as const) {
      const own = (await operator()).token
      const connected = (await connect(own, site)).body.token
      await service.call(side === 'own' ? own : connected, 'session.logout')
      expect([await isGood(own), await isGood(connected)]).toEqual([false, false])
    }
  })
})

describe('any order of steps', () => {
  type Step =
    | 'connect'
    | 'stop'
    | 'refresh-own'
    | 'refresh-connected'
    | 'wait'
    | 'expire'
    | 'logout-own'
    | 'logout-connected'
  const steps: Step[] = [
    'connect',
    'stop',
    'refresh-own',
    'refresh-connected',
    'wait',
    'expire',
    'logout-own',
    'logout-connected',
  ]

  /** The state of a correct client, and its invariants. */
  class Client {
    own: string
    connected: string | null = null
    isSignedIn = true
    isConnected = false
    connectedAtMs = 0
    constructor(own: string) {
      this.own = own
    }

    async take(step: Step): Promise<void> {
      if (step === 'connect') await this.connect()
      if (step === 'stop') await this.stop()
      if (step === 'refresh-own') await this.renew('own')
      if (step === 'refresh-connected') await this.renew('connected')
      if (step === 'wait') await this.pass(7)
      if (step === 'expire') await this.pass(61)
      if (step === 'logout-own') await this.logout(this.own)
      if (step === 'logout-connected') await this.logout(this.connected)
      if (service.clock.now().getTime() - this.connectedAtMs >= 60 * MINUTE_MS) this.isConnected = false
    }

    /** The person goes on to prove who they are. */
    async pass(minutes: number) {
      service.clock.advance(minutes * MINUTE_MS)
      await service.prove()
    }

    async connect() {
      const { status, body } = await connect(this.own, site)
      expect(status).toBe(this.isSignedIn ? 200 : 401)
      if (!this.isSignedIn) return
      this.connected = body.token
      this.isConnected = true
      this.connectedAtMs = service.clock.now().getTime()
    }

    async stop() {
      if (this.connected === null) return
      const { status, body } = await stop(this.connected)
      expect(status).toBe(this.isConnected ? 200 : 401)
      if (this.isConnected) this.own = (body as SessionUser).token
      this.isConnected = false
    }

    async renew(which: 'own' | 'connected') {
      const token = this[which]
      if (token === null) return
      const { status, body } = await refresh(token)
      const isAlive = which === 'own' ? this.isSignedIn : this.isConnected
      expect(status).toBe(isAlive ? 200 : 401)
      if (isAlive) this[which] = body.token
    }

    async logout(token: string | null) {
      if (token === null) return
      const { status } = await service.call(token, 'session.logout')
      if (status === 200) [this.isSignedIn, this.isConnected] = [false, false]
    }

    async check() {
      expect(await isGood(this.own)).toBe(this.isSignedIn)
      if (this.connected !== null) expect(await isGood(this.connected)).toBe(this.isConnected)
    }
  }

  test('S15 of connecting, stopping, exchanging, waiting, signing out leaves the right sessions alive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 14 }), async (taken) => {
        const client = new Client((await operator()).token)
        for (const step of taken) {
          await client.take(step)
          await client.check()
        }
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})
