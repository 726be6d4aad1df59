import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SleepMinute, sleepCoverage, sleepInterval } from './sleep-night.ts'

const STILL = 2
const out: SleepMinute = { isInBed: false, motion: null }
const still: SleepMinute = { isInBed: true, motion: 1 }
const restless: SleepMinute = { isInBed: true, motion: 9 }
const unseen: SleepMinute = { isInBed: null, motion: null }
const unlogged: SleepMinute = { isInBed: true, motion: null }

/** `[120, out], [30, still]`: two hours out of bed, then half an hour still. */
function minutes(...parts: [number, SleepMinute][]): SleepMinute[] {
  return parts.flatMap(([length, minute]) => Array.from({ length }, () => minute))
}
const interval = (all: SleepMinute[], wakeUps: number[] = []) =>
  sleepInterval({ minutes: all, wakeUps, stillLimit: STILL })

describe('METRIC-02 a night by its minutes', () => {
  test('a night begins at bedtime, sleep with ten still minutes, and it ends with getting up', () => {
    const all = minutes([180, out], [12, restless], [9, still], [1, restless], [400, still], [20, restless], [818, out])
    expect(interval(all)).toMatchObject({
      bedtime: 180,
      onset: 202,
      wake: 602,
      getUp: 622,
      wasoMinutes: 0,
      awakenings: 0,
    })
  })

  test('a gap between still intervals counts as an awakening if it exceeds five minutes', () => {
    const all = minutes([60, still], [3, restless], [4, still], [2, restless], [60, still], [5, restless], [30, still])
    expect(interval(all)).toMatchObject({ onset: 0, wake: 164, wasoMinutes: 14, awakenings: 1 })
  })

  test('an hour out of bed ends the stay, a shorter absence counts as awake', () => {
    const joined = minutes([10, out], [200, still], [59, out], [100, still], [10, out])
    expect(interval(joined)).toMatchObject({ bedtime: 10, getUp: 369, wasoMinutes: 59, awakenings: 1 })
    const apart = minutes([10, out], [200, still], [60, out], [100, still], [10, out])
    expect(interval(apart)).toMatchObject({ bedtime: 10, getUp: 210, wasoMinutes: 0 })
  })

  test('the longer of two stays is the night, an earlier nap is not part of it', () => {
    expect(interval(minutes([50, still], [90, out], [300, still], [20, out]))).toMatchObject({
      bedtime: 140,
      getUp: 440,
    })
  })

  test('without a motion log sleep begins after 15 min; each sitting up is five minutes awake', () => {
    const all = minutes([10, out], [200, unlogged], [8, out], [100, unlogged], [10, out])
    expect(interval(all, [5, 100, 150])).toEqual({
      ...{ bedtime: 10, onset: 25, wake: 318, getUp: 318, wasoMinutes: 18, awakenings: 1, motion: null },
    })
  })

  test('a night without sleep is all latency, and one with nobody in bed is null', () => {
    expect(interval(minutes([300, restless]))).toMatchObject({
      bedtime: 0,
      onset: 300,
      wake: 300,
      getUp: 300,
      wasoMinutes: 0,
    })
    expect(interval(minutes([300, out], [20, unseen]))).toBeNull()
  })

  test('the coverage of a night is the share of minutes with frames', () => {
    expect(sleepCoverage(minutes([30, still], [50, out], [20, unseen]))).toBe(0.8)
    expect(sleepCoverage([])).toBe(0)
  })

  test('for any input, times are in order and awake time does not exceed the total', () => {
    const minute = fc.record({
      isInBed: fc.constantFrom(true, true, true, false, null),
      motion: fc.constantFrom(1, 1, 1, 9, null),
    })
    const property = fc.property(
      fc.array(minute, { maxLength: 400 }),
      fc.array(fc.nat(400), { maxLength: 9 }),
      (all, wakeUps) => {
        const { bedtime, onset, wake, getUp, wasoMinutes } = interval(all, wakeUps) ?? {
          ...{ bedtime: 0, onset: 0, wake: 0, getUp: 0, wasoMinutes: 0 },
        }
        expect([bedtime, onset, wake, getUp].every((at, index, order) => index === 0 || at >= order[index - 1]!)).toBe(
          true,
        )
        expect(wasoMinutes).toBeLessThanOrEqual(wake - onset)
      },
    )
    fc.assert(property, { seed: 20_261_122, numRuns: 500 })
  })
})
