/** Whatever is pressed by whomever in whatever order: one claimer, no unanswered end, and every step accounted for. */
import type { Alarm } from '@mimamori/contract/alerting/alarm.ts'
import {
  ALARM_ACTIONS,
  ALARM_OUTCOMES,
  OUTCOMES_WITHOUT_CLAIM,
  RETURNED_AFTER_MS,
} from '@mimamori/contract/shared/alarm-state.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AlarmStepKind, answer, endByReturn, expire, openAlarmAt, type Press } from './alarm.machine.ts'

const PEOPLE = 4
const LIMIT_MS = 180_000
const START_MS = Date.parse('2026-11-20T01:00:00Z')

type Event = { who: number; action: (typeof ALARM_ACTIONS)[number]; outcome: (typeof ALARM_OUTCOMES)[number] }
const event = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      who: fc.nat({ max: PEOPLE - 1 }),
      action: fc.constantFrom(...ALARM_ACTIONS),
      outcome: fc.constantFrom(...ALARM_OUTCOMES),
    }),
  },
  { weight: 3, arbitrary: fc.integer({ min: -60_000, max: 200_000 }) },
)

type Done = { kind: AlarmStepKind; by: string | null; outcome: string | null }
type Story = { alarm: Alarm; steps: Done[]; nowMs: number }

function press(story: Story, { who, action, outcome }: Event): void {
  const by = { userId: String(who), userName: `Carer ${who}` }
  const hasGone = story.steps.some(({ kind, by: id }) => id === by.userId && kind !== 'given-back')
  const of: Press = { action, by, outcome, note: null, hasGone }
  const answered = answer(story.alarm, of, { nowMs: story.nowMs, arrivalLimitMs: LIMIT_MS })
  if (answered.kind !== 'changed') return
  for (const kind of answered.steps) {
    story.steps.push({ kind, by: by.userId, outcome: kind === 'resolved' ? outcome : null })
  }
  check(story.alarm, answered.alarm)
  story.alarm = answered.alarm
}

function pass(story: Story, ms: number): void {
  story.nowMs += ms
  const opened = expire(story.alarm, story.nowMs)
  if (!opened) return
  story.steps.push({ kind: 'claim-expired', by: null, outcome: null })
  check(story.alarm, opened)
  story.alarm = opened
}

/** Transitions that must never happen. */
function check(before: Alarm, after: Alarm): void {
  expect(before.state, 'an end that is not the end').not.toBe('resolved')
  if (before.claimer && after.claimer) expect(after.claimer, 'two claimers').toEqual(before.claimer)
  if (before.arrived) expect(after.state, 'an arrival taken back').not.toBe('open')
  expect(after.opening - before.opening).toBe(before.state === 'claimed' && after.state === 'open' ? 1 : 0)
}

/** Invariants that hold at every moment. */
function inspect({ alarm, steps }: Story): void {
  const { state, claimer, claimEndsAt, joined, arrived, resolved } = alarm
  expect(claimEndsAt !== null, 'a claim has an end').toBe(state === 'claimed')
  expect(resolved !== null).toBe(state === 'resolved')
  if (state === 'open') expect([claimer, arrived, joined]).toEqual([null, null, []])
  if (state === 'claimed' || state === 'arrived') expect(claimer).not.toBeNull()
  const going = [claimer, ...joined].flatMap((one) => one?.userId ?? [])
  expect(new Set(going).size, 'somebody goes twice').toBe(going.length)
  const openings = steps.filter(({ kind }) => kind === 'claimed').length
  expect(openings, 'a claim in each opening at most').toBeLessThanOrEqual(alarm.opening)
  if (!resolved) return
  const wasAttended = steps.some(({ kind }) => kind === 'claimed' || kind === 'arrived')
  const needsNobody = OUTCOMES_WITHOUT_CLAIM.some((outcome) => outcome === resolved.outcome)
  expect(wasAttended || needsNobody, 'an end without an answer').toBe(true)
  expect(steps.at(-1)).toEqual({ kind: 'resolved', by: resolved.userId, outcome: resolved.outcome })
}

test('ALARM-02 in 10,000 histories claims are exclusive, and no alarm ends without an answer', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 5, maxLength: 40 }), (events) => {
      const story: Story = { alarm: openAlarmAt(START_MS), steps: [], nowMs: START_MS }
      for (const each of events) {
        if (typeof each === 'number') pass(story, each)
        else press(story, each)
        inspect(story)
      }
    }),
    { numRuns: 10_000 },
  )
})

const at = { nowMs: START_MS, arrivalLimitMs: LIMIT_MS }
const [aya, ken] = ['Aya', 'Ken'].map((userName) => ({ userId: userName, userName })) as [Press['by'], Press['by']]
const after = (alarm: Alarm, of: Partial<Press> & Pick<Press, 'action' | 'by'>) => {
  const answered = answer(alarm, { hasGone: false, ...of }, at)
  return answered.kind === 'changed' ? answered.alarm : answered
}

test('ALARM-02 a helper may leave, and the claim continues', () => {
  const claimed = after(openAlarmAt(START_MS), { action: 'claim', by: aya }) as Alarm
  const joined = after(claimed, { action: 'join', by: ken }) as Alarm
  expect(joined.joined.map(({ userName }) => userName)).toEqual(['Ken'])
  expect(after(joined, { action: 'give-back', by: ken })).toEqual(claimed)
})

test('ALARM-06 an arrival at an unclaimed alarm claims it', () => {
  const arrived = after(openAlarmAt(START_MS), { action: 'arrive', by: ken }) as Alarm
  expect([arrived.state, arrived.claimer?.userName, arrived.arrived?.seenBy]).toEqual(['arrived', 'Ken', 'person'])
})

/** Seconds pass, the resident lies down or gets up, or somebody presses a button. */
const nightEvent = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 90 }) },
  { weight: 4, arbitrary: fc.constantFrom('lies' as const, 'rises' as const) },
  { weight: 2, arbitrary: event.filter((one) => typeof one !== 'number') },
)

test('NIGHT-05 in 3,000 histories an alarm ends by itself exactly when it was open and in bed for 120 s', () => {
  let ends = 0
  fc.assert(
    fc.property(fc.array(nightEvent, { minLength: 5, maxLength: 40 }), (events) => {
      const story: Story = { alarm: openAlarmAt(START_MS), steps: [], nowMs: START_MS }
      let inBedS: number | null = null
      let openS = 0
      for (const each of events) {
        const before = story.alarm
        if (each === 'rises') inBedS = null
        else if (each === 'lies') inBedS ??= 0
        else if (typeof each === 'object') press(story, each as Event)
        else {
          pass(story, each * 1_000)
          if (inBedS !== null) inBedS += each
          openS += each
        }
        if (story.alarm.state !== 'open' || story.alarm.opening !== before.opening) openS = 0
        if (inBedS === null) continue
        const ended = endByReturn(story.alarm, story.nowMs - inBedS * 1_000, story.nowMs)
        const isDue = story.alarm.state === 'open' && Math.min(inBedS, openS) * 1_000 >= RETURNED_AFTER_MS
        expect(ended?.resolved?.outcome, `${inBedS} s in bed, ${openS} s open`).toBe(isDue ? 'returned' : undefined)
        if (!ended) continue
        expect([ended.claimer, ended.claimEndsAt, ended.resolved?.userId]).toEqual([null, null, null])
        expect(answer(ended, { action: 'claim', by: aya, hasGone: true }, at)).toMatchObject({ kind: 'refused' })
        ends++
        return
      }
    }),
    { numRuns: 3_000 },
  )
  expect(ends).toBeGreaterThan(100)
})
