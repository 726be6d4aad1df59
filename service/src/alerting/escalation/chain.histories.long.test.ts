/**
 * Histories of alarms that are raised, claimed, given back and ended while two instances repeat them and push services
 * refuse messages. NIGHT-04.
 */

import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#platform/log.ts'
import { answers } from '#platform/messaging/testing-push.ts'
import { createDueWorker, type DueWorker } from '#platform/work/due-worker.ts'
import { insertAlert, insertShift, insertUnit } from '#testing/site.ts'
import { startPeople, type TestPeople } from '../notification/testing.ts'
import { repeatRounds } from './chain.work.ts'
import { workOff } from './testing.ts'

const CAMERAS = 3
const PEOPLE = 4

type Command =
  | { do: 'raise'; camera: number }
  | { do: 'claim' | 'give-back' | 'resolve'; alert: number }
  /** The person's push service refuses messages from now on, or accepts them. */
  | { do: 'refuse' | 'accept'; person: number }
  | { do: 'pass'; minutes: number }
const verb = <K extends string>(...of: K[]) => fc.constantFrom(...of)
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: verb('raise'), camera: fc.nat({ max: CAMERAS - 1 }) }) },
  { weight: 5, arbitrary: fc.record({ do: verb('pass'), minutes: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 4, arbitrary: fc.record({ do: verb('claim', 'give-back', 'resolve'), alert: fc.nat({ max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ do: verb('refuse', 'accept'), person: fc.nat({ max: PEOPLE - 1 }) }) },
)
const history = fc.record({
  repeatMinutes: fc.constantFrom(2, 5),
  ruleMinutes: fc.subarray([3, 7]),
  commands: fc.array(command, { minLength: 6, maxLength: 14 }),
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

let people: TestPeople
let workers: DueWorker[]
beforeAll(async () => {
  people = await startPeople()
  const { service } = people
  const logger = createLogger('info', { write: (line) => void service.logLines.push(line) })
  people.another()
  service.app.escalation.start()
  const second = createDueWorker(repeatRounds(service.platform), { ...service.platform, logger })
  second.start()
  workers = [service.app.escalation.rounds, second, service.app.escalation.worker]
})
afterAll(async () => {
  await workers[1]!.stop()
  await people.stop()
})

const settle = () => workOff(people.work, workers)

async function begin({ repeatMinutes, ruleMinutes }: History) {
  const { service } = people
  const { sql, clock } = service
  const tenant = await service.tenant({ packages: ['VCARE', 'PRO'] })
  await sql`update tenant set repeat_minutes = ${repeatMinutes} where id = ${tenant.id}`
  const unitId = await insertUnit(service, tenant)
  const nurse = await people.person({ tenant, unitIds: [unitId] })
  const all = [
    nurse,
    await people.person({ tenant }),
    await people.person({ tenant, role: 'ADMIN' }),
    await people.person({ tenant, unitIds: [unitId] }),
  ]
  const shift = await insertShift(service, tenant, 0, 1439)
  await sql`insert into user_shift (tenant_id, user_id, shift_id) values (${tenant.id}, ${all[1]!.id}, ${shift})`
  const rules: string[] = []
  for (const minutes of ruleMinutes) {
    const [row] = await sql`insert into escalation (tenant_id, name, threshold_minutes)
      values (${tenant.id}, ${randomUUID()}, ${minutes}) returning id`
    await sql`insert into escalation_user (tenant_id, escalation_id, user_id) values (${tenant.id}, ${row!.id}, ${all[3]!.id})`
    rules.push(row!.id)
  }
  const cameras = []
  for (let i = 0; i < CAMERAS; i++) {
    const camera = await people.camera({ userIds: [nurse.id] }, { unitId }, tenant)
    await sql`update camera set escalation_ids = ${rules} where id = ${camera.id}`
    cameras.push(camera)
  }
  return {
    all,
    nurse,
    cameras,
    alerts: [] as string[],
    answered: [] as { id: string; at: Date; opening: number }[],
    clock,
  }
}
type Running = Awaited<ReturnType<typeof begin>>

/** The rows by which the checks below judge, of the alarms of this history. */
function look({ alerts }: Running) {
  return people.service.sql`
    select a.id, a.camera_id as "cameraId", a.alarm_state as state, a.opening, a.open_since as "openSince",
      (select max(n.created_at) from notification n where n.alert_id = a.id and n.opening = a.opening
        and n.cause in ('raised', 'reopened', 'escalated', 'unanswered')) as "calledAt",
      (select max(x.due_at) from alert_escalation x where x.alert_id = a.id and x.fired_at is null) as "ruleAt"
    from alert a where a.id = any(${alerts}::uuid[])`
}

async function checkSilence(running: Running, repeatMinutes: number) {
  const nowMs = running.clock.now().getTime()
  const open = (await look(running)).filter(({ state }) => state === 'open')
  // A call of the room stands for all of its alarms.
  for (const [cameraId, alarms] of Map.groupBy(open, (alarm) => alarm.cameraId as string)) {
    const times = alarms.flatMap(({ openSince, calledAt, ruleAt }) => [openSince, calledAt, ruleAt])
    const latest = Math.max(...times.map((at) => (at ? new Date(at).getTime() : 0)))
    expect((nowMs - latest) / MINUTE_MS, cameraId).toBeLessThan(repeatMinutes + 1)
  }
}

async function checkAnswered({ answered }: Running) {
  for (const { id, at, opening } of answered) {
    const after = await people.service.sql`
      select cause, created_at, sent_at from notification where alert_id = ${id} and opening = ${opening}
        and cause in ('raised', 'reopened', 'escalated', 'unanswered')
        and (created_at > ${at.toISOString()} or sent_at > ${at.toISOString()})`
    expect(after).toEqual([])
  }
}

async function checkRounds({ alerts }: Running) {
  const doubled = await people.service.sql`
    select alert_id, opening, occasion_id, user_id, channel from notification where alert_id = any(${alerts}::uuid[])
    group by 1, 2, 3, 4, 5 having count(*) > 1`
  expect(doubled).toEqual([])
  const steps = await people.service.sql`
    select alert_id, round from alert_step where alert_id = any(${alerts}::uuid[]) and kind = 'repeated' order by at, id`
  for (const own of Map.groupBy(steps, ({ alert_id }) => alert_id).values()) {
    const rounds = own.map(({ round }) => round as number)
    // Each opening counts from one, and no round begins twice.
    expect(rounds.filter((round, at) => round !== 1 && round !== rounds[at - 1]! + 1)).toEqual([])
  }
}

async function press(running: Running, index: number, action: 'claim' | 'give-back' | 'resolve') {
  const id = running.alerts[index]
  if (id === undefined) return
  const [before] = await people.service.sql`select alarm_state as state, opening from alert where id = ${id}`
  const isPossible = { claim: 'open', 'give-back': 'claimed', resolve: 'claimed' }[action] === before!.state
  if (!isPossible) return
  const requestId = randomUUID()
  const body = action === 'resolve' ? { action, requestId, outcome: 'nothing-needed' as const } : { action, requestId }
  await people.service.call(running.nurse.token, 'alarm.answer', { params: { id }, body })
  if (action === 'claim') running.answered.push({ id, at: running.clock.now(), opening: before!.opening })
}

async function follow(running: Running, command: Command, repeatMinutes: number) {
  switch (command.do) {
    case 'raise': {
      const camera = running.cameras[command.camera]!
      running.alerts.push((await insertAlert(people.service, camera, { activity: 'A005', severity: 'critical' })).id)
      return settle()
    }
    case 'refuse':
    case 'accept':
      running.all[command.person]!.browser.behave = command.do === 'refuse' ? answers(500) : null
      return
    case 'pass':
      for (let minute = 0; minute < command.minutes; minute++) {
        running.clock.advance(MINUTE_MS)
        await settle()
        await checkSilence(running, repeatMinutes)
      }
      return
    default:
      // Two instances are working at this moment.
      await Promise.all([press(running, command.alert, command.do), settle()])
      return settle()
  }
}

test('NIGHT-04 in any history nobody stays unanswered, and nobody is called after an answer', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (of) => {
      await people.service.sql`delete from alarm_chain`
      const running = await begin(of)
      for (const command of of.commands) await follow(running, command, of.repeatMinutes)
      await checkAnswered(running)
      await checkRounds(running)
    }),
    {
      numRuns: 12,
      // Both rules name one person within the time of a repeat.
      examples: [
        [
          {
            repeatMinutes: 5,
            ruleMinutes: [3, 7],
            commands: [
              { do: 'raise', camera: 0 },
              { do: 'pass', minutes: 18 },
            ],
          },
        ],
      ],
    },
  )
}, 600_000)
