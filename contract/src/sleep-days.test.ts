import { describe, expect, test } from 'vitest'
import { daysAfter, type KnownNight, meanOf, type SleepValues, sleptNights } from './sleep-days.ts'

/** The first vector of domain.md, so many minutes later. */
const night = (day: string, laterMinutes = 0, coverageShare = 1): KnownNight => ({
  day,
  coverageShare,
  night: {
    ...{ bedtimeMinute: 1260, onsetMinute: 1280, wakeMinute: 1810, getUpMinute: 1830, wasoMinutes: 18, awakenings: 1 },
    ...{ motion: 4, bedtimeOfDay: 1260 + laterMinutes, wakeOfDay: 370 + laterMinutes, getUpOfDay: 390 + laterMinutes },
  },
})
const nights = (count: number, first = '2026-11-01') =>
  Array.from({ length: count }, (_, at) => night(daysAfter(first, at)))

describe('METRIC-02 nights beside each other', () => {
  test('a mean needs five valid nights of the thirty days before, the night itself not among them', () => {
    const slept = sleptNights(nights(7), '2026-11-01')
    expect(slept.map(({ comparedNights }) => comparedNights)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(slept.map(({ mean }) => mean?.score ?? null)).toEqual([null, null, null, null, null, 92, 92])
  })

  test('nights older than thirty days are no longer compared with', () => {
    const slept = sleptNights([...nights(6), night('2026-12-06')], '2026-12-06')
    expect(slept).toMatchObject([{ comparedNights: 1, mean: null, values: { score: 92 } }])
  })

  test('under seven nights bedtime is judged by how long falling asleep took, from then on by what is usual too', () => {
    const late = (count: number) => sleptNights([...nights(count), night('2026-11-20', 60)], '2026-11-20')[0]!.values!
    expect(late(6).bedtimeScore).toBe(100)
    expect(late(7).bedtimeScore).toBeCloseTo(0.6 * 50 + 0.4 * 100)
  })

  test('a night that was hardly seen, or in which nobody was in bed, has no values and counts for nothing', () => {
    const known = [...nights(5), night('2026-11-06', 0, 0.79), { day: '2026-11-07', coverageShare: 1, night: null }]
    const [hardly, empty] = sleptNights(known, '2026-11-06')
    expect([hardly!.isValid, hardly!.values, empty!.isValid, empty!.values, empty!.comparedNights]).toEqual([
      false,
      null,
      false,
      null,
      5,
    ])
  })

  test('the mean of bedtimes on both sides of midnight lies at midnight', () => {
    const at = (bedtimeOfDay: number) => ({ bedtimeOfDay, wakeOfDay: 360, score: 80 }) as SleepValues
    expect(meanOf([1410, 30, 1420, 20, 0].map(at))).toMatchObject({ bedtimeOfDay: 0, wakeOfDay: 360, score: 80 })
  })
})
