import { createHmac } from 'node:crypto'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json } from '#testing/servers/partner.ts'
import { insertAlert } from '#testing/site.ts'
import { startRinger, type TestRinger, TOKEN } from './testing.ts'

let ringer: TestRinger
beforeAll(async () => {
  ringer = await startRinger()
})
afterAll(() => ringer.stop())

type User = { id: string; token: string; email: string }

/** A fall that rang these people; the token of each one's link, in their order. */
async function ring(nurses: readonly User[], draft: Parameters<typeof insertAlert>[2] = {}) {
  const camera = await ringer.people.camera({ userIds: nurses.map(({ id }) => id) })
  const alarm = await insertAlert(ringer.people.service, camera, { activity: 'A005', severity: 'critical', ...draft })
  await ringer.deliver()
  const rows = await ringer.people.service
    .sql`select m.user_id, m.id from ring_message m join notification n on n.id = m.id where n.alert_id = ${alarm.id}`
  const sent = ringer.rings().map((one) => String(one.click ?? one.callId).replace(/.*#/, ''))
  const tokens = nurses.map(({ id }) => sent.find((one) => one.includes(rows.find((row) => row.user_id === id)!.id))!)
  return { alarm, camera, tokens, token: tokens[0]! }
}

const read = (token: string) => ringer.people.service.call('', 'ringClaim.read', { body: { token } })
const press = (token: string) => ringer.people.service.call('', 'ringClaim.claim', { body: { token } })

async function claimerOf({ id }: { id: string }) {
  const [row] = await ringer.people.service.sql`select claimer_id from alert where id = ${id}`
  return row!.claimer_id as string | null
}

describe('REACH-02 the link of a message', () => {
  test('shows room and kind, and claims by its button alone', async () => {
    await ringer.setUp('ntfy')
    const nurse = await ringer.nurse('ntfy')
    const { alarm, token } = await ring([nurse])
    expect((await read(token)).body).toMatchObject({ title: expect.stringMatching(/^転倒 · Room \d+$/), state: 'open' })
    expect(await claimerOf(alarm)).toBeNull()
    expect((await press(token)).body).toMatchObject({ state: 'yours' })
    expect(await claimerOf(alarm)).toBe(nurse.id)
    const [audit] = await ringer.people.service.sql`
      select actor_user_id, details from audit where object_id = ${alarm.id} and action = 'alarm.claim'`
    expect(audit).toMatchObject({ actor_user_id: nurse.id, details: { source: 'link' } })
  })

  test('claims once: pressed again it says so, also after the claim was given back', async () => {
    await ringer.setUp('ntfy')
    const nurse = await ringer.nurse('ntfy')
    const { alarm, token } = await ring([nurse])
    await Promise.all([press(token), press(token)])
    expect((await press(token)).body).toMatchObject({ state: 'yours' })
    const body = { action: 'give-back', requestId: crypto.randomUUID() } as const
    await ringer.people.service.call(nurse.token, 'alarm.answer', { params: { id: alarm.id }, body })
    expect((await press(token)).body).toMatchObject({ state: 'used' })
    expect(await claimerOf(alarm)).toBeNull()
    const steps = await ringer.people.service
      .sql`select source from alert_step where alert_id = ${alarm.id} and kind = 'claimed'`
    expect(steps).toEqual([{ source: 'link' }])
  })

  test('has one winner of two people who press at once', async () => {
    await ringer.setUp('ntfy')
    const nurses = [await ringer.nurse('ntfy'), await ringer.nurse('ntfy')]
    const { alarm, tokens } = await ring(nurses)
    const states = await Promise.all(tokens.map(async (token) => (await press(token)).body.state))
    expect(states.toSorted()).toEqual(['others', 'yours'])
    expect(await claimerOf(alarm)).toBe(nurses[states.indexOf('yours')]!.id)
  })

  test('ends after half an hour', async () => {
    await ringer.setUp('ntfy')
    const { alarm, token } = await ring([await ringer.nurse('ntfy')])
    ringer.people.service.clock.advance(30 * MINUTE_MS)
    expect([(await read(token)).status, (await press(token)).status]).toEqual([410, 410])
    expect(await claimerOf(alarm)).toBeNull()
  })

  test('claims nothing for a person who may not answer any more, nor from a network that is closed', async () => {
    await ringer.setUp('ntfy')
    const { sql } = ringer.people.service
    const [disabled, viewer, away] = [
      await ringer.nurse('ntfy'),
      await ringer.nurse('ntfy'),
      await ringer.nurse('ntfy'),
    ]
    const { alarm, tokens } = await ring([disabled, viewer, away])
    await sql`update app_user set disabled_at = now() where id = ${disabled.id}`
    await sql`update app_user set role = 'ANNOTATOR' where id = ${viewer.id}`
    expect([(await press(tokens[0]!)).status, (await press(tokens[1]!)).status]).toEqual([410, 410])
    await sql`update tenant set allowed_ranges = '{203.0.113.0/24}' where id = ${ringer.people.site.id}`
    expect((await press(tokens[2]!)).status).toBe(403)
    await sql`update tenant set allowed_ranges = '{}' where id = ${ringer.people.site.id}`
    expect(await claimerOf(alarm)).toBeNull()
  })

  test('of one site names nothing of another, and a forged one nothing at all', async () => {
    await ringer.setUp('ntfy')
    const { token } = await ring([await ringer.nurse('ntfy')])
    const { service } = ringer.people
    const other = await service.tenant()
    const [tenantId, id, signature] = token.split('.')
    for (const wrong of [`${other.id}.${id}.${signature}`, `${tenantId}.${id}.${'A'.repeat(43)}`, 'x', `${token}A`]) {
      expect((await press(wrong)).status).toBe(410)
    }
  })
})

/** A report of the voice service on a call. */
function report(
  callId: string,
  more: { event?: 'answered' | 'key' | 'failed'; key?: string; token?: string; agoMs?: number } = {},
) {
  const { event = 'key', key = event === 'key' ? '1' : undefined, token = TOKEN, agoMs = 0 } = more
  const at = ringer.people.service.clock.now().getTime() - agoMs
  const signature = createHmac('sha256', token)
    .update(`${callId}.${event}.${key ?? ''}.${at}`)
    .digest('hex')
  const body = { callId, event, at, signature, ...(key !== undefined && { key }) }
  return () => ringer.people.service.call('', 'ringClaim.callBack', { body })
}

describe('REACH-02 a call', () => {
  test('claims by key 1 as the called person, once', async () => {
    await ringer.setUp('voice')
    const nurse = await ringer.nurse('voice')
    const { alarm, token } = await ring([nurse])
    expect(ringer.rings()[0]).toMatchObject({ action: 'call', to: '+819012345678', key: '1' })
    const pressed = report(token)
    expect((await pressed()).body).toEqual({ isClaimed: true })
    expect(await claimerOf(alarm)).toBe(nurse.id)
    expect((await pressed()).status).toBe(410)
  })

  test('claims nothing by another key, another signature, or a report of ten minutes ago', async () => {
    await ringer.setUp('voice')
    const { alarm, token } = await ring([await ringer.nurse('voice')])
    expect((await report(token, { agoMs: 10 * MINUTE_MS })()).status).toBe(410)
    expect((await report(token, { token: 'another token of 16' })()).status).toBe(410)
    expect((await report(token, { key: '2' })()).body).toEqual({ isClaimed: false })
    expect(await claimerOf(alarm)).toBeNull()
  })

  test('that failed is followed by an e-mail at once', async () => {
    await ringer.setUp('voice')
    const { alarm, token } = await ring([await ringer.nurse('voice')])
    await report(token, { event: 'failed' })()
    await ringer.deliver()
    const states = (await ringer.people.states(alarm)).map((state) => state.split(' ')[2])
    expect(states).toEqual(['http', 'mail'])
  })

  test('may be answered before the provider has answered the request', async () => {
    await ringer.setUp('voice')
    const nurse = await ringer.nurse('voice')
    let pressed: Promise<unknown> | null = null
    ringer.provider.behave = (response) => {
      const { action, callId } = JSON.parse(ringer.provider.requests.at(-1)!.body) as Record<string, string>
      if (action === 'call') pressed = report(callId!)()
      void Promise.resolve(pressed).then(() => json(response, 200, { id: 'c1' }))
    }
    const { alarm } = await ring([nurse])
    expect(await claimerOf(alarm)).toBe(nurse.id)
    await ringer.deliver()
    expect(JSON.parse(ringer.provider.requests.at(-1)!.body)).toMatchObject({ action: 'cancel' })
  })
})
