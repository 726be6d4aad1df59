// LINE WORKS as a provider: a partner that checks the signature of the service account, as its documents describe.
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { json, type Partner } from '#testing/servers/partner.ts'
import { insertAlert } from '#testing/site.ts'
import { LINE_WORKS, LINE_WORKS_KEYS, startRinger, type TestRinger } from './testing.ts'

let ringer: TestRinger
beforeAll(async () => {
  ringer = await startRinger()
})
afterAll(() => ringer.stop())
beforeEach(async () => {
  await ringer.setUp('lineworks')
  // A token of the test before counts no more.
  ringer.people.service.clock.advance(HOUR_MS)
})

const last = () => ringer.provider.requests.at(-1)!
const paths = () => ringer.provider.requests.map(({ path }) => path)

/** Gives a token for an hour to a caller that signs with the key of the service account. */
function lineWorks(message: Partner['behave'] = (response) => void response.writeHead(201).end()): Partner['behave'] {
  return (response, socket) => {
    if (last().path !== '/oauth2/v2.0/token') return message(response, socket)
    const form = new URLSearchParams(last().body)
    const now = ringer.people.service.clock.now()
    jwtVerify(form.get('assertion')!, LINE_WORKS_KEYS.publicKey, {
      issuer: LINE_WORKS.clientId,
      subject: LINE_WORKS.serviceAccount,
      currentDate: now,
    }).then(
      () => json(response, 200, { access_token: `kr-${now.getTime()}`, expires_in: '3600', token_type: 'Bearer' }),
      () => json(response, 401, { message: 'invalid assertion' }),
    )
  }
}

async function raise() {
  const nurse = await ringer.nurse('lineworks')
  const camera = await ringer.people.camera({ userIds: [nurse.id] })
  const alarm = await insertAlert(ringer.people.service, camera, { activity: 'A005', severity: 'critical' })
  await ringer.deliver()
  return alarm
}
const stateOf = async (alarm: { id: string }) =>
  (await ringer.people.states(alarm)).filter((state) => / http /.test(state)).map((state) => state.split(' ').at(-1))

describe('REACH-05 a message of the bot', () => {
  test('goes to the person with a button that opens the link, after signing in once for an hour', async () => {
    ringer.provider.behave = lineWorks()
    const alarm = await raise()
    expect(paths()).toEqual(['/oauth2/v2.0/token', '/bots/2000001/users/hanako%40sakura/messages'])
    const form = new URLSearchParams(ringer.provider.requests[0]!.body)
    expect([form.get('scope'), form.get('client_secret')]).toEqual(['bot', LINE_WORKS.clientSecret])
    const { content } = JSON.parse(last().body)
    expect(content).toMatchObject({ type: 'button_template', actions: [{ type: 'uri', label: '向かいます' }] })
    expect(content.contentText).toMatch(/^転倒 · Room \d+/)
    expect(content.actions[0].uri).toMatch(/\/auth\/claim#[\w.-]+$/)
    expect(await stateOf(alarm)).toEqual(['sent'])
    await raise()
    expect(paths().filter((path) => path === '/oauth2/v2.0/token')).toHaveLength(1)
  })

  test('is sent once more with a new token where the provider ended the old one early', async () => {
    ringer.provider.behave = lineWorks()
    await raise()
    let refused = 0
    ringer.provider.behave = lineWorks((response) => {
      if (refused++ === 0) json(response, 401, { code: 'UNAUTHORIZED', description: 'expired' })
      else response.writeHead(201).end()
    })
    const alarm = await raise()
    expect(await stateOf(alarm)).toEqual(['sent'])
    expect(paths().slice(-3)).toEqual([
      ...['/bots/2000001/users/hanako%40sakura/messages', '/oauth2/v2.0/token'],
      '/bots/2000001/users/hanako%40sakura/messages',
    ])
  })

  test('waits as long as a busy provider asks', async () => {
    ringer.provider.behave = lineWorks((response) => json(response, 429, {}, { 'retry-after': '7' }))
    const alarm = await raise()
    expect(await stateOf(alarm)).toEqual(['pending'])
    ringer.provider.behave = lineWorks()
    ringer.people.service.clock.advance(7_000)
    await ringer.deliver()
    expect(await stateOf(alarm)).toEqual(['sent'])
  })

  test('goes on the next channel where the service account is refused', async () => {
    ringer.provider.behave = (response) => json(response, 401, { error: 'invalid_client' })
    const alarm = await raise()
    expect(await stateOf(alarm)).toEqual(['failed'])
    expect((await ringer.people.states(alarm)).some((state) => / mail /.test(state))).toBe(true)
  })
})

test('REACH-05 an access that cannot sign is refused, and only the end of its client id is ever shown', async () => {
  const { service, site } = ringer.people
  const admin = await service.user({ role: 'ADMIN', tenant: site })
  const { body: shown } = await service.call(admin.token, 'ringer.get')
  expect(shown.tokenLastFour).toBe(LINE_WORKS.clientId.slice(-4))
  const draft = {
    isEnabled: true,
    preset: 'lineworks',
    url: shown.url,
    hourlyMost: 60,
    version: shown.version,
  } as const
  for (const wrong of [
    'no-json',
    JSON.stringify({ ...LINE_WORKS, privateKey: 'no key' }),
    JSON.stringify({ botId: '1' }),
  ]) {
    const saved = await service.call(admin.token, 'ringer.save', { body: { ...draft, token: wrong } })
    expect(saved).toMatchObject({ status: 400, body: { fields: { token: 'ringer.access-form' } } })
  }
})
