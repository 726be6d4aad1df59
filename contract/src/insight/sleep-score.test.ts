import fc from 'fast-check'
import { expect, test } from 'vitest'
import { circularMedian, clockDistance, lin, type SleepNight, sleepLengths, sleepScores } from './sleep-score.ts'

/** Baseline of the test vectors of domain.md, "Sleep". */
const BASELINE = { bedtimeOfDay: 21 * 60, getUpOfDay: 6 * 60 + 30, motion: 4 }

function night(times: [number, number, number, number], rest: [number, number, number | null]): SleepNight {
  const [bedtimeMinute, onsetMinute, wakeMinute, getUpMinute] = times
  const [wasoMinutes, awakenings, motion] = rest
  const ofDay = { bedtimeOfDay: bedtimeMinute % 1440, getUpOfDay: getUpMinute % 1440 }
  return { bedtimeMinute, onsetMinute, wakeMinute, getUpMinute, ...ofDay, wasoMinutes, awakenings, motion }
}

const tenth = (value: number) => Math.round(value * 10) / 10
function figuresOf(of: SleepNight, baseline: typeof BASELINE | null) {
  const { sleepMinutes, efficiencyShare } = sleepLengths(of)
  const { duration, efficiency, tranquility, bedtime, wakeUp, score } = sleepScores(of, baseline)
  const parts = [duration, efficiency, tranquility, bedtime, wakeUp].map(tenth)
  return [sleepMinutes, tenth(efficiencyShare * 100), ...parts, score]
}

const CALM = night([1260, 1280, 1810, 1830], [18, 1, 4])

test.each([
  ['a calm night', CALM, BASELINE, [512, 89.8, 73.3, 100, 100, 100, 100, 92]],
  [
    'a restless night',
    night([1260, 1295, 1810, 1830], [50, 3, 6]),
    BASELINE,
    [465, 81.6, 100, 84.4, 56.4, 96.7, 100, 86],
  ],
  ['a bad night', night([1380, 1460, 1780, 1860], [95, 6, 11]), BASELINE, [225, 46.9, 18.8, 0, 2.5, 6.7, 60, 13]],
  [
    'a calm night of somebody new, without a motion log',
    { ...CALM, motion: null },
    null,
    [512, 89.8, 73.3, 100, 100, 100, 100, 92],
  ],
])('METRIC-02 %s scores as written down', (_, of, baseline, expected) => {
  expect(figuresOf(of, baseline)).toEqual(expected)
})

test('METRIC-02 a sleepless night has no points for duration, efficiency, tranquility and rising', () => {
  expect(figuresOf(night([1260, 1830, 1830, 1830], [0, 0, 4]), BASELINE)).toEqual([0, 0, 0, 0, 0, 60, 60, 12])
  expect(figuresOf(night([1260, 1830, 1830, 1830], [0, 0, null]), null)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})

test('METRIC-02 a published good value scores 100, a poor one 50, as far again 0', () => {
  expect([lin(20, 20, 41), lin(41, 20, 41), lin(62, 20, 41), lin(0, 20, 41), lin(99, 20, 41)]).toEqual([
    100, 50, 0, 100, 0,
  ])
})

test('METRIC-02 times of day are apart by the shorter way round the clock', () => {
  expect([clockDistance(1430, 10), clockDistance(10, 1430), clockDistance(0, 720), clockDistance(600, 600)]).toEqual([
    20, 20, 720, 0,
  ])
})

test('METRIC-02 the median of bedtimes around midnight is midnight', () => {
  expect(circularMedian([1430, 5, 10, 1420, 0])).toBe(0)
  expect(circularMedian([1260, 1270, 1280])).toBe(1270)
  expect(circularMedian([1430, 20])).toBe(5)
  expect(circularMedian([390])).toBe(390)
  // 18:00 lies between the two nearest, and opposite 6:00.
  expect(circularMedian([360, 1200, 960])).toBe(960)
})

test('METRIC-02 the circular median is the time nearest to all others, wherever midnight lies', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  fc.assert(
    fc.property(fc.array(minute, { minLength: 1, maxLength: 40 }), minute, (times, spread) => {
      const near = times.map((time) => (1_300 + (time % (1 + spread))) % 1440)
      for (const some of [times, near]) {
        const far = (from: number) => some.reduce((sum, time) => sum + clockDistance(time, from), 0)
        expect(far(circularMedian(some))).toBeLessThanOrEqual(Math.min(...some.map(far)) + 1e-9)
      }
    }),
  )
})
