/** The time of the machine is set in the middle of everything that waits, minutes, an hour or a day, ahead and back. */

import { randomUUID } from 'node:crypto'
import { DAYS } from '@mimamori/contract/camera/week.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#platform/log.ts'
import { createJobRunner, drain, takeJobLease } from '#platform/work/jobs.ts'
import {
  insertAgent,
  insertAlert,
  insertBooking,
  insertCamera,
  insertRecording,
  insertVisit,
  insertWalk,
  type TestCamera,
} from '#testing/site.ts'
import { reopen } from './alerting/alarm/alarm.reopening.ts'
import { startPeople, type TestPeople } from './alerting/notification/testing.ts'
import { watchClockSteps } from './app.clock.ts'
import { endWalks } from './camera/walk/walk.jobs.ts'
import { tellReminders } from './care/booking/booking.changes.ts'
import { endVisits } from './care/visit/visit.ends.ts'
import { retainRecordings } from './footage/recording/recording.retention.ts'

/** The longest period of anything that waits here: a walk test. */
const LONGEST_MS = 16 * MINUTE_MS
const RECORDING_DAYS = 30
/** Minutes after which a site repeats an alarm. */
const REPEAT_MS = 5 * MINUTE_MS
/** From the beginning of a run on, by the right clock. */
const REMIND_AFTER_MS = 55 * MINUTE_MS
/** Every step of hours stays within them: each history begins at ten in the morning, Tokyo's time. */
const ACTIVE_HOURS = [{ startMinute: 5 * 60, endMinute: 17 * 60 }]
const BEGIN_UTC_MS = HOUR_MS
const STEPS_MS = [MINUTE_MS, HOUR_MS, DAY_MS].flatMap((ms) => [ms, -ms])

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

/** The time-driven work of one instance, with its watch of the clock. */
function openInstance() {
  const { service } = people
  const { platform, database, clock } = service
  const log = createLogger('info', { write: (line) => void service.logLines.push(line) })
  const steps = watchClockSteps(platform, log)
  const claims = reopen(platform)
  return {
    steps,
    /** What deletes by age, before the watch of the clock has looked. */
    async forget() {
      const job = { ...retainRecordings, isByAge: true, everyMs: 100 }
      const runner = createJobRunner([job], { database, clock, mayForget: steps.mayForget }, log)
      runner.start()
      clock.advance(job.everyMs)
      await runner.stop()
    },
    async settle() {
      clock.advance(1_000)
      await steps.idle()
      // Notices that are turned into messages hold their alerts, which claims and escalations then pass over.
      await people.work.idle()
      await claims.work(database, clock.now())
      const { rounds, worker } = service.app.escalation
      for (const each of [people.work, rounds, people.work, worker]) await each.idle()
      await database.asPlatform('test', (db) => tellReminders(db, clock.now(), 100))
      await drain(endVisits(platform), database, clock.now())
      await drain(endWalks(platform.bus), database, clock.now())
    },
  }
}

/** As another instance does, which tries each lease again and again. */
const tryLease = (lease: { name: string; forMs: number }) =>
  takeJobLease(people.service.database, { ...lease, holder: randomUUID(), now: people.service.clock.now() })

/** One of each that waits: escalations, rounds, a claim, a visit, a walk test, an e-mail, a lease, a hub, a reminder, a recording. */
async function begin() {
  const { service } = people
  const { sql, clock } = service
  const now = clock.now().toISOString()
  const tenant = await service.tenant({ packages: ['VCARE', 'PRO'] })
  const user = await service.user({ role: 'ADMIN', tenant })
  const [camera, visited] = [await insertCamera(service, tenant), await insertCamera(service, tenant)]
  await sql`update tenant set recording_days = ${RECORDING_DAYS} where id = ${tenant.id}`
  const week = Object.fromEntries(DAYS.map((day) => [day, ACTIVE_HOURS]))
  await sql`with rules as (
      insert into escalation (tenant_id, name, threshold_minutes, active_hours)
      values (${tenant.id}, 'always', 1, null), (${tenant.id}, 'by day', 1, ${sql.json(week)}) returning id)
    update camera set escalation_ids = array(select id from rules) where id = ${camera.id}`
  const alert = (room: TestCamera) =>
    insertAlert(service, room, { occurredAt: now, createdAt: now, activity: 'A005', severity: 'critical' })
  const [waiting, claimed] = [await alert(camera), await alert(await insertCamera(service, tenant))]
  await people.claim(user, claimed)
  const hubId = await insertAgent(service, tenant)
  await sql`update agent set last_active_at = ${now} where id = ${hubId}`
  const [visit, walk] = [await insertVisit(service, visited), await insertWalk(service, visited)]
  const leased = new Date(clock.now().getTime() + MINUTE_MS).toISOString()
  const [mail] = await sql`insert into mail_message (tenant_id, template, locale, recipient, subject, state, next_at,
      created_at, changed_at)
    values (${tenant.id}, 'invitation', 'en', 'a@b.example', '', 'sending', ${leased}, ${now}, ${now}) returning id`
  const lease = { name: `test.${hubId}`, forMs: MINUTE_MS }
  await takeJobLease(service.database, { ...lease, holder: randomUUID(), now: clock.now() })
  const remindAt = new Date(clock.now().getTime() + REMIND_AFTER_MS)
  const { occurrenceId: planned } = await insertBooking(service, visited)
  await sql`update booking_occurrence set remind_at = ${remindAt.toISOString()} where id = ${planned}`
  const startedAt = new Date(clock.now().getTime() - (RECORDING_DAYS - 0.5) * DAY_MS).toISOString()
  const recording = await insertRecording(service, visited, { startedAt })
  return {
    ...{ planned, remindAt, recording: recording.id },
    user,
    waiting,
    claimed,
    visit,
    walk,
    mail: mail!.id as string,
    lease,
    hubId,
  }
}

async function stateOf(all: Awaited<ReturnType<typeof begin>>) {
  const { waiting, claimed, visit, walk, mail, planned, recording } = all
  const [row] = await people.service.sql`
    select (select count(fired_at)::int from alert_escalation where alert_id = ${waiting.id}) as escalated,
      (select count(*)::int from alert_step where alert_id = ${waiting.id} and kind = 'repeated') as rounds,
      (select ends_at from alarm_chain where alert_id = ${waiting.id}) as "repeatedUntil",
      (select remind_at is not null from booking_occurrence where id = ${planned}) as "isReminderWaiting",
      exists (select from recording where id = ${recording}) as "isRecordingThere",
      (select alarm_state from alert where id = ${claimed.id}) as claim,
      (select ended_at is not null from visit where id = ${visit}) as visit,
      (select ended_at is not null from walk_test where id = ${walk}) as walk,
      (select next_at from mail_message where id = ${mail}) as "mailAt"`
  return row!
}

test('SET-05 after any clock step nothing waits longer than its period, and sessions continue', async () => {
  const { service } = people
  const { clock } = service
  service.app.escalation.worker.start()
  service.app.escalation.rounds.start()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS_MS), { minLength: 1, maxLength: 3 }), async (stepsMs) => {
      clock.jump(DAY_MS + BEGIN_UTC_MS - (clock.now().getTime() % DAY_MS))
      const instance = openInstance()
      instance.steps.start()
      await instance.steps.idle()
      const all = await begin()
      for (const ms of stepsMs) {
        clock.jump(ms)
        await instance.forget()
        await instance.settle()
        await tryLease(all.lease)
      }
      expect(instance.steps.sign.errors()).toEqual(['clock-moved'])
      expect((await service.call(all.user.token, 'alert.get', { params: { id: all.waiting.id } })).status).toBe(200)
      clock.advance(3 * MINUTE_MS)
      await instance.settle()
      const then = await stateOf(all)
      expect(then).toMatchObject({ escalated: 2, claim: 'open', isRecordingThere: true })
      expect(then.isReminderWaiting || all.remindAt <= clock.now()).toBe(true)
      expect(new Date(then.mailAt).getTime()).toBeLessThanOrEqual(clock.now().getTime())
      expect(await tryLease(all.lease)).toBe(true)
      clock.advance(REPEAT_MS)
      await instance.settle()
      const { rounds, repeatedUntil } = await stateOf(all)
      expect(rounds > then.rounds || new Date(repeatedUntil) < clock.now()).toBe(true)
      const agents = await service.call(all.user.token, 'agent.search', { body: {} })
      expect(agents.body.records.filter(({ isOnline }) => isOnline)).toEqual([])
      clock.advance(LONGEST_MS)
      await instance.settle()
      expect(await stateOf(all)).toMatchObject({ visit: true, walk: true })
      await instance.steps.stop()
    }),
    { numRuns: 12, examples: [[[HOUR_MS, -HOUR_MS]], [[DAY_MS]], [[DAY_MS, -DAY_MS]]] },
  )
}, 120_000)

test('a time that is set back ends no visit before its own time', async () => {
  const { service } = people
  const instance = openInstance()
  instance.steps.start()
  await instance.steps.idle()
  const all = await begin()
  service.clock.advance(3 * MINUTE_MS)
  service.clock.jump(-DAY_MS)
  await instance.settle()
  service.clock.advance(6 * MINUTE_MS)
  await instance.settle()
  expect(await stateOf(all)).toMatchObject({ visit: false })
  await instance.steps.stop()
})
