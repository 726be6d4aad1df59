import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { json, type Partner } from '#testing/servers/partner.ts'
import { insertAlert } from '#testing/site.ts'
import { checkRingers } from './ringer.check.ts'
import { accepts, startRinger, type TestRinger, TOKEN } from './testing.ts'

let ringer: TestRinger
beforeAll(async () => {
  ringer = await startRinger()
})
afterAll(() => ringer.stop())

type User = { id: string; token: string; email: string }

async function raise(nurse: User, draft: Parameters<typeof insertAlert>[2] = {}) {
  const camera = await ringer.people.camera({ userIds: [nurse.id] })
  const alarm = await insertAlert(ringer.people.service, camera, { activity: 'A005', severity: 'critical', ...draft })
  await ringer.deliver()
  return { alarm, camera }
}

const stateOf = async (alarm: { id: string }) =>
  (await ringer.people.states(alarm)).filter((state) => / http /.test(state)).map((state) => state.split(' ').at(-1))

describe('REACH-01 a message that rings a phone', () => {
  test('ntfy gets kind, room and time in the highest priority, and a link', async () => {
    await ringer.setUp('ntfy')
    const { alarm } = await raise(await ringer.nurse('ntfy'))
    const [message] = ringer.rings()
    expect(message).toMatchObject({ topic: 'nurse-topic-4f9c2b1d7e', priority: 5 })
    expect(message!.title).toMatch(/^転倒 · Room \d+$/)
    expect(message!.click).toMatch(/\/auth\/claim#[\w.-]+$/)
    expect(ringer.provider.requests[0]!.headers.authorization).toBe(`Bearer ${TOKEN}`)
    expect(await stateOf(alarm)).toEqual(['sent'])
  })

  test('Pushover repeats it until it is confirmed, and the confirmation is its receipt', async () => {
    await ringer.setUp('pushover')
    const { alarm } = await raise(await ringer.nurse('pushover'))
    expect(ringer.rings()).toMatchObject([{ priority: 2, retry: 30, expire: 1800, token: TOKEN }])
    ringer.provider.behave = (response) => json(response, 200, { status: 1, acknowledged: 1 })
    ringer.people.service.clock.advance(15_000)
    await ringer.deliver()
    expect(ringer.provider.requests.at(-1)).toMatchObject({
      method: 'GET',
      path: `/1/receipts/rLqVuqTRh62UzxtmqiaLzQmVcPgiCy.json?token=${TOKEN}`,
    })
    expect(await stateOf(alarm)).toEqual(['opened'])
  })

  test('a message without confirmation is sent by e-mail after a minute', async () => {
    await ringer.setUp('pushover')
    ringer.provider.behave = (response) =>
      json(response, 200, { status: 1, receipt: 'rLqVuqTRh62UzxtmqiaLzQmVcPgiCy', acknowledged: 0 })
    const { alarm } = await raise(await ringer.nurse('pushover'))
    ringer.people.service.clock.advance(MINUTE_MS)
    await ringer.deliver()
    expect((await ringer.people.states(alarm)).map((state) => state.split(' ')[2])).toEqual(['http', 'mail'])
  })

  test('an answer deletes the message, ends the ringing or cancels the call', async () => {
    const ends: unknown[] = []
    for (const preset of ['ntfy', 'pushover', 'voice'] as const) {
      await ringer.setUp(preset)
      const nurse = await ringer.nurse(preset)
      const { alarm } = await raise(nurse)
      await ringer.people.claim(nurse, alarm)
      await ringer.deliver()
      const { method, path, body } = ringer.provider.requests.at(-1)!
      ends.push([method, path.replace(/[0-9a-f]{32}/, 'id'), body && (JSON.parse(body) as { action?: string }).action])
    }
    expect(ends).toEqual([
      ['DELETE', '/nurse-topic-4f9c2b1d7e/id', ''],
      ['POST', '/1/receipts/rLqVuqTRh62UzxtmqiaLzQmVcPgiCy/cancel.json', undefined],
      ['POST', '/', 'cancel'],
    ])
  })

  test('two alarms in a room are one message for each person', async () => {
    await ringer.setUp('ntfy')
    const [one, two] = [await ringer.nurse('ntfy'), await ringer.nurse('ntfy')]
    const camera = await ringer.people.camera({ userIds: [one.id, two.id] })
    const insert = () => insertAlert(ringer.people.service, camera, { activity: 'A005', severity: 'critical' })
    await insert()
    await insert()
    await ringer.deliver()
    ringer.people.service.clock.advance(2 * MINUTE_MS)
    await ringer.deliver()
    expect(ringer.rings()).toHaveLength(2)
  })

  test('messages beyond the rate of an hour go by e-mail, and say why', async () => {
    await ringer.setUp('ntfy', { hourlyMost: 1 })
    await ringer.people.service.sql`update ring_message set rung_at = rung_at - interval '2 hours'`
    const nurse = await ringer.nurse('ntfy')
    await raise(nurse)
    const { alarm } = await raise(nurse)
    expect(ringer.rings()).toHaveLength(1)
    expect(await stateOf(alarm)).toEqual(['failed'])
    const [row] = await ringer.people.service
      .sql`select last_error from notification where alert_id = ${alarm.id} and channel = 'http'`
    expect(row!.last_error).toBe('rate-limited')
    await ringer.people.service.sql`update ring_message set rung_at = rung_at - interval '2 hours'`
  })

  test('a provider that is switched off rings nobody', async () => {
    await ringer.setUp('ntfy')
    const nurse = await ringer.nurse('ntfy')
    await ringer.people.service.sql`update ringer set is_enabled = false where tenant_id = ${ringer.people.site.id}`
    const { alarm } = await raise(nurse)
    expect(ringer.rings()).toEqual([])
    expect((await ringer.people.states(alarm)).map((state) => state.split(' ')[2])).toEqual(['mail'])
  })

  test('a preference holds back what rings the phone', async () => {
    await ringer.setUp('ntfy')
    const nurse = await ringer.nurse('ntfy')
    const body = { push: 'all', http: 'urgent', mail: 'none' } as const
    await ringer.people.service.call(nurse.token, 'notification.savePreferences', { body })
    await raise(nurse, { activity: 'A004', severity: 'medium' })
    expect(ringer.rings()).toEqual([])
  })
})

const HTML: Partner['behave'] = (response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>')

describe('REACH-01 a provider that', () => {
  test.each([
    ['refuses the token', (response) => json(response, 401, { error: 'unauthorized' }), 'unauthorized'],
    ['answers a page', HTML, 'bad-answer'],
    ['accepts nothing', (response) => json(response, 400, { status: 0, errors: ['user is invalid'] }), 'refused'],
    ['points elsewhere', (response) => json(response, 302, {}, { location: 'http://169.254.169.254/' }), 'redirect'],
  ] satisfies [string, Partner['behave'], string][])(
    '%s is given up at once, and the message goes by e-mail',
    async (_, behave, reason) => {
      await ringer.setUp('pushover')
      ringer.provider.behave = behave
      const { alarm } = await raise(await ringer.nurse('pushover'))
      const rows = await ringer.people.service
        .sql`select channel, state, last_error from notification where alert_id = ${alarm.id} and channel = 'http'`
      expect(rows).toMatchObject([{ state: 'failed', last_error: reason }])
      expect((await ringer.people.states(alarm)).some((state) => / mail /.test(state))).toBe(true)
    },
  )

  test.each([
    ['is busy', (response) => json(response, 429, {}, { 'retry-after': '7' }), 7_000],
    ['has an error', (response) => json(response, 500, {}), 1_000],
    ['breaks off', (_, socket) => void socket.destroy(), 1_000],
  ] satisfies [string, Partner['behave'], number][])(
    '%s is tried again with the same name, after the pause',
    async (_, behave, pauseMs) => {
      await ringer.setUp('ntfy')
      ringer.provider.behave = behave
      const { alarm } = await raise(await ringer.nurse('ntfy'))
      ringer.provider.behave = accepts
      ringer.people.service.clock.advance(pauseMs - 500)
      await ringer.deliver()
      expect(await stateOf(alarm)).toEqual(['pending'])
      ringer.people.service.clock.advance(500)
      await ringer.deliver()
      expect(await stateOf(alarm)).toEqual(['sent'])
      expect(new Set(ringer.rings().map((ring) => ring.sequence_id)).size).toBe(1)
    },
  )
})

describe('REACH-01 the settings', () => {
  test('never show the token, and drop it with another address', async () => {
    await ringer.setUp('pushover')
    const admin = await ringer.people.service.user({ role: 'ADMIN', tenant: ringer.people.site })
    const { body } = await ringer.people.service.call(admin.token, 'ringer.get')
    expect(JSON.stringify(body)).not.toContain(TOKEN)
    expect(body.tokenLastFour).toBe(TOKEN.slice(-4))
    const draft = { isEnabled: true, preset: 'pushover', hourlyMost: 60, version: body.version } as const
    const moved = await ringer.people.service.call(admin.token, 'ringer.save', {
      body: { ...draft, url: 'https://push.example' },
    })
    expect(moved).toMatchObject({ status: 400, body: { fields: { token: 'ringer.token-required' } } })
  })

  test('refuse an address within the network of the service', async () => {
    const admin = await ringer.people.service.user({ role: 'ADMIN', tenant: ringer.people.site })
    const { version } = (await ringer.people.service.call(admin.token, 'ringer.get')).body
    for (const url of ['https://10.0.0.7', 'http://push.example', 'https://localhost', 'https://a:b@push.example']) {
      const body = { isEnabled: false, preset: 'ntfy', hourlyMost: 60, version, url } as const
      expect(await ringer.people.service.call(admin.token, 'ringer.save', { body })).toMatchObject({
        status: 400,
        body: { fields: { url: 'ringer.url-form' } },
      })
    }
  })

  test('take an address of the form of the provider, and none from a station', async () => {
    await ringer.setUp('voice')
    const nurse = await ringer.people.person()
    const wrong = await ringer.people.service.call(nurse.token, 'ringer.saveAddress', { body: { address: '119' } })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { address: 'ringer.address-voice' } } })
    const station = await ringer.people.service.user({ role: 'USER', type: 'SHARED', tenant: ringer.people.site })
    const body = { address: '+819012345678' }
    expect((await ringer.people.service.call(station.token, 'ringer.saveAddress', { body })).status).toBe(409)
  })
})

test('REACH-01 a test rings the own phone, and shows what the provider answered', async () => {
  await ringer.setUp('pushover')
  const nurse = await ringer.nurse('pushover')
  const test = () => ringer.people.service.call(nurse.token, 'ringer.test')
  expect((await test()).body).toEqual({ isAccepted: true, reason: null, httpStatus: 200, said: null })
  ringer.provider.behave = (response) => json(response, 400, { status: 0, errors: ['user identifier is invalid'] })
  expect((await test()).body).toEqual({
    isAccepted: false,
    reason: 'refused',
    httpStatus: 400,
    said: 'user identifier is invalid',
  })
})

test('REACH-01 the hourly check tells administrators once that phones cannot be rung', async () => {
  const { service, site } = ringer.people
  await ringer.setUp('voice')
  await ringer.nurse('voice')
  const check = () => drain(checkRingers(service.platform), service.database, service.clock.now())
  const mails = async () =>
    (
      await service.sql`select distinct template from mail_message where tenant_id = ${site.id} and template like 'ringer%'`
    )
      .map(({ template }) => template)
      .toSorted()
  ringer.provider.behave = HTML
  await check()
  expect(await mails()).toEqual(['ringer-failing'])
  service.clock.advance(60 * MINUTE_MS)
  ringer.provider.behave = accepts
  await check()
  expect(await mails()).toEqual(['ringer-back', 'ringer-failing'])
})
