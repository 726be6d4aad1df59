/** Webhooks as a receiver gets them: signatures, bodies, order, names, the log. REACH-56 to REACH-58. */
import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/postgres/sql.ts'
import { drain } from '#platform/work/jobs.ts'
import { json } from '#testing/servers/partner.ts'
import { insertAlert, insertResident } from '#testing/site.ts'
import { type Hooks, type Place, startHooks } from './testing.ts'
import { forgetWebhookLog } from './webhook.jobs.ts'

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

const FALL = { activity: 'A005', severity: 'critical' } as const
const iso = () => at.service.clock.now().toISOString()

describe('REACH-57 what a receiver gets', () => {
  test('REACH-57 an alert is sent once, signed, as the documented body, without a name', async () => {
    const { webhook, secret } = await at.target()
    await insertResident(at.service, at.camera, { name: '山田 ハナ' })
    const alert = await insertAlert(at.service, at.camera, FALL)
    await at.work()
    await at.work()

    expect(at.received(secret)).toEqual([
      {
        type: 'alert.raised',
        timestamp: iso(),
        data: {
          site: { id: at.site.id, name: 'Sakura no Sato' },
          unit: { id: at.camera.unitId, name: '2F' },
          room: '201',
          camera: { id: at.camera.id, name: '201-A', unitCode: null, resCode: null },
          alert: {
            ...{ id: alert.id, kind: 'A005', isPossible: false, kindName: null, severity: 'critical' },
            ...{ occurredAt: iso(), state: 'open', outcome: null },
          },
          link: expect.stringMatching(new RegExp(`^https?://.*/app/alerts/detail/${alert.id}$`)),
        },
      },
    ])
    const [delivery] = await at.log(webhook.id)
    expect(at.partner.requests[0]!.headers['webhook-id']).toBe(delivery!.id)
    expect(delivery).toMatchObject({ state: 'sent', attempts: 1, httpStatus: 200, location: '201', activity: 'A005' })
    const [row] = await at.service.sql`select body from webhook_delivery where id = ${delivery!.id}`
    expect(row!.body).toBeNull()
  })

  test('REACH-57 both secrets sign for a day after a rotation, and then the new one alone', async () => {
    const { webhook, secret } = await at.target()
    await at.service.prove()
    const admin = await at.admin()
    const rotated = await at.service.call(admin.token, 'webhook.rotate', { params: { id: webhook.id } })
    const next = rotated.body.secret
    const signs = async () => {
      await insertAlert(at.service, at.camera)
      await at.work()
      const { headers, body } = at.partner.requests.at(-1)!
      return [secret, next].map((key) => {
        try {
          at.verified(key, headers as Record<string, string>, body)
          return true
        } catch {
          return false
        }
      })
    }
    expect(await signs()).toEqual([true, true])
    at.service.clock.advance(DAY_MS)
    expect(await signs()).toEqual([false, true])
  })

  test('REACH-55 claim, arrival and end of an alarm follow in their order', async () => {
    const events = ['alert.raised', 'alarm.claimed', 'alarm.arrived', 'alarm.ended']
    const { secret } = await at.target({ events })
    const nurse = await at.service.user({ role: 'USER', tenant: at.site })
    const { id } = await insertAlert(at.service, at.camera, FALL)
    for (const body of [
      { action: 'claim' },
      { action: 'arrive' },
      { action: 'resolve', outcome: 'no-injury' },
    ] as const) {
      await at.service.call(nurse.token, 'alarm.answer', { params: { id }, body: { ...body, requestId: randomUUID() } })
    }
    await at.work()
    const sent = at.received(secret)
    expect(sent.map(({ type }) => type)).toEqual(events)
    expect(sent.at(-1)!.data.alert).toMatchObject({ id, state: 'resolved', outcome: 'no-injury' })
    expect(JSON.stringify(sent)).not.toContain('person')
  })

  test('REACH-55 an alarm that joins a call is raised before it is claimed', async () => {
    const { secret } = await at.target({ events: ['alert.raised', 'alarm.claimed'] })
    const nurse = await at.service.user({ role: 'USER', tenant: at.site })
    const { id } = await insertAlert(at.service, at.camera, FALL)
    const body = { action: 'claim', requestId: randomUUID() } as const
    await at.service.call(nurse.token, 'alarm.answer', { params: { id }, body })
    const joined = await insertAlert(at.service, at.camera, { activity: 'A006', severity: 'high' })
    await at.work()
    expect(at.received(secret).map(({ type, data }) => [type, data.alert.id])).toEqual([
      ['alert.raised', id],
      ['alarm.claimed', id],
      ['alert.raised', joined.id],
      ['alarm.claimed', joined.id],
    ])
  })

  test('REACH-55 a camera that goes away and comes back, and its coverage', async () => {
    const { secret } = await at.target({
      events: ['camera.offline', 'camera.online', 'coverage.lost', 'coverage.restored'],
    })
    const status = (text: string) =>
      at.service
        .sql`update camera set status = ${text}, is_active = true, last_status_at = ${iso()} where id = ${at.camera.id}`
    await status('Offline')
    await status('Online')
    await at.service.sql`insert into path_gap (tenant_id, camera_id, began_at, noticed_at)
      values (${at.site.id}, ${at.camera.id}, ${iso()}, ${iso()})`
    await at.service.sql`update path_gap set ended_at = ${iso()} where camera_id = ${at.camera.id}`
    await at.work()
    expect(at.received(secret).map(({ type, data }) => [type, data.room, data.alert])).toEqual([
      ['camera.offline', '201', null],
      ['camera.online', '201', null],
      ['coverage.lost', '201', null],
      ['coverage.restored', '201', null],
    ])
  })

  test('REACH-55 the alert’s transaction queues it under the role of a hub; a rollback leaves neither', async () => {
    await at.target()
    const insert = (isUndone: boolean) =>
      at.service.database.asTenant(
        { tenantId: at.site.id, tenantIds: [at.site.id], userId: null, unitIds: null },
        async (db) => {
          await db.run(sql`insert into alert (tenant_id, id, camera_id, activity, severity, occurred_at, created_at)
            values (${at.site.id}, uuidv7(), ${at.camera.id}, 'A001', 'low', ${at.service.clock.now()}, ${at.service.clock.now()})`)
          if (isUndone) throw new Error('undone')
        },
      )
    await expect(insert(true)).rejects.toThrow('undone')
    await insert(false)
    await at.work()
    expect(at.partner.requests).toHaveLength(1)
  })

  test('REACH-55 two instances send each alert once', async () => {
    const { secret } = await at.target({ minuteMost: 120 })
    await Promise.all(Array.from({ length: 7 }, () => insertAlert(at.service, at.camera)))
    await Promise.all([at.work(), at.work()])
    await at.work()
    expect(new Set(at.received(secret).map(({ data }) => data.alert.id)).size).toBe(7)
    expect(at.partner.requests).toHaveLength(7)
  })
})

describe('REACH-56 templates', () => {
  test.each(['teams', 'slack', 'mattermost'])(
    'REACH-56 %s gets kind, room and link, and nobody’s name',
    async (template) => {
      const { secret } = await at.target({ template })
      await insertResident(at.service, at.camera, { name: '山田 ハナ' })
      const alert = await insertAlert(at.service, at.camera, FALL)
      await at.work()
      const text = JSON.stringify(at.received(secret)[0])
      for (const part of ['転倒', '201', 'Sakura no Sato', `/app/alerts/detail/${alert.id}`])
        expect(text).toContain(part)
      expect(text).not.toContain('山田')
    },
  )

  test('REACH-56 with names, residents and staff are named; an erased resident is forgotten', async () => {
    const { webhook, secret } = await at.target({ withNames: true, events: ['alert.raised', 'alarm.claimed'] })
    const resident = await insertResident(at.service, at.camera, { name: '山田 ハナ' })
    at.partner.behave = (response) => json(response, 503, { said: '山田 ハナ' })
    const { id } = await insertAlert(at.service, at.camera, FALL)
    await at.work()
    expect(at.received(secret)[0]!.data).toMatchObject({
      person: null,
      residents: [expect.stringContaining('山田 ハナ')],
    })
    expect((await at.log(webhook.id))[0]!.answer).toContain('山田')

    await at.service.sql`delete from resident where id = ${resident}`
    expect((await at.log(webhook.id))[0]!.answer).toBeNull()
    at.partner.behave = (response) => json(response, 200, {})
    const nurse = await at.service.user({ role: 'USER', tenant: at.site })
    await at.service.call(nurse.token, 'alarm.answer', {
      params: { id },
      body: { action: 'claim', requestId: randomUUID() },
    })
    at.service.clock.advance(1_000)
    await at.work()
    const [again, claim] = at.received(secret).slice(1)
    expect(again!.data).toMatchObject({ person: null, residents: [] })
    expect(claim!.data.person).toContain('Test')
    const rows = await at.service.sql`select body, answer from webhook_delivery`
    expect(JSON.stringify(rows)).not.toContain('山田')
  })
})

test('REACH-56 what waits when names are switched off leaves without them', async () => {
  const { webhook, secret } = await at.target({ withNames: true })
  await insertResident(at.service, at.camera, { name: '山田 ハナ' })
  at.partner.behave = (response) => json(response, 503, {})
  await insertAlert(at.service, at.camera, FALL)
  await at.work()
  await at.service.prove()
  const { token } = await at.admin()
  const body = { withNames: false, version: 1 }
  await at.service.call(token, 'webhook.patch', { params: { id: webhook.id }, body })
  at.partner.behave = (response) => json(response, 200, {})
  at.service.clock.advance(1_000)
  await at.work()
  const names = at.received(secret).map(({ data }) => data.residents?.length)
  expect(names).toEqual([1, undefined])
})

describe('REACH-58 the log', () => {
  test('REACH-58 a delivery is sent again under its id, as its object is now, and a test is sent', async () => {
    const { webhook, secret } = await at.target()
    at.partner.behave = (response) => json(response, 422, { message: 'No such room' })
    await insertAlert(at.service, at.camera, FALL)
    await at.work()
    const [failed] = await at.log(webhook.id)
    expect(failed).toMatchObject({ state: 'failed', reason: 'rejected', answer: '{"message":"No such room"}' })

    at.partner.behave = (response) => json(response, 200, {})
    at.service.clock.advance(3 * DAY_MS)
    await at.service.sql`update camera set name = '201-B' where id = ${at.camera.id}`
    const admin = await at.admin()
    const params = { id: failed!.id }
    expect((await at.service.call(admin.token, 'webhook.again', { params })).body).toMatchObject({ state: 'waiting' })
    // Pressed twice, it waits once.
    await at.service.call(admin.token, 'webhook.again', { params })
    await at.work()
    await at.service.call(admin.token, 'webhook.test', { params: { id: webhook.id } })
    await at.work()
    const [first, second, third] = at.partner.requests
    expect(at.partner.requests).toHaveLength(3)
    expect([second!.headers['webhook-id'], third!.headers['webhook-id']]).toEqual([
      first!.headers['webhook-id'],
      expect.not.stringContaining(failed!.id),
    ])
    expect(at.received(secret).map(({ type, data }) => [type, data.camera?.name])).toEqual([
      ['alert.raised', '201-A'],
      ['alert.raised', '201-B'],
      ['test', undefined],
    ])
    const audit = await at.service.sql`select action from audit where object_id = ${webhook.id} order by at, id`
    expect(audit.map(({ action }) => action)).toEqual([
      'webhook.create',
      'webhook.again',
      'webhook.again',
      'webhook.test',
    ])
  })

  test('REACH-58 the answer is stored without secrets, 500 characters of it', async () => {
    const { webhook, secret } = await at.target({ url: `${at.partner.url}/T0123/secretpath-4711` })
    const said = `${secret} at ${at.partner.url}/T0123/secretpath-4711, Bearer abc.def-123 `
    at.partner.behave = (response) => response.writeHead(500).end(said + 'x'.repeat(60_000))
    await insertAlert(at.service, at.camera)
    await at.work()
    const answer = (await at.log(webhook.id))[0]!.answer!
    expect(answer).toHaveLength(500)
    for (const hidden of [secret, 'secretpath', 'abc.def']) expect(answer).not.toContain(hidden)
    const shown = JSON.stringify([await at.state(webhook.id), await at.service.sql`select * from webhook`])
    expect(shown).not.toContain('secretpath')
    expect(at.service.logLines.join()).not.toContain('secretpath')
  })

  test('REACH-58 it goes with its alert, after 30 days, and with its target', async () => {
    const { webhook } = await at.target()
    await insertAlert(at.service, at.camera)
    const { id } = await insertAlert(at.service, at.camera)
    await at.work()
    await at.service.sql`delete from alert where id = ${id}`
    expect(await at.log(webhook.id)).toHaveLength(1)
    const forget = () => drain(forgetWebhookLog, at.service.database, at.service.clock.now())
    at.service.clock.advance(30 * DAY_MS - HOUR_MS)
    await forget()
    expect(await at.log(webhook.id)).toHaveLength(1)
    at.service.clock.advance(2 * HOUR_MS)
    await forget()
    expect(await at.log(webhook.id)).toEqual([])

    await insertAlert(at.service, at.camera)
    await at.work()
    const { token } = await at.admin()
    await at.service.call(token, 'webhook.remove', { params: { id: webhook.id }, query: { version: 1 } })
    expect(await at.service.sql`select from webhook_delivery where webhook_id = ${webhook.id}`).toHaveLength(0)
  })
})
