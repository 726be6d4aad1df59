import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysAfter, type KnownNight, meanOf, type SleepValues, sleptNights, sleptRange } from './sleep-days.ts'
import { circularMedian, sleepScores } from './sleep-score.ts'

/** The first vector of sleep-score.test.ts, that many minutes later. */
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

  test('under seven nights bedtime is judged by sleep latency, after that by the usual time too', () => {
    const late = (count: number) => sleptNights([...nights(count), night('2026-11-20', 60)], '2026-11-20')[0]!.values!
    expect(late(6).bedtimeScore).toBe(100)
    expect(late(7).bedtimeScore).toBeCloseTo(0.6 * 50 + 0.4 * 100)
  })

  test('a night hardly seen, or with an empty bed, has no values and is not counted', () => {
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

  test('the usual value is the median of the valid nights among the previous thirty days', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    const some = fc.record({
      ...{ bedtimeOfDay: minute, getUpOfDay: minute, motion: fc.option(fc.integer({ min: 0, max: 50 })) },
      coverageShare: fc.constantFrom(0.5, 1),
    })
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 50 }), (drawn) => {
        const known = drawn.map(({ coverageShare, ...of }, at): KnownNight => {
          const plain = night(daysAfter('2026-09-01', at), 0, coverageShare)
          return { ...plain, night: { ...plain.night!, ...of } }
        })
        const last = known.at(-1)!
        const compared = known
          .slice(0, -1)
          .filter(({ day, coverageShare }) => day >= daysAfter(last.day, -30) && coverageShare >= 0.8)
          .map((one) => one.night!)
        const motions = compared.flatMap(({ motion }) => motion ?? []).sort((a, b) => a - b)
        const middle = motions.length / 2
        const usualMotion = (motions[Math.ceil(middle - 1)]! + motions[Math.floor(middle)]!) / 2
        const baseline = {
          bedtimeOfDay: compared.length > 0 ? circularMedian(compared.map(({ bedtimeOfDay }) => bedtimeOfDay)) : 0,
          getUpOfDay: compared.length > 0 ? circularMedian(compared.map(({ getUpOfDay }) => getUpOfDay)) : 0,
          motion: motions.length < 7 ? null : usualMotion,
        }
        const expected = sleepScores(last.night!, compared.length < 7 ? null : baseline)
        const { values } = sleptNights(known, last.day)[0]!
        expect(values?.score ?? null).toBe(last.coverageShare < 0.8 ? null : expected.score)
      }),
    )
  })

  test('grouped nights show their own mean beside the mean of the thirty days before the first', () => {
    const known = [...nights(60, '2026-09-01'), { day: '2026-10-31', coverageShare: 1, night: null }]
    const slept = sleptNights(known, '2026-10-10')
    const valued = slept.flatMap(({ values }) => values ?? [])
    expect(sleptRange(known, '2026-10-10')).toEqual({
      ...{ nights: slept.length, validNights: valued.length },
      ...{ mean: meanOf(valued), before: slept[0]!.mean },
    })
    expect(valued).toHaveLength(21)
    expect(slept[0]!.mean).not.toBeNull()
  })

  test('the mean of bedtimes on both sides of midnight is at midnight', () => {
    const at = (bedtimeOfDay: number) => ({ bedtimeOfDay, wakeOfDay: 360, score: 80 }) as SleepValues
    expect(meanOf([1410, 30, 1420, 20, 0].map(at))).toMatchObject({ bedtimeOfDay: 0, wakeOfDay: 360, score: 80 })
  })
})
