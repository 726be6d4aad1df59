/** Which events reach which target, of which organization or site, and that no circle of programs rings a home. REACH-55. */
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { json } from '#testing/servers/partner.ts'
import { insertAccount, insertAlert, insertCamera, insertKind, insertUnit } from '#testing/site.ts'
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

const received = (secret: string) => at.received(secret).map(({ data }) => data.alert.id)

describe('REACH-55 the filter', () => {
  test('REACH-55 each part of the filter decides alone', async () => {
    const parts = [
      { events: ['alarm.claimed'] },
      { severities: ['critical', 'high'] },
      { kinds: ['A003'] },
      { kinds: [] },
      { hasSignals: true },
    ]
    const made = await Promise.all(parts.map((part) => at.target(part)))
    await insertAlert(at.service, at.camera, { activity: 'A003', severity: 'low' })
    await insertAlert(at.service, at.camera, { activity: 'A005', severity: 'critical' })
    await insertAlert(at.service, at.camera, { activity: 'site-signal', kindName: 'マット', severity: 'low' })
    await at.work()
    const counts = await Promise.all(made.map(async ({ webhook }) => (await at.log(webhook.id)).length))
    expect(counts).toEqual([0, 1, 1, 2, 3])
  })

  test('REACH-55 units narrow alerts and cameras; those of another site are refused', async () => {
    const other = await insertUnit(at.service, at.site, '3F')
    const elsewhere = await insertUnit(at.service, await at.service.tenant(), '2F')
    expect((await at.refused({ unitIds: [elsewhere] })).body.fields).toEqual({ unitIds: 'invalid' })
    const { secret, webhook } = await at.target({ unitIds: [other] })
    expect(webhook.units).toEqual([{ id: other, name: '3F' }])
    await insertAlert(at.service, at.camera)
    const camera = await insertCamera(at.service, at.site, { name: '301-A', unitId: other })
    const { id } = await insertAlert(at.service, camera)
    await at.work()
    expect(received(secret)).toEqual([id])
  })

  test('CAM-02 only marked cameras have their codes in the body, and a target may ask for these alone', async () => {
    const { secret } = await at.target({ isMarkedOnly: true })
    await insertAlert(at.service, at.camera)
    await at.work()
    expect(at.partner.requests).toEqual([])
    await at.service
      .sql`update camera set is_external_alert_on = true, unit_code = '2F', res_code = 'R-1' where id = ${at.camera.id}`
    await insertAlert(at.service, at.camera)
    await at.work()
    expect(at.received(secret)[0]!.data.camera).toMatchObject({ unitCode: '2F', resCode: 'R-1' })
  })

  test('REACH-55 nothing is sent while it is switched off', async () => {
    const { webhook } = await at.target({ isEnabled: false })
    await insertAlert(at.service, at.camera)
    await at.work()
    expect([at.partner.requests, await at.log(webhook.id)]).toEqual([[], []])
    const { token } = await at.admin()
    const { body } = await at.service.refused(token, 'webhook.test', { params: { id: webhook.id } })
    expect(body.key).toBe('webhook-off')
  })

  test('REACH-55 what happened a day ago, and what a care visit pauses, is not sent', async () => {
    await at.target()
    const occurredAt = new Date(at.service.clock.now().getTime() - 24 * HOUR_MS).toISOString()
    await insertAlert(at.service, at.camera, { occurredAt, createdAt: at.service.clock.now().toISOString() })
    await insertAlert(at.service, at.camera, { activity: 'look-in' })
    await at.work()
    expect(at.partner.requests).toEqual([])
  })
})

describe('REACH-55 of an organization', () => {
  test('REACH-55 it gets the events of all of its sites, without names, and no other’s', async () => {
    const organiser = await at.service.user({ role: 'ORG_ADMIN', tenant: at.organisation })
    const sibling = await at.service.tenant({ parent: at.organisation, name: 'Kaede' })
    const foreign = await at.service.tenant()
    const refused = await at.refused({ withNames: true }, organiser)
    expect(refused.body.fields).toEqual({ withNames: 'webhook.names-of-site' })
    const { webhook, secret } = await at.target({}, organiser)
    for (const tenant of [sibling, foreign]) {
      await insertAlert(at.service, await insertCamera(at.service, tenant, { name: 'A' }))
    }
    await insertAlert(at.service, at.camera)
    await at.work()
    expect(at.received(secret).map(({ data }) => data.site.name)).toEqual(['Kaede', 'Sakura no Sato'])
    expect((await at.log(webhook.id, organiser)).map(({ siteName }) => siteName).toSorted()).toEqual([
      'Kaede',
      'Sakura no Sato',
    ])
    // The site's own administrator neither sees nor changes it.
    expect(await at.state(webhook.id)).toBeUndefined()
    const { token } = await at.admin()
    const { body } = await at.service.refused(token, 'webhook.deliveries', { params: { id: webhook.id } })
    expect(body.key).toBe('not-found')
  })

  test('REACH-55 an event is written only where a webhook of site or organization is switched on', async () => {
    const events = async () => {
      await insertAlert(at.service, at.camera)
      await at.service.refused(token, 'signal.raise', { body: { kind: 'Mat', room: '201' } })
      await at.service.sql`update camera set status = 'Offline' where id = ${at.camera.id}`
      await at.service.sql`update camera set status = 'Online' where id = ${at.camera.id}`
      const rows = await at.service.sql<{ event: string }[]>`
        with gone as (delete from webhook_event returning *) select event from gone order by id`
      return rows.map(({ event }) => event)
    }
    await insertKind(at.service, at.site, 'Mat', 'high')
    const { token } = await insertAccount(at.service, at.site, { scopes: ['events'] })
    expect(await events()).toEqual([])
    const organiser = await at.service.user({ role: 'ORG_ADMIN', tenant: at.organisation })
    const { webhook } = await at.target({}, organiser)
    const all = await events()
    expect(all.filter((event) => event === 'alert.raised')).toHaveLength(2)
    expect(all).toContain('camera.online')
    await at.service.sql`update webhook set is_enabled = false where id = ${webhook.id}`
    await at.target({}, await at.service.user({ role: 'ADMIN', tenant: await at.service.tenant() }))
    expect(await events()).toEqual([])
  })
})

describe('REACH-55 a circle', () => {
  /** A program that raises a signal for each webhook that it gets. */
  async function circle() {
    await insertKind(at.service, at.site, 'Echo', 'high')
    const { token } = await insertAccount(at.service, at.site, { scopes: ['events'] })
    const raise = () => at.service.refused(token, 'signal.raise', { body: { kind: 'Echo', room: '201' } })
    at.partner.behave = (response) => void raise().then(() => json(response, 200, {}))
    return raise
  }

  test('REACH-55 signals are not sent unless a target asks for them', async () => {
    const raise = await circle()
    await at.target()
    await raise()
    await at.work()
    expect(at.partner.requests).toEqual([])
  })

  test('REACH-55 a target that answers signals with signals is stopped, and the log says why', async () => {
    const raise = await circle()
    const { webhook } = await at.target({ hasSignals: true })
    await raise()
    for (let round = 0; round < 10; round++) await at.work()
    expect(at.partner.requests).toHaveLength(3)
    expect((await at.log(webhook.id)).map(({ reason }) => reason)).toEqual(['loop', null, null, null])
    const [raised] = await at.service.sql`select count(*)::int as count from alert where tenant_id = ${at.site.id}`
    expect(raised!.count).toBe(4)
    at.service.clock.advance(MINUTE_MS)
    await at.work()
    expect(at.partner.requests).toHaveLength(3)
  })
})
