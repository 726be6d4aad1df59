import { randomUUID } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answers, type TestBrowser } from '#platform/messaging/testing-push.ts'
import { drain } from '#platform/work/jobs.ts'
import { insertAlert, insertShift, insertUnit, type TestAlert, type TestCamera } from '#testing/site.ts'
import { reopen } from '../alarm/alarm.reopening.ts'
import { startPeople, type TestPeople } from '../notification/testing.ts'
import { forgetEscalations } from './escalation.engine.ts'
import { workOff } from './testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
  people.service.app.escalation.start()
})
afterAll(() => people.stop())
/** Alarms of other tests are not repeated in the next one. */
afterEach(() => people.service.sql`delete from alarm_chain`)

async function settle(): Promise<void> {
  const { worker, rounds } = people.service.app.escalation
  await workOff(people.work, [rounds, worker])
}
async function pass(ms: number, stepMs = ms): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    people.service.clock.advance(stepMs)
    await settle()
  }
}
const raise = (camera: TestCamera) =>
  insertAlert(people.service, camera, { activity: 'A005', severity: 'critical' }).then(async (alert) => {
    await settle()
    return alert
  })

/** Messages about alarms, without those that withdraw one. */
const heardBy = ({ browser }: { browser: TestBrowser }) =>
  browser.received.filter(({ message }) => !message.withdraws).length

/** A site with a nurse who subscribes, somebody on duty, somebody bound to the unit, and an administrator. */
async function site() {
  const { service } = people
  const tenant = await service.tenant({ name: 'Ume no Sato', packages: ['VCARE', 'PRO'] })
  const unitId = await insertUnit(service, tenant)
  const person = (draft: Parameters<TestPeople['person']>[0]) => people.person({ tenant, ...draft })
  const [nurse, onDuty] = [await person({ unitIds: [unitId] }), await person({})]
  const [bound, admin] = [await person({ unitIds: [unitId] }), await person({ role: 'ADMIN' })]
  const shift = await insertShift(service, tenant, 0, 1439)
  await service.sql`insert into user_shift (tenant_id, user_id, shift_id) values (${tenant.id}, ${onDuty.id}, ${shift})`
  const camera = await people.camera({ userIds: [nurse.id] }, { unitId }, tenant)
  const heard = () => ({ nurse: heardBy(nurse), onDuty: heardBy(onDuty), bound: heardBy(bound), admin: heardBy(admin) })
  return { tenant, unitId, camera, nurse, onDuty, bound, admin, heard }
}
type Site = Awaited<ReturnType<typeof site>>

async function rule({ tenant, camera }: Site, minutes: number, recipient: { id: string }) {
  const [row] = await people.service.sql`
    insert into escalation (tenant_id, name, threshold_minutes) values (${tenant.id}, ${randomUUID()}, ${minutes}) returning id`
  await people.service.sql`
    insert into escalation_user (tenant_id, escalation_id, user_id) values (${tenant.id}, ${row!.id}, ${recipient.id})`
  await people.service
    .sql`update camera set escalation_ids = escalation_ids || ${row!.id}::uuid where id = ${camera.id}`
}
async function stepsOf(user: { token: string }, { id }: TestAlert) {
  const { body } = await people.service.call(user.token, 'alert.get', { params: { id } })
  return body.steps.filter(({ kind }) => kind === 'repeated').map(({ round, recipients }) => [round, recipients])
}
const refuse = (...browsers: TestBrowser[]) => {
  for (const browser of browsers) browser.behave = answers(410)
}
const last = ({ received }: TestBrowser) => received.at(-1)!.message

describe('NIGHT-04 nobody answers', () => {
  test('NIGHT-04 an unanswered alarm calls those on duty, then the unit, then administrators', async () => {
    const all = await site()
    const { version } = (await people.service.call(all.admin.token, 'alarmSettings.get')).body
    const body = { alarmSeverities: ['critical' as const], arrivalLimitSeconds: 180, repeatMinutes: 4, version }
    await people.service.call(all.admin.token, 'alarmSettings.save', { body })
    const alert = await raise(all.camera)
    expect(all.heard()).toEqual({ nurse: 1, onDuty: 0, bound: 0, admin: 0 })
    await pass(4 * MINUTE_MS - 1)
    expect(all.heard()).toEqual({ nurse: 1, onDuty: 0, bound: 0, admin: 0 })
    await pass(1)
    expect(all.heard()).toEqual({ nurse: 1, onDuty: 1, bound: 0, admin: 0 })
    expect(last(all.onDuty.browser)).toMatchObject({
      tag: `unanswered:${alert.id}`,
      title: 'まだ対応がありません：転倒 · Room 203',
    })
    await pass(4 * MINUTE_MS)
    expect(all.heard()).toEqual({ nurse: 2, onDuty: 1, bound: 1, admin: 0 })
    await pass(8 * MINUTE_MS, 4 * MINUTE_MS)
    expect(all.heard()).toEqual({ nurse: 2, onDuty: 1, bound: 1, admin: 2 })
    expect(await stepsOf(all.admin, alert)).toEqual([
      [1, ['Test USER']],
      [2, ['Test USER', 'Test USER']],
      [3, ['Test ADMIN']],
      [4, ['Test ADMIN']],
    ])
    const deliveries = await people.service.call(all.admin.token, 'delivery.search', { body: {} })
    const repeated = deliveries.body.records.filter(
      ({ cause, channel }) => cause === 'unanswered' && channel === 'push',
    )
    expect(repeated).toHaveLength(5)
  })

  test('NIGHT-04 rounds begin after the last rule, and end with the claim', async () => {
    const all = await site()
    await rule(all, 3, all.bound)
    await rule(all, 10, all.bound)
    const alert = await raise(all.camera)
    for (const minutes of [3, 7, 4]) await pass(minutes * MINUTE_MS)
    expect(all.heard()).toMatchObject({ onDuty: 0, bound: 2 })
    for (const minutes of [1, 5]) await pass(minutes * MINUTE_MS)
    expect(all.heard()).toMatchObject({ onDuty: 1, bound: 3 })
    await people.claim(all.nurse, alert)
    const answered = all.heard()
    expect(await people.service.sql`select from alarm_chain where alert_id = ${alert.id}`).toHaveLength(0)
    await pass(30 * MINUTE_MS)
    expect(all.heard().admin).toBe(answered.admin)
  })

  test('NIGHT-04 a rule that calls nobody anew does not put off the rounds', async () => {
    const all = await site()
    await rule(all, 3, all.bound)
    await rule(all, 7, all.bound)
    await raise(all.camera)
    await pass(7 * MINUTE_MS, MINUTE_MS)
    await pass(MINUTE_MS - 1)
    expect(all.heard()).toMatchObject({ onDuty: 0, bound: 1 })
    await pass(1)
    expect(all.heard()).toMatchObject({ onDuty: 1, bound: 1 })
  })

  test('NIGHT-04 a claim that runs out begins with those on duty again', async () => {
    const all = await site()
    const alert = await raise(all.camera)
    await pass(15 * MINUTE_MS, 5 * MINUTE_MS)
    await people.claim(all.nurse, alert)
    await pass(3 * MINUTE_MS)
    await reopen(people.service.platform).work(people.service.database, people.service.clock.now())
    await pass(5 * MINUTE_MS)
    expect((await stepsOf(all.admin, alert)).map(([round]) => round)).toEqual([1, 2, 3, 1])
    expect(all.heard().onDuty).toBe(2)
  })

  test('NIGHT-04 a site may repeat nothing, and a site without PRO repeats as well', async () => {
    const all = await site()
    const { sql, clock } = people.service
    const set = (minutes: number) => sql`update tenant set repeat_minutes = ${minutes}, packages = '{VCARE}',
      updated_at = ${clock.now().toISOString()} where id = ${all.tenant.id}`
    await set(0)
    await raise(all.camera)
    await pass(HOUR_MS, 10 * MINUTE_MS)
    expect(all.heard()).toEqual({ nurse: 1, onDuty: 0, bound: 0, admin: 0 })
    await set(5)
    await pass(1_000)
    expect(all.heard().onDuty).toBe(1)
  })

  test('NIGHT-04 no round begins later than 24 hours after the alarm, and its row is deleted', async () => {
    const all = await site()
    const { sql, clock, database } = people.service
    await sql`update tenant set repeat_minutes = 60 where id = ${all.tenant.id}`
    const alert = await raise(all.camera)
    await sql`update alarm_chain set ends_at = ends_at - interval '21 hours' where alert_id = ${alert.id}`
    await pass(5 * HOUR_MS, HOUR_MS)
    expect((await stepsOf(all.admin, alert)).length).toBe(3)
    clock.advance(8 * 24 * HOUR_MS)
    await drain(forgetEscalations, database, clock.now())
    expect(await sql`select from alarm_chain where alert_id = ${alert.id}`).toHaveLength(0)
  })

  test('NIGHT-04 without an administrator of the site those of the organization above are called', async () => {
    const { service } = people
    const parent = await service.tenant({ kind: 'organisation' })
    const tenant = await service.tenant({ parent })
    const chief = await people.person({ tenant: parent, role: 'ORG_ADMIN' })
    const nurse = await people.person({ tenant })
    await raise(await people.camera({ userIds: [nurse.id] }, {}, tenant))
    await pass(10 * MINUTE_MS, 5 * MINUTE_MS)
    expect([nurse, chief].map(heardBy)).toEqual([2, 1])
  })
})

describe('NIGHT-04 a step that reaches nobody', () => {
  test('NIGHT-04 the next rule fires at once when every message of the step before failed', async () => {
    const all = await site()
    refuse(all.nurse.browser)
    await rule(all, 10, all.bound)
    await raise(all.camera)
    await settle()
    expect(all.heard()).toEqual({ nurse: 1, onDuty: 0, bound: 1, admin: 0 })
    await pass(5 * MINUTE_MS, MINUTE_MS)
    expect(all.heard()).toMatchObject({ onDuty: 1, bound: 1, admin: 0 })
  })

  test('NIGHT-04 rounds follow each other at once until somebody is reached', async () => {
    const all = await site()
    refuse(all.nurse.browser, all.onDuty.browser, all.bound.browser)
    const alert = await raise(all.camera)
    await settle()
    expect(all.heard().admin).toBe(1)
    expect((await stepsOf(all.admin, alert)).map(([round]) => round)).toEqual([1, 2, 3])
    await pass(4 * MINUTE_MS, MINUTE_MS)
    expect(all.heard().admin).toBe(1)
  })

  test('NIGHT-04 an alarm whose camera notifies nobody calls those on duty at once', async () => {
    const all = await site()
    await people.service
      .sql`update camera set subscribers = subscribers || '{"userIds":[]}' where id = ${all.camera.id}`
    await raise(all.camera)
    await settle()
    expect(all.heard()).toEqual({ nurse: 0, onDuty: 1, bound: 0, admin: 0 })
  })

  test('NIGHT-04 a detection that notifies nobody on purpose is not repeated', async () => {
    const all = await site()
    const { sql } = people.service
    await sql`update camera set subscribers = subscribers || '{"userIds":[]}' where id = ${all.camera.id}`
    await sql`insert into camera_app (tenant_id, camera_id, app_code, state, settings)
      values (${all.tenant.id}, ${all.camera.id}, 'A005', 'ENABLED', '{"isNobodyNotified":true}')`
    await raise(all.camera)
    await pass(HOUR_MS, 10 * MINUTE_MS)
    expect(all.heard()).toEqual({ nurse: 0, onDuty: 0, bound: 0, admin: 0 })
  })
})

describe('many unanswered alarms', () => {
  test('NIGHT-04 forty unanswered alarms are one message a round to each person, which counts them', async () => {
    const all = await site()
    await people.service
      .sql`update camera set subscribers = subscribers || '{"userIds":[]}' where id = ${all.camera.id}`
    const rooms: TestCamera[] = []
    const room = () => people.camera({ userIds: [all.nurse.id] }, { unitId: all.unitId }, all.tenant)
    for (let i = 0; i < 40; i++) rooms.push(await room())
    for (const room of rooms) {
      await insertAlert(people.service, room, { activity: 'A005', severity: 'critical' })
      people.service.clock.advance(4_000)
    }
    await pass(18 * MINUTE_MS, 2 * MINUTE_MS)
    const [nurse, duty, admin] = [all.nurse, all.onDuty, all.admin].map(({ browser }) =>
      browser.received.filter(({ message }) => message.tag.startsWith('unanswered:')),
    )
    expect(duty!.length).toBeLessThanOrEqual(2)
    expect(nurse!.length).toBeLessThanOrEqual(2)
    // Two groups of alarms may alternate in each interval.
    expect(admin!.length).toBeLessThanOrEqual(4)
    expect(admin!.at(-1)!.message.body).toContain('ほか39件')
  })

  test('one round calls a person once, whatever lists name them', async () => {
    const all = await site()
    const { sql } = people.service
    await sql`insert into user_unit (tenant_id, user_id, unit_id) values (${all.tenant.id}, ${all.onDuty.id}, ${all.unitId})`
    const alert = await raise(all.camera)
    await pass(10 * MINUTE_MS, 5 * MINUTE_MS)
    const rows = await sql`select user_id, channel, occasion_id, count(*)::integer as count from notification
      where alert_id = ${alert.id} and cause = 'unanswered' group by 1, 2, 3`
    expect(rows.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1])
  })
})
