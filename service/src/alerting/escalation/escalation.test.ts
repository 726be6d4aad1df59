import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { BY_DAY, NEVER, type Week, weekOf } from '@mimamori/contract/camera/week.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, type TestAlert } from '#testing/site.ts'
import { forgetEscalations } from './escalation.engine.ts'
import { createRule, firedOf, insertSite, ruleFields, type Site, watchBy } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
  service.app.escalation.start()
})
afterAll(() => service.stop())

/** Moves the clock in steps; after each, waits until the workers have processed what is due. */
async function pass(ms: number, stepMs = ms): Promise<void> {
  const { worker, rounds } = service.app.escalation
  for (let passed = 0; passed < ms; passed += stepMs) {
    service.clock.advance(stepMs)
    // A round locks its alert, and rules of locked alerts are left for the next look.
    for (const each of [worker, rounds, worker]) await each.idle()
  }
}
const fired = ({ id }: TestAlert) => firedOf(service, id)
async function watched(draft: Parameters<typeof createRule>[2] = {}, of: Parameters<typeof insertSite>[1] = {}) {
  const site = await insertSite(service, of)
  const rule = await createRule(service, site, draft)
  await watchBy(service, site, rule)
  return { site, rule }
}
async function edit(site: Site, id: string, draft: Parameters<typeof ruleFields>[1]) {
  const { body } = await service.call(site.admin.token, 'asset.get', { params: { id } })
  const changed = { ...ruleFields(site, draft), id, version: body.version }
  expect((await service.call(site.admin.token, 'asset.patch', { body: changed })).status).toBe(200)
}
const answer = (site: Site, alert: TestAlert, body: { hasRead?: true; archived?: boolean; verdict?: 'real' }) =>
  service.call(site.nurse.token, 'alert.patch', { params: { id: alert.id }, body })

describe('SET-05 a rule fires', () => {
  test('SET-05 a rule fires once when an alert is unseen for the threshold, and notifies consoles', async () => {
    const { site, rule } = await watched({ minutes: 5 })
    const events: LiveEvent[] = []
    service.platform.bus.subscribe([site.tenant.id], (event) => events.push(event))
    let rings = 0
    const unsubscribe = service.platform.wakeSignals.onSignal('notice', () => rings++)
    const alert = await insertAlert(service, site.camera)
    await pass(5 * MINUTE_MS - 1)
    expect(await fired(alert)).toEqual([])
    await pass(1)
    expect(await fired(alert)).toEqual([rule])
    expect(events).toEqual([{ type: 'alert-changed', alertIds: [alert.id], unitId: site.unitId }])
    expect(rings).toBe(1)
    await pass(3 * HOUR_MS, HOUR_MS)
    expect(await fired(alert)).toEqual([rule])
    unsubscribe()
  })

  test('SET-05 every rule of the camera or of the alert’s app fires, rules of other apps do not', async () => {
    const { site, rule: ofCamera } = await watched({ minutes: 5 })
    const [ofFall, ofMotion] = [
      await createRule(service, site, { minutes: 6 }),
      await createRule(service, site, { minutes: 7 }),
    ]
    for (const [appCode, id] of [
      ['A005', ofFall],
      ['A003', ofMotion],
    ] as const) {
      await service.call(site.admin.token, 'cameraApp.configure', {
        params: { cameraId: site.camera.id, appCode },
        body: { appCode, escalationIds: [id, ofCamera] },
      })
    }
    const fall = await insertAlert(service, site.camera, { activity: 'A005', severity: 'critical' })
    await pass(20 * MINUTE_MS, MINUTE_MS)
    expect(await fired(fall)).toEqual([ofCamera, ofFall])
  })

  test('SET-05 a rule waits for the first minute of its active hours, in the site’s time zone', async () => {
    // 06:00 in Tokyo is 21:00 UTC the day before; it is 10:00 there when the clock starts, so this begins at 20:00.
    const { site, rule } = await watched({ minutes: 5, hours: BY_DAY })
    const untilEvening = new Date('2026-11-21T11:00:00Z').getTime() - service.clock.now().getTime()
    await pass(untilEvening)
    const alert = await insertAlert(service, site.camera)
    await pass(10 * HOUR_MS - 1, 10 * HOUR_MS - 1)
    expect([service.clock.now().toISOString(), await fired(alert)]).toEqual(['2026-11-21T20:59:59.999Z', []])
    await pass(1)
    expect(await fired(alert)).toEqual([rule])
  })

  test('SET-05 a rule does not fire if its next active minute is over 24 hours after the alert', async () => {
    const oneDay: Week = { ...NEVER, wed: [{ startMinute: 0, endMinute: 1440 }] }
    const { site } = await watched({ minutes: 5, hours: oneDay })
    const alert = await insertAlert(service, site.camera)
    await pass(6 * 24 * HOUR_MS, 6 * HOUR_MS)
    expect(await fired(alert)).toEqual([])
  })

  test('SET-05 a rule with a threshold of 24 hours fires, but not a minute too late', async () => {
    const { site, rule } = await watched({ minutes: 1440 })
    const [inTime, late] = [await insertAlert(service, site.camera), await insertAlert(service, site.camera)]
    await service.sql`update alert set occurred_at = occurred_at - interval '2 minutes' where id = ${late.id}`
    await service.sql`update alert_escalation set ends_at = ends_at - interval '2 minutes' where alert_id = ${late.id}`
    await pass(24 * HOUR_MS)
    expect([await fired(inTime), await fired(late)]).toEqual([[rule], []])
  })

  test('NAV-11 rules fire at a site only while it has the PRO package', async () => {
    const { site, rule } = await watched({ minutes: 5 })
    await service.sql`update tenant set packages = '{VCARE}' where id = ${site.tenant.id}`
    const alert = await insertAlert(service, site.camera)
    await pass(10 * MINUTE_MS)
    expect(await fired(alert)).toEqual([])
    await service.sql`update tenant set packages = '{VCARE,PRO}' where id = ${site.tenant.id}`
    await pass(1_000)
    expect(await fired(alert)).toEqual([rule])
  })
})

describe('ALERT-06 an answer ends it', () => {
  test.each([
    ['seen', { hasRead: true }],
    ['archived', { archived: true }],
    ['judged', { verdict: 'real' }],
  ] as const)(
    'ALERT-06 an alert that was %s is not escalated, and nothing waits for it any more',
    async (_how, body) => {
      const { site } = await watched({ minutes: 5 })
      const alert = await insertAlert(service, site.camera)
      await pass(4 * MINUTE_MS)
      expect((await answer(site, alert, body)).status).toBe(200)
      expect(await service.sql`select from alert_escalation where alert_id = ${alert.id}`).toHaveLength(0)
      await pass(HOUR_MS)
      expect(await fired(alert)).toEqual([])
    },
  )

  test('ALERT-06 SUPER_ADMIN and DEMO_USER who open an alert do not end its escalation', async () => {
    const { site, rule } = await watched({ minutes: 5 })
    const alert = await insertAlert(service, site.camera)
    const operator = await service.user({ role: 'SUPER_ADMIN', tenant: site.tenant })
    const body = { hasRead: true } as const
    await service.call(operator.token, 'alert.patch', { params: { id: alert.id }, body })
    const guest = await service.user({ role: 'DEMO_USER', tenant: site.tenant })
    expect((await service.refused(guest.token, 'alert.patch', { params: { id: alert.id }, body })).status).toBe(403)
    await pass(5 * MINUTE_MS)
    expect(await fired(alert)).toEqual([rule])
  })

  test('ALERT-06 an alert that is opened at the moment it is due is not escalated afterwards', async () => {
    const { site } = await watched({ minutes: 5 })
    const alert = await insertAlert(service, site.camera)
    await service.sql.begin(async (sql) => {
      await sql`select from alert where id = ${alert.id} for update`
      await pass(5 * MINUTE_MS)
      await sql`update alert set first_seen_at = now(), first_seen_name = 'Nurse' where id = ${alert.id}`
    })
    await pass(MINUTE_MS, 10_000)
    expect(await fired(alert)).toEqual([])
  })

  test('ALERT-06 an alert taken out of the archive waits again, and escalates when it is due', async () => {
    const { site, rule } = await watched({ minutes: 5 })
    const alert = await insertAlert(service, site.camera)
    await answer(site, alert, { archived: true })
    await pass(10 * MINUTE_MS)
    await answer(site, alert, { archived: false })
    await pass(1_000)
    expect(await fired(alert)).toEqual([rule])
  })

  test('a deleted alert does not escalate; one restored in time does', async () => {
    const { site, rule } = await watched({ minutes: 5 })
    const alert = await insertAlert(service, site.camera)
    await service.sql`update alert set deleted_at = ${service.clock.now().toISOString()} where id = ${alert.id}`
    await pass(6 * MINUTE_MS)
    expect(await fired(alert)).toEqual([])
    await service.sql`update alert set deleted_at = null where id = ${alert.id}`
    await pass(1_000)
    expect(await fired(alert)).toEqual([rule])
  })
})

describe('SET-02 waiting alerts follow changed rules', () => {
  test('SET-02 a shorter threshold fires overdue alerts at once, a longer one delays them', async () => {
    const { site, rule } = await watched({ minutes: 60 })
    const alert = await insertAlert(service, site.camera)
    await pass(10 * MINUTE_MS)
    await edit(site, rule, { minutes: 20 })
    await pass(9 * MINUTE_MS)
    expect(await fired(alert)).toEqual([])
    await edit(site, rule, { minutes: 5 })
    await service.app.escalation.worker.idle()
    expect(await fired(alert)).toEqual([rule])
  })

  test('SET-02 changed hours apply at once, also to alerts that were given up', async () => {
    const { site, rule } = await watched({ minutes: 5, hours: NEVER })
    const alert = await insertAlert(service, site.camera)
    await pass(HOUR_MS)
    await edit(site, rule, { minutes: 5, hours: weekOf([{ startMinute: 0, endMinute: 1440 }]) })
    await service.app.escalation.worker.idle()
    expect(await fired(alert)).toEqual([rule])
  })

  test('SET-02 open alerts of a camera follow the rules added to it or removed from it', async () => {
    const { site, rule } = await watched({ minutes: 30 })
    const other = await createRule(service, site, { minutes: 10 })
    const alert = await insertAlert(service, site.camera)
    await pass(12 * MINUTE_MS)
    await watchBy(service, site, other)
    await service.app.escalation.worker.idle()
    expect(await fired(alert)).toEqual([other])
    await pass(HOUR_MS)
    expect(await fired(alert)).toEqual([other])
    await watchBy(service, site, rule, other)
    await pass(1_000)
    expect(await fired(alert)).toEqual([other, rule])
  })

  test('SET-03 a rule deleted while alerts wait does not fire; its fired steps stay in the timeline', async () => {
    const { site, rule } = await watched({ minutes: 5 })
    const before = await insertAlert(service, site.camera)
    await pass(5 * MINUTE_MS)
    const alert = await insertAlert(service, site.camera)
    await service.call(site.admin.token, 'asset.remove', { params: { id: rule } })
    await pass(HOUR_MS)
    const rows = await service.sql`select alert_id, escalation_name like 'Rule %' as named from alert_escalation
      where alert_id in ${service.sql([before.id, alert.id])}`
    expect(rows.map((row) => ({ ...row }))).toEqual([{ alert_id: before.id, named: true }])
  })

  test('SET-02 a rule whose recipients are all disabled fires and logs that nobody was notified', async () => {
    const { site, rule } = await watched({ minutes: 5 })
    await service.sql`update app_user set disabled_at = now() where id = ${site.nurse.id}`
    const alert = await insertAlert(service, site.camera)
    await pass(5 * MINUTE_MS)
    expect(await fired(alert)).toEqual([rule])
    expect(service.logLines.filter((line) => line.includes('nobody to tell') && line.includes(rule))).toHaveLength(1)
  })

  test('SET-02 recipients are resolved when a rule fires, including users bound to its units', async () => {
    const site = await insertSite(service)
    const bound = await service.user({ role: 'USER', tenant: site.tenant, unitIds: [site.unitId] })
    const rule = await createRule(service, site, { minutes: 5, userIds: [], unitIds: [site.unitId] })
    await watchBy(service, site, rule)
    await insertAlert(service, site.camera)
    await pass(5 * MINUTE_MS)
    const unheard = () => service.logLines.filter((line) => line.includes('nobody to tell') && line.includes(rule))
    expect(unheard()).toHaveLength(0)
    await service.sql`delete from app_user where id = ${bound.id}`
    await insertAlert(service, site.camera)
    await pass(5 * MINUTE_MS)
    expect(unheard()).toHaveLength(1)
  })
})

test('SET-05 an alert of a hub waits for the rules of the hub’s cameras in that unit', async () => {
  const { site, rule } = await watched({ minutes: 5 })
  const now = service.clock.now().toISOString()
  const [row] = await service.sql<{ id: string }[]>`
    insert into alert (tenant_id, id, unit_id, activity, severity, occurred_at, created_at, agent_id, agent_name,
      dark_cameras)
    select tenant_id, uuidv7(), unit_id, 'hub-offline', 'high', ${now}, ${now}, agent_id, 'Hub', 1
    from camera where id = ${site.camera.id} returning id`
  await pass(5 * MINUTE_MS)
  expect(await firedOf(service, row!.id)).toEqual([rule])
})

test('an alert that a hub delivers a day late is not escalated', async () => {
  const { site } = await watched({ minutes: 5 })
  const createdAt = service.clock.now()
  const occurredAt = new Date(createdAt.getTime() - 24 * HOUR_MS).toISOString()
  const alert = await insertAlert(service, site.camera, { occurredAt, createdAt: createdAt.toISOString() })
  await pass(HOUR_MS)
  expect(await fired(alert)).toEqual([])
})

test('alerts that were given up are deleted after a week, fired steps stay', async () => {
  const { site, rule } = await watched({ minutes: 5 })
  const alert = await insertAlert(service, site.camera)
  await pass(5 * MINUTE_MS)
  const given = await createRule(service, site, { minutes: 5, hours: NEVER })
  await watchBy(service, site, rule, given)
  await pass(8 * 24 * HOUR_MS)
  await drain(forgetEscalations, service.database, service.clock.now())
  const rows = await service.sql`select escalation_id from alert_escalation where alert_id = ${alert.id}`
  expect(rows.map(({ escalation_id }) => escalation_id)).toEqual([rule])
})
