/** Random histories of alarms that are raised and claimed while their senders die: a small version of goal R3. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPeople, type TestPeople } from './alerting/notification/testing.ts'
import type { Push, PushOutcome } from './platform/messaging/push.ts'
import type { TestBrowser } from './platform/messaging/testing-push.ts'
import { chanceOf } from './seed/chance.ts'
import { insertAlert, type TestAlert } from './testing/site.ts'

const HISTORIES = 200
const ROUNDS = 6

type History = { userId: string; browser: TestBrowser; alerts: TestAlert[]; claimed: Set<string> }

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

const chance = chanceOf('notification histories')

async function begin(): Promise<History> {
  const { service, site, push } = people
  const nurse = await service.user({ role: 'USER', tenant: site })
  const browser = push.subscribe()
  const now = service.clock.now().toISOString()
  await service.sql`
    insert into push_registration (tenant_id, user_id, kind, device, subscription, created_at, updated_at)
    values (${site.id}, ${nurse.id}, 'web', 'browser', ${browser.subscription}, ${now}, ${now})`
  return { userId: nurse.id, browser, alerts: [], claimed: new Set() }
}

/** Dies now and then: before it sends, or after that and before it is recorded. */
function mortal(push: Push, mayDie: () => boolean): Pick<Push, 'send'> {
  return {
    async send(...message): Promise<PushOutcome> {
      if (mayDie() && chance.happens(0.15)) throw new Error('killed before it was sent')
      const outcome = await push.send(...message)
      if (mayDie() && chance.happens(0.15)) throw new Error('killed before it was recorded')
      return outcome
    },
  }
}

async function act(history: History): Promise<void> {
  const { sql, clock } = people.service
  const open = history.alerts.filter(({ id }) => !history.claimed.has(id))
  if (open.length > 0 && chance.happens(0.3)) {
    const { id } = open[0]!
    history.claimed.add(id)
    await sql`update alert set alarm_state = 'claimed', claimer_name = 'Test', claimed_at = ${clock.now().toISOString()},
      claim_ends_at = ${clock.now().toISOString()}::timestamptz + interval '30 minutes' where id = ${id}`
  } else if (history.alerts.length === 0 || chance.happens(0.6)) {
    // In rooms of their own: an open alarm of a room is not sent again.
    const camera = await people.camera({ userIds: [history.userId] })
    history.alerts.push(await insertAlert(people.service, camera, { activity: 'A005', severity: 'high' }))
  }
}

async function actAll(histories: readonly History[]): Promise<void> {
  for (const history of histories) await act(history)
}

test(`R3 in ${HISTORIES} histories with dying instances no message is lost or shown twice`, {
  timeout: 300_000,
}, async () => {
  let mayDie = true
  await people.work.stop()
  const works = [1, 2].map(() => people.another(mortal(people.service.platform.push, () => mayDie)))
  const settle = async () => {
    // Work that one of them wakes may be done by the other.
    for (let i = 0; i < 2; i++) await Promise.all(works.map((work) => work.idle()))
  }
  const histories: History[] = []
  for (let i = 0; i < HISTORIES; i++) histories.push(await begin())
  for (let round = 0; round < ROUNDS; round++) {
    await actAll(histories.filter(() => chance.happens(0.5)))
    // Other alerts are raised and claimed while these are being sent.
    await Promise.all([settle(), actAll(histories.filter(() => chance.happens(0.5)))])
    people.service.clock.advance(Math.round(chance.between(1_000, 40_000)))
  }
  mayDie = false
  for (let i = 0; i < 4; i++) {
    people.service.clock.advance(61_000)
    await settle()
  }

  const rows = await people.service.sql<{ alert: string; state: string }[]>`
    select alert_id as alert, state from notification where channel = 'push'`
  const states = new Map(rows.map(({ alert, state }) => [alert, state]))
  const raised = histories.flatMap(({ alerts, claimed }) =>
    alerts.map(({ id }) => ({ id, isClaimed: claimed.has(id) })),
  )
  const lost = raised.filter(({ id, isClaimed }) => states.get(id) !== 'sent' && !isClaimed)
  expect(lost).toEqual([])
  expect(rows.filter(({ state }) => state !== 'sent' && state !== 'cancelled')).toEqual([])
  // Each alert has one tag, so that a repeat replaces the message on the screen.
  const doubled = histories.filter(({ browser }) => {
    const tags = Map.groupBy(browser.received, ({ message }) => message.path)
    return [...tags.values()].some((of) => new Set(of.map(({ message }) => message.tag)).size > 1)
  })
  expect(doubled).toEqual([])
  // They really died: some messages arrived twice.
  const received = histories.reduce((sum, { browser }) => sum + browser.received.length, 0)
  const different = histories.reduce(
    (sum, { browser }) => sum + new Set(browser.received.map(({ message }) => message.path)).size,
    0,
  )
  expect(received).toBeGreaterThan(different)
})
