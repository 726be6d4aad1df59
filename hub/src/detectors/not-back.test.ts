/** Bed exits that wait for the resident's return. */
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { notBackWeek } from '@mimamori/contract/camera/not-back.ts'
import { DAYS } from '@mimamori/contract/camera/week.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type NotBackSettings, notBackStart, stepNotBack, type WaitingExit } from './not-back.ts'
import type { PeopleFrame } from './people-frame.ts'
import { judgeOfPeople, type PeopleSettings } from './people-judge.ts'
import { FRAME_MS, type Look, play, sittingInBed, someone } from './testing.ts'

type Bed = Extract<PeopleSettings, { appCode: 'A006' }>
const app = hubAppSettings.parse({ appCode: 'A006', snoozeSeconds: 0, notBackWithinMinutes: 2 }) as Bed
const settings: NotBackSettings = app
const inBed: Look = { people: [sittingInBed()] }
const out: Look = { people: [someone({ isFromBed: true })] }
const nobody: Look = {}
const blind: Look = { isReliable: false }

const exitsIn = (
  looks: (readonly [number, Look])[],
  changes: Partial<NotBackSettings> = {},
  { isHour = true, waiting = null }: { isHour?: boolean; waiting?: WaitingExit | null } = {},
) =>
  play(
    notBackStart(null, waiting),
    (state, frame) => stepNotBack(state, { ...settings, ...changes }, frame, isHour),
    looks,
  )

describe('A006 that waits for a return', () => {
  test('NIGHT-06 an exit raises after the set minutes, and not when the resident is back', () => {
    const stays = exitsIn([
      [5, inBed],
      [10, out],
      [120, nobody],
    ])
    expect([stays.datedMs, stays.raisedMs]).toEqual([[125_400], [125_400]])
    expect(stays.reasons.slice(-3)).toEqual(['too-short', 'left-bed', 'quiet'])
    const returns = exitsIn([
      [5, inBed],
      [60, out],
      [40, inBed],
      [200, nobody],
    ])
    expect(returns.raisedMs).toEqual([])
  })

  test('NIGHT-06 without a value, and in another app setting, an exit raises at once as before', () => {
    const { datedMs, raisedMs } = exitsIn(
      [
        [5, inBed],
        [20, out],
      ],
      { notBackWithinMinutes: 0 },
    )
    expect([datedMs, raisedMs]).toEqual([[5000], [5400]])
  })

  test('NIGHT-06 outside of the set hours an exit raises at once', () => {
    const looks: (readonly [number, Look])[] = [
      [5, inBed],
      [20, out],
    ]
    expect(exitsIn(looks, {}, { isHour: false }).raisedMs).toEqual([5400])
    expect(exitsIn(looks).raisedMs).toEqual([])
  })

  test('NIGHT-06 sitting on the bed for a moment does not count as a return', () => {
    const { raisedMs } = exitsIn([
      [5, inBed],
      [30, out],
      [10, inBed],
      [120, out],
    ])
    expect(raisedMs).toEqual([125_400])
  })

  test('NIGHT-06 an exit that ended in a return does not snooze the next one', () => {
    const { raisedMs } = exitsIn(
      [
        [5, inBed],
        [20, out],
        [40, inBed],
        [200, out],
      ],
      { snoozeSeconds: 600 },
    )
    expect(raisedMs).toEqual([185_400])
  })

  test('NIGHT-06 a view that cannot be judged does not hold the exit back', () => {
    const { raisedMs } = exitsIn([
      [5, inBed],
      [10, out],
      [200, blind],
    ])
    expect(raisedMs).toEqual([125_400])
  })

  test('NIGHT-06 a waiting exit goes on under new settings, and raises at once without a wait', () => {
    const waiting: WaitingExit = {
      incident: { appCode: 'A006', reason: 'left-bed', occurredAtMs: -60_000, boxes: [] },
      waitedMs: 60_000,
    }
    expect(exitsIn([[90, nobody]], {}, { waiting }).raisedMs).toEqual([60_000])
    expect(exitsIn([[90, nobody]], { notBackWithinMinutes: 0 }, { waiting }).raisedMs).toEqual([0])
  })

  test('NIGHT-06 frames whose time jumps back prolong the wait by nothing, and one ahead ends it', () => {
    const at = (jumpMs: number) => {
      let state = notBackStart(null, null)
      let raised = 0
      for (let passedMs = 0; passedMs <= 130_000; passedMs += FRAME_MS) {
        const look = passedMs < 5_000 ? inBed : passedMs < 15_000 ? out : nobody
        const atMs = 10_000_000 + passedMs + (passedMs < 60_000 ? 0 : jumpMs)
        const next = stepNotBack(state, settings, frameOf(atMs, look), true)
        state = next.state
        if (next.incidents.length > 0 && raised === 0) raised = passedMs
      }
      return raised
    }
    expect(at(0)).toBe(125_400)
    expect(Math.abs(at(-3_600_000) - 125_400)).toBeLessThanOrEqual(FRAME_MS)
    expect(at(3_600_000)).toBe(60_000)
  })

  test('NIGHT-06 in generated nights an exit raises only after two minutes without a rest in bed', () => {
    const part = fc.record({
      seconds: fc.integer({ min: 1, max: 90 }),
      look: fc.constantFrom(inBed, out, nobody, blind),
    })
    fc.assert(
      fc.property(fc.array(part, { minLength: 3, maxLength: 12 }), (parts) => {
        const plain = exitsIn(
          parts.map(({ seconds, look }) => [seconds, look] as const),
          { notBackWithinMinutes: 0 },
        )
        const late = exitsIn(parts.map(({ seconds, look }) => [seconds, look] as const))
        expect(late.raisedMs.length).toBeLessThanOrEqual(plain.raisedMs.length)
        for (const raisedMs of late.raisedMs) {
          expect(plain.raisedMs.some((exitMs) => raisedMs - exitMs >= 120_000)).toBe(true)
          expect(restMs(parts, raisedMs - 120_000, raisedMs)).toBeLessThan(20_000)
        }
      }),
      { numRuns: 100 },
    )
  })
})

/** The longest rest in the bed within that time, in ms. */
function restMs(parts: readonly { seconds: number; look: Look }[], fromMs: number, toMs: number): number {
  let [atMs, longest, rest] = [0, 0, 0]
  for (const { seconds, look } of parts) {
    const within = Math.min(atMs + seconds * 1_000, toMs) - Math.max(atMs, fromMs)
    rest = look === inBed && within > 0 ? rest + within : 0
    longest = Math.max(longest, rest)
    atMs += seconds * 1_000
  }
  return longest
}

const frameOf = (atMs: number, look: Look): PeopleFrame => ({
  ...{ atMs, isReliable: true, people: [], figures: [], movingShare: 0 },
  ...look,
})

test('NIGHT-06 a stay out of bed that turns into a fall raises the fall at once', () => {
  const judged = (of: PeopleSettings) => {
    const judge = judgeOfPeople({ settings: of, schedule: null, timezone: 'Asia/Tokyo' })
    return (frame: PeopleFrame) => judge(frame).incidents.length
  }
  const exit = judged(app)
  const fall = judged(hubAppSettings.parse({ appCode: 'A005' }) as PeopleSettings)
  const down: Look = { people: [someone({ isFromBed: true, posture: 'lying', heightM: 0.35 })] }
  const raised: string[] = []
  for (let atMs = 0; atMs < 40_000; atMs += FRAME_MS) {
    const frame = frameOf(atMs, atMs < 5_000 ? inBed : atMs < 20_000 ? out : down)
    if (exit(frame) > 0) raised.push(`exit ${atMs}`)
    if (fall(frame) > 0) raised.push(`fall ${atMs}`)
  }
  expect(raised).toEqual([expect.stringMatching(/^fall 2[0-3]/)])
})

test('NIGHT-06 the hours are by the clock of the site, may cross midnight, and are always when empty', () => {
  expect([notBackWeek(null, null), notBackWeek(0, 1440), notBackWeek(600, 600)]).toEqual([null, null, null])
  expect(notBackWeek(1260, 360)!.mon).toEqual([
    { startMinute: 0, endMinute: 360 },
    { startMinute: 1260, endMinute: 1440 },
  ])
  expect(DAYS.map((day) => notBackWeek(1260, null)![day])).toEqual(
    DAYS.map(() => [{ startMinute: 1260, endMinute: 1440 }]),
  )
  // 20:00 and 22:00 in Tokyo.
  const raisedAt = (start: string) => {
    const rule = { ...app, notBackFromMinute: 1260, notBackToMinute: 360 }
    const judge = judgeOfPeople({ settings: rule, schedule: null, timezone: 'Asia/Tokyo' })
    const startMs = Date.parse(start)
    for (let passedMs = 0; passedMs < 20_000; passedMs += FRAME_MS) {
      if (judge(frameOf(startMs + passedMs, passedMs < 5_000 ? inBed : out)).incidents.length > 0) return passedMs
    }
    return null
  }
  expect([raisedAt('2026-11-20T11:00:00Z'), raisedAt('2026-11-20T13:00:00Z')]).toEqual([5_400, null])
})
