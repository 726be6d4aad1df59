/** Generated histories of a room with several alarms: any person presses any button in any order. */
import { compareBadness } from '@mimamori/contract/shared/alarm-order.ts'
import { ALARM_ACTIONS, ALARM_OUTCOMES } from '@mimamori/contract/shared/alarm-state.ts'
import type { Activity } from '@mimamori/contract/shared/apps.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expire, openAlarmAt } from './alarm.machine.ts'
import { answerRoom, type Member } from './alarm.room.ts'

const HISTORIES = 10_000
const LIMIT_MS = 180_000
const START_MS = Date.parse('2026-11-20T01:00:00Z')
const SEVERITIES = ['critical', 'high'] as const
const KINDS = ['A005', 'A006', 'A004'] as const satisfies readonly Activity[]

const event = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      raises: fc.constant(true),
      severity: fc.constantFrom(...SEVERITIES),
      activity: fc.constantFrom(...KINDS),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      who: fc.nat({ max: 2 }),
      /** Position of the pressed alarm, and whether the person has seen all or only those before it. */
      at: fc.nat({ max: 6 }),
      seesAll: fc.boolean(),
      isAlone: fc.boolean(),
      action: fc.constantFrom(...ALARM_ACTIONS),
      outcome: fc.constantFrom(...ALARM_OUTCOMES),
    }),
  },
  { weight: 2, arbitrary: fc.integer({ min: 1_000, max: 200_000 }) },
)
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never
type Story = { room: Member[]; nowMs: number; gone: Map<string, Set<string>> }

function raise(story: Story, { severity, activity }: Extract<Event, { raises: boolean }>): void {
  const createdAt = new Date(story.nowMs).toISOString()
  const id = String(story.room.length)
  story.room.push({ id, severity, activity, createdAt, alarm: openAlarmAt(story.nowMs), hasGone: false })
}

function pass(story: Story, ms: number): void {
  story.nowMs += ms
  for (const member of story.room) member.alarm = expire(member.alarm, story.nowMs) ?? member.alarm
}

function press(story: Story, { who, at, seesAll, isAlone, action, outcome }: Extract<Event, { who: number }>): void {
  const named = story.room[at % story.room.length]
  if (!named) return
  const by = { userId: String(who), userName: `Carer ${who}` }
  const members = story.room
    .filter(({ id, alarm }) => id === named.id || alarm.state !== 'resolved')
    .map((member) => ({ ...member, hasGone: story.gone.get(member.id)?.has(by.userId) ?? false }))
  const seenIds = seesAll ? members.map(({ id }) => id) : undefined
  const of = { action, by, outcome, note: null, namedId: named.id, seenIds, isAlone: isAlone && action === 'resolve' }
  const answered = answerRoom(members, of, { nowMs: story.nowMs, arrivalLimitMs: LIMIT_MS })
  if (answered.kind !== 'changed') return
  for (const changed of answered.members) {
    const member = story.room.find(({ id }) => id === changed.id)!
    check(member, changed.alarm, { named, by: by.userId, of, members })
    if (changed.steps.some((kind) => kind !== 'given-back' && kind !== 'resolved')) {
      story.gone.set(member.id, (story.gone.get(member.id) ?? new Set()).add(by.userId))
    }
    member.alarm = changed.alarm
  }
}

type Pressed = {
  named: Member
  by: string
  of: Parameters<typeof answerRoom>[1]
  members: readonly Member[]
}

/** What a press must never do to an alarm of the room. */
function check(member: Member, after: Member['alarm'], { named, by, of, members }: Pressed): void {
  const before = member.alarm
  expect(before.state, 'an end that is changed').not.toBe('resolved')
  if (before.claimer && after.claimer) expect(after.claimer, 'a claim taken away').toEqual(before.claimer)
  if (before.arrived) expect(after.arrived, 'an arrival taken back').toEqual(before.arrived)
  if (of.isAlone) expect(member.id, 'the others of the room changed').toBe(named.id)
  const seen = members.filter(({ id, createdAt }) => of.seenIds?.includes(id) ?? createdAt <= named.createdAt)
  const isWorse = [...seen, named].every((one) => compareBadness(member, one) < 0)
  expect(isWorse && !seen.includes(member), 'a worse alarm that nobody had seen was answered').toBe(
    member.id === named.id && isWorse && !seen.includes(member),
  )
  if (after.state === 'resolved' && before.state === 'open' && after.resolved!.outcome === 'no-injury') {
    const wasThere = members.some(({ hasGone, alarm }) => hasGone || alarm.claimer !== null)
    expect(wasThere, `an end without anybody going, by ${by}`).toBe(true)
  }
}

test(`NIGHT-01 ${HISTORIES} histories: a press answers the room, but no worse alarm that was unseen`, () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 3, maxLength: 30 }), (events) => {
      const story: Story = { room: [], nowMs: START_MS, gone: new Map() }
      for (const one of events) {
        if (typeof one === 'number') pass(story, one)
        else if ('raises' in one) raise(story, one)
        else if (story.room.length > 0) press(story, one)
        story.nowMs += 1
      }
    }),
    { numRuns: HISTORIES },
  )
})

const at = (ms: number) => new Date(START_MS + ms).toISOString()
const member = (id: string, activity: Activity, severity: Member['severity'], ms = 0): Member => ({
  ...{ id, activity, severity, createdAt: at(ms), alarm: openAlarmAt(START_MS + ms), hasGone: false },
})
const yuki = { userId: 'yuki', userName: 'Yuki' }
const kenta = { userId: 'kenta', userName: 'Kenta' }
const moment = { nowMs: START_MS + 60_000, arrivalLimitMs: LIMIT_MS }
const claimOf = (room: Member[], by = yuki, namedId = room[0]!.id) => {
  const answered = answerRoom(room, { action: 'claim', by, namedId, isAlone: false }, moment)
  const changed = answered.kind === 'changed' ? answered.members : []
  return room.map((one) => ({ ...one, alarm: changed.find(({ id }) => id === one.id)?.alarm ?? one.alarm }))
}

test('NIGHT-01 one claim takes every alarm of the room that is not worse than what was seen', () => {
  const room = [
    member('exit', 'A006', 'high'),
    member('later exit', 'A006', 'high', 5),
    member('fall', 'A005', 'critical', 6),
  ]
  expect(claimOf(room).map(({ alarm }) => alarm.state)).toEqual(['claimed', 'claimed', 'open'])
})

test('NIGHT-01 a colleague who claims the worse alarm joins the one that is on the way', () => {
  const room = claimOf([member('exit', 'A006', 'high'), member('fall', 'A005', 'critical', 5)])
  const both = claimOf(room, kenta, 'fall')
  expect(both.map(({ alarm }) => [alarm.claimer?.userName, alarm.joined.map(({ userName }) => userName)])).toEqual([
    ['Yuki', ['Kenta']],
    ['Kenta', []],
  ])
})

test.each([yuki, kenta])('NIGHT-01 $userName’s end of a claimed bed exit does not end an open fall', (by) => {
  const claimed = claimOf([member('exit', 'A006', 'high'), member('fall', 'A005', 'critical', 5)])
  const room = claimed.map((one) => ({ ...one, hasGone: by === yuki && one.id === 'exit' }))
  const ended = answerRoom(
    room,
    {
      action: 'resolve',
      outcome: 'nothing-needed',
      by,
      namedId: 'exit',
      seenIds: ['exit', 'fall'],
      isAlone: false,
    },
    moment,
  )
  expect(ended).toMatchObject({ kind: 'changed', members: [{ id: 'exit' }] })
})
