/** Presses at the same moment, claims that run out, and messages on their way: on PostgreSQL, by two instances of the service over NATS. */
import { randomUUID } from 'node:crypto'
import { ALARM_ACTIONS, ALARM_OUTCOMES } from '@mimamori/contract/shared/alarm-state.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectNats } from '#platform/messaging/nats.ts'
import type { TestBrowser } from '#platform/messaging/testing-push.ts'
import type { Wire } from '#platform/messaging/wire.ts'
import { rejectionOf } from '#platform/rejection.ts'
import type { DueWork } from '#platform/work/due-worker.ts'
import { startNats, type TestNats } from '#testing/servers/nats.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, type TestCamera } from '#testing/site.ts'
import { chanceOf } from '../../seed/chance.ts'
import { startPeople, type TestPeople } from '../notification/testing.ts'
import { reopen } from './alarm.reopening.ts'

/** MIMAMORI_HISTORIES sets a larger number than merging needs; each history number is its seed. */
const HISTORIES = Number(process.env.MIMAMORI_HISTORIES ?? 40)
/** Concurrently open alarms, each of a different camera: messages about one camera are gathered. */
const TOGETHER = 4
const ROUNDS = 5
const AT_ONCE = 3
/** Maximum number of tries, because on a slow machine the database may respond too late. */
const TRIES = 30

let nats: TestNats
let wires: [Wire, Wire]
let people: TestPeople
/** Presses reach one of these by chance. */
let services: [TestService, TestService]
let carers: TestUser[]
let annotator: TestUser
let cameras: TestCamera[]
let browser: TestBrowser
beforeAll(async () => {
  nats = await startNats()
  const log = pino({ level: 'silent' })
  const join = () => connectNats({ url: nats.url, namespace: 'mimamori-histories', log })
  wires = [await join(), await join()]
  people = await startPeople({}, wires[0])
  const { service } = people
  services = [service, await startService({ wire: wires[1], beside: service, clock: service.clock })]
  const nurse = await people.person()
  carers = [nurse, await people.person({ role: 'ADMIN' }), await people.person()]
  annotator = await people.service.user({ role: 'ANNOTATOR', tenant: people.site })
  browser = nurse.browser
  cameras = await Promise.all(Array.from({ length: TOGETHER }, () => people.camera({ userIds: [nurse.id] })))
})
afterAll(async () => {
  await services[1].stop()
  await people.stop()
  await Promise.all(wires.map((wire) => wire.stop()))
  await nats.stop()
})

const chance = chanceOf('alarm histories', HISTORIES)

/** Returns the status of the press. */
function press(id: string): Promise<number> {
  const service = chance.pick(services)
  if (chance.happens(0.15)) {
    const body = { hasRead: true as const, verdict: 'false-alarm' as const }
    return patiently(() => service.call(annotator.token, 'alert.patch', { params: { id }, body }))
  }
  const action = chance.pick(ALARM_ACTIONS)
  const outcome = action === 'resolve' ? { outcome: chance.pick(ALARM_OUTCOMES) } : {}
  const body = { requestId: randomUUID(), action, ...outcome } as never
  const { token } = chance.pick(carers)
  return patiently(() => service.call(token, 'alarm.answer', { params: { id }, body }))
}

/** A busy database returns 503 with a retry time. Then, as consoles do, the same press is repeated with its id. */
async function patiently(send: () => ReturnType<TestService['call']>): Promise<number> {
  for (let tries = 1; ; tries++) {
    const { status, headers } = await send()
    if (status !== 503 || tries === TRIES) return status
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
}

/** The timer of claims, which retries after an error. */
async function look(work: DueWork): Promise<void> {
  const { database, clock } = people.service
  for (let tries = 1; ; tries++) {
    try {
      await work.work(database, clock.now())
      return
    } catch (error) {
      if (rejectionOf(error)?.status !== 503 || tries === TRIES) throw error
    }
  }
}

/** Messages are sent. After an error their timers retry, by a clock that stands still here. */
async function settle(): Promise<void> {
  const { logLines } = people.service
  for (let tries = 1; tries <= TRIES; tries++) {
    const first = logLines.length
    await people.work.idle()
    if (!logLines.slice(first).some((line) => line.includes('due work failed'))) return
  }
}

type Step = { kind: string; who: string | null }

/** Between two claims the first one was given back or expired; nothing follows the end. */
function check(steps: readonly Step[]): void {
  let claimer: string | null = null
  for (const [index, { kind, who }] of steps.entries()) {
    if (kind === 'claimed') {
      expect(claimer, 'two claimers').toBeNull()
      claimer = who
    }
    if (kind === 'claim-expired' || (kind === 'given-back' && who === claimer)) claimer = null
    if (kind === 'resolved') expect(index, 'a step after the end').toBe(steps.length - 1)
  }
}

type ShownMessage = TestBrowser['received'][number]
type Moment = { isOpen: boolean; opening: number }
type History = { id: string; before: Moment; messages: number }

/** After a claim only withdrawals follow, and the last message is one; `own`: all messages of this alarm. */
function checkScreen(own: readonly ShownMessage[], { before, messages }: History, present: Moment): void {
  if (present.isOpen) return
  if (own.length > 0) expect(own.at(-1)!.message.withdraws, 'a message stands after a claim').toBe(true)
  if (before.isOpen || before.opening !== present.opening) return
  const shown = own.slice(messages).filter(({ message }) => !message.withdraws)
  expect(shown, 'a message after a claim').toEqual([])
}

/** Checks the rows of one alarm, and the messages on its subscriber's screen, against the rules. */
async function hold(history: History, received: readonly ShownMessage[]): Promise<void> {
  const { sql } = people.service
  const { id } = history
  const [row] = await sql`
    select alarm_state, opening, (select count(*)::integer from notification n
      where n.alert_id = a.id and n.state = 'pending') as pending,
      (select count(*)::integer from notice n where n.alert_id = a.id) as waiting from alert a where id = ${id}`
  if (row!.alarm_state !== 'open') expect([row!.pending, row!.waiting]).toEqual([0, 0])
  const own = received.filter(({ message }) => message.tag.endsWith(id))
  const present = { isOpen: row!.alarm_state === 'open', opening: row!.opening as number }
  checkScreen(own, history, present)
  Object.assign(history, { before: present, messages: own.length })
  const steps = await sql<Step[]>`
    select kind, user_id as who from alert_step where alert_id = ${id}
      and kind in ('claimed', 'given-back', 'claim-expired', 'arrived', 'resolved') order by id`
  check(steps)
  expect(row!.alarm_state === 'resolved').toBe(steps.some(({ kind }) => kind === 'resolved'))
}

async function begin(camera: TestCamera): Promise<History> {
  const { id } = await insertAlert(people.service, camera, { activity: 'A005', severity: 'critical' })
  return { id, before: { isOpen: true, opening: 0 }, messages: 0 }
}

test(`ALARM-02 in ${HISTORIES} histories no alarm has two claimers, and no message follows a claim`, {
  timeout: Math.max(240_000, HISTORIES * 5_000),
}, async () => {
  const { service } = people
  const instances = services.map(({ platform }) => reopen(platform))
  let ended = 0
  for (let done = 0; done < HISTORIES; done += TOGETHER) {
    const first = browser.received.length
    const histories = await Promise.all(cameras.slice(0, HISTORIES - done).map(begin))
    for (let round = 0; round < ROUNDS; round++) {
      const presses = histories.flatMap(({ id }) => Array.from({ length: AT_ONCE }, () => press(id)))
      const work = instances.map(look)
      const statuses = await Promise.all(presses)
      await Promise.all(work)
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
      await settle()
      const received = browser.received.slice(first)
      for (const history of histories) await hold(history, received)
      service.clock.advance(Math.round(chance.between(1_000, 120_000)))
    }
    const ids = histories.map(({ id }) => id)
    const over = await service.sql`select id from alert where id = any(${ids}::uuid[]) and alarm_state = 'resolved'`
    ended += over.length
  }
  // Both kinds of histories happened.
  expect(ended).toBeGreaterThan(5)
  expect(ended).toBeLessThan(HISTORIES)
})
