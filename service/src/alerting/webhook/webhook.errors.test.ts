/** Receivers that fail: retries, order, pauses, and who hears of it. REACH-55. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Installation } from '@mimamori/contract/site/installation.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { mailsTo } from '#testing/mail.ts'
import { type Behaviour, json } from '#testing/servers/partner.ts'
import { insertAlert } from '#testing/site.ts'
import { type Hooks, type Place, startHooks } from './testing.ts'

let hooks: Hooks
let at: Place
beforeAll(async () => {
  hooks = await startHooks()
})
afterAll(() => hooks.stop())
beforeEach(async () => {
  at = await hooks.site()
})
afterEach(() => at.stop())

const after = async (ms: number) => {
  at.service.clock.advance(ms)
  await at.work()
}

/** What the receiver does, the reason, and whether it is tried again. */
const ERRORS: [string, Behaviour, string, boolean][] = [
  ['answers 500', (response) => json(response, 500, { message: 'Oops' }), 'server-error', true],
  ['never answers', () => {}, 'timeout', true],
  [
    'breaks off in the middle of an answer',
    (response, socket) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"accepted":', () => socket.end())
    },
    'cut-off',
    true,
  ],
  [
    'answers 301',
    (response) => response.writeHead(301, { location: 'http://169.254.169.254/' }).end(),
    'redirect',
    false,
  ],
  ['answers 401', (response) => json(response, 401, {}), 'unauthorized', false],
  [
    'answers without end',
    (response) => {
      response.writeHead(200)
      const more = () => {
        while (response.writable && response.write('a'.repeat(16_384)));
      }
      response.on('drain', more)
      more()
    },
    'too-large',
    false,
  ],
]

describe('REACH-55 a receiver that fails', () => {
  test.each(ERRORS)(
    'REACH-55 one that %s is reported, and tried again if that may help',
    async (_, behave, reason, isTried) => {
      const { webhook, secret } = await at.target()
      at.partner.behave = behave
      await insertAlert(at.service, at.camera)
      await at.work()
      const [delivery] = await at.log(webhook.id)
      expect(delivery).toMatchObject({ reason, attempts: 1, state: isTried ? 'waiting' : 'failed' })
      expect(delivery!.durationMs).toBeGreaterThanOrEqual(0)

      at.partner.behave = (response) => json(response, 200, {})
      await after(1_000)
      expect(at.partner.requests).toHaveLength(isTried ? 2 : 1)
      expect(new Set(at.partner.requests.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
      expect(at.received(secret)).toHaveLength(isTried ? 2 : 1)
    },
  )

  test('REACH-55 a pause that it asks for is respected, and the alerts stay in their order', async () => {
    const { secret } = await at.target()
    at.partner.behave = (response) => json(response, 429, {}, { 'retry-after': '30' })
    const first = await insertAlert(at.service, at.camera)
    await at.work()
    const second = await insertAlert(at.service, at.camera)
    at.partner.behave = (response) => json(response, 204, {})
    await after(29_000)
    expect(at.partner.requests).toHaveLength(1)
    await after(1_000)
    expect(at.received(secret).map(({ data }) => data.alert.id)).toEqual([first.id, first.id, second.id])
  })

  test('REACH-55 the pauses grow, and a delivery ends after a day', async () => {
    const { webhook } = await at.target()
    at.partner.behave = (response) => json(response, 503, {})
    await insertAlert(at.service, at.camera)
    for (const pauseS of [0, 1, 5, 15, 60, 300, 900, 900]) await after(pauseS * 1_000)
    expect(at.partner.requests).toHaveLength(8)
    await at.service.sql`update webhook set failing_since = null`
    await after(DAY_MS)
    expect(await at.log(webhook.id)).toMatchObject([{ state: 'failed', reason: 'server-error', attempts: 8 }])
  })

  test('REACH-55 calls beyond the rate of a minute wait for it', async () => {
    const { webhook } = await at.target({ minuteMost: 2 })
    for (let n = 0; n < 3; n++) await insertAlert(at.service, at.camera)
    await at.work()
    expect(at.partner.requests).toHaveLength(2)
    expect((await at.state(webhook.id)).waitingCount).toBe(1)
    await after(MINUTE_MS)
    expect(at.partner.requests).toHaveLength(3)
  })

  test('REACH-55 a service killed between sending and recording sends again under the same id', async () => {
    await at.target()
    await insertAlert(at.service, at.camera)
    await at.work()
    // As if the result was never stored, and its lease has ended.
    await at.service.sql`update webhook_delivery set state = 'waiting', attempts = 0, tried_at = null`
    await at.service
      .sql`update webhook set state = 'sending', next_at = ${at.service.clock.now().toISOString()} where is_enabled`
    await after(60_000)
    const [one, two] = at.partner.requests.map(({ headers }) => headers['webhook-id'])
    expect(two).toBe(one)
  })

  test('REACH-55 beyond a thousand that wait, further ones fail', async () => {
    const { webhook } = await at.target()
    at.partner.behave = (response) => json(response, 503, {})
    const now = at.service.clock.now().toISOString()
    await at.service.sql`
      insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at)
      select ${at.site.id}, uuidv7(), ${at.camera.id}, ${at.camera.unitId}, 'A003', 'low', ${now}, ${now}
      from generate_series(1, 1002)`
    await at.work()
    expect((await at.state(webhook.id)).waitingCount).toBe(1_000)
    expect((await at.log(webhook.id)).filter(({ reason }) => reason === 'overflow')).toHaveLength(2)
  })
})

describe('REACH-55 a dead target', () => {
  test('REACH-55 a target that is dead for a day is mailed, paused, and can be resumed', async () => {
    const admin = await at.admin()
    const { webhook } = await at.target()
    at.partner.behave = (response) => json(response, 500, {})
    await insertAlert(at.service, at.camera)
    await at.work()
    for (let minutes = 0; minutes < 60; minutes += 5) await after(5 * MINUTE_MS)
    const subjects = async () => (await mailsTo(at.service, admin.email)).map(({ subject }) => subject)
    expect(await subjects()).toEqual([expect.stringContaining('「Care team」に送信できません')])

    await after(DAY_MS)
    await insertAlert(at.service, at.camera)
    await at.work()
    expect(await at.state(webhook.id)).toMatchObject({ pausedAt: expect.any(String), waitingCount: 0 })
    expect(await subjects()).toHaveLength(2)
    const before = at.partner.requests.length
    await insertAlert(at.service, at.camera)
    await after(HOUR_MS)
    expect(at.partner.requests).toHaveLength(before)

    at.partner.behave = (response) => json(response, 200, {})
    await at.service.prove()
    const { token } = await at.admin()
    const body = { isEnabled: true, version: webhook.version }
    const resumed = await at.service.call(token, 'webhook.patch', { params: { id: webhook.id }, body })
    expect(resumed.body).toMatchObject({ pausedAt: null, failingSince: null })
    await insertAlert(at.service, at.camera)
    await at.work()
    expect((await at.log(webhook.id))[0]).toMatchObject({ state: 'sent' })
  })

  test('REACH-55 one that is gone for good is paused at once', async () => {
    const { webhook } = await at.target()
    at.partner.behave = (response) => json(response, 410, {})
    await insertAlert(at.service, at.camera)
    await at.work()
    expect((await at.state(webhook.id)).pausedAt).not.toBeNull()
    expect(await at.log(webhook.id)).toMatchObject([{ state: 'failed', reason: 'gone' }])
  })

  test('REACH-55 Installation names its site after two minutes, not for a test alone', async () => {
    const operator = await at.service.user({ role: 'SUPER_ADMIN', tenant: { id: OPERATOR_TENANT_ID } })
    const waits = async () =>
      ((await at.service.call(operator.token, 'installation.get')).body as Installation).externalWaits
    const { webhook } = await at.target()
    at.partner.behave = (response) => json(response, 404, {})
    const { token } = await at.admin()
    await at.service.call(token, 'webhook.test', { params: { id: webhook.id } })
    await at.work()
    await after(3 * MINUTE_MS)
    expect(await waits()).toBeNull()
    await insertAlert(at.service, at.camera)
    await at.work()
    await after(2 * MINUTE_MS)
    expect(await waits()).toMatchObject({ siteName: 'Sakura no Sato' })
  })
})
