/** Presses at the same moment, claims that run out, and messages on their way: on PostgreSQL, by two instances of the service over NATS. */
import { randomUUID } from 'node:crypto'
import { ALARM_ACTIONS, ALARM_OUTCOMES } from '@mimamori/contract/alerting/alarm-state.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectNats } from '#platform/messaging/nats.ts'
import type { TestBrowser } from '#platform/messaging/testing-push.ts'
import type { Wire } from '#platform/messaging/wire.ts'
import { startNats, type TestNats } from '#testing/nats.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, type TestCamera } from '#testing/site.ts'
import { chanceOf } from '../../seed/chance.ts'
import { startPeople, type TestPeople } from '../notification/testing.ts'
import { reopen } from './alarm.reopening.ts'

const HISTORIES = 40
const ROUNDS = 6
const AT_ONCE = 4

let nats: TestNats
let wires: [Wire, Wire]
let people: TestPeople
/** Presses reach one of these by chance. */
let services: [TestService, TestService]
let carers: TestUser[]
let annotator: TestUser
let camera: TestCamera
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
  camera = await people.camera({ userIds: [nurse.id] })
})
afterAll(async () => {
  await services[1].stop()
  await people.stop()
  await Promise.all(wires.map((wire) => wire.stop()))
  await nats.stop()
})

const chance = chanceOf('alarm histories')

/** Answers the status of the press. */
async function press(id: string): Promise<number> {
  const service = chance.pick(services)
  if (chance.happens(0.15)) {
    const body = { hasRead: true as const, verdict: 'false-alarm' as const }
    return (await service.call(annotator.token, 'alert.patch', { params: { id }, body })).status
  }
  const action = chance.pick(ALARM_ACTIONS)
  const outcome = action === 'resolve' ? { outcome: chance.pick(ALARM_OUTCOMES) } : {}
  const body = { requestId: randomUUID(), action, ...outcome } as never
  return (await service.call(chance.pick(carers).token, 'alarm.answer', { params: { id }, body })).status
}

type Step = { kind: string; who: string | null }

/** Between two claims somebody gave the first one back, or it ran out; nothing comes after the end. */
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

type Moment = { isOpen: boolean; opening: number }

/** After a claim only withdrawals come, and one of them comes last; `from`: how many messages there were before. */
function checkScreen(id: string, from: number, { before, present }: { before: Moment; present: Moment }): void {
  if (present.isOpen) return
  const own = browser.received.filter(({ message }) => message.tag.endsWith(id))
  if (own.length > 0) expect(own.at(-1)!.message.withdraws, 'a message stands after a claim').toBe(true)
  if (before.isOpen || before.opening !== present.opening) return
  const shown = browser.received.slice(from).filter(({ message }) => !message.withdraws)
  expect(shown, 'a message after a claim').toEqual([])
}

test(`ALARM-02 in ${HISTORIES} histories no alarm has two claimers, and no message follows a claim`, {
  timeout: 240_000,
}, async () => {
  const { service } = people
  const instances = services.map(({ platform }) => reopen(platform))
  let ended = 0
  for (let history = 0; history < HISTORIES; history++) {
    const { id } = await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
    let before = { isOpen: true, opening: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const from = browser.received.length
      const presses = Array.from({ length: AT_ONCE }, () => press(id))
      const work = instances.map((one) => one.work(service.database, service.clock.now()))
      const statuses = await Promise.all(presses)
      await Promise.all(work)
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
      await people.work.settled()
      const [row] = await service.sql`
        select alarm_state, opening, (select count(*)::integer from notification n
          where n.alert_id = a.id and n.state = 'pending') as pending,
          (select count(*)::integer from notice n where n.alert_id = a.id) as waiting from alert a where id = ${id}`
      if (row!.alarm_state !== 'open') expect([row!.pending, row!.waiting]).toEqual([0, 0])
      const present = { isOpen: row!.alarm_state === 'open', opening: row!.opening as number }
      checkScreen(id, from, { before, present })
      before = present
      const steps = await service.sql<Step[]>`
        select kind, user_id as who from alert_step where alert_id = ${id}
          and kind in ('claimed', 'given-back', 'claim-expired', 'arrived', 'resolved') order by id`
      check(steps)
      expect(row!.alarm_state === 'resolved').toBe(steps.some(({ kind }) => kind === 'resolved'))
      service.clock.advance(Math.round(chance.between(1_000, 120_000)))
    }
    const [over] = await service.sql`select alarm_state from alert where id = ${id}`
    if (over!.alarm_state === 'resolved') ended += 1
  }
  // Both kinds of histories happened.
  expect(ended).toBeGreaterThan(5)
})
