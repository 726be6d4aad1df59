import { emptySecond } from '@mimamori/contract/insight/measurement-block.ts'
import { describe, expect, test } from 'vitest'
import { furthestAround, happenings, imageOf, kindOf, measuredShare, runsOf, type WhySecond } from './why-runs.ts'
import { newestMoment, spanAround, toWhySearch } from './why-search.ts'

const at = (second: number, gate: WhySecond['gates']['A005'], more: Partial<WhySecond> = {}): WhySecond => ({
  ...emptySecond(second),
  ...more,
  gates: { ...emptySecond(second).gates, A005: gate },
})

describe('METRIC-03 why an alert was raised, or none', () => {
  test('equal seconds are one interval, split by a time without measurements', () => {
    const seconds = [at(1, 'quiet'), at(2, 'quiet'), at(3, 'too-short'), at(9, 'too-short')]
    expect(runsOf(seconds, ({ gates }) => gates.A005)).toEqual([
      { from: 1, until: 3, value: 'quiet' },
      { from: 3, until: 4, value: 'too-short' },
      { from: 9, until: 10, value: 'too-short' },
    ])
    expect(measuredShare(seconds, { from: '1970-01-01T00:00:00Z', to: '1970-01-01T00:00:08Z' })).toBe(0.5)
  })

  test('the furthest gate counts, the nearest of equal ones; disabled apps are left out', () => {
    const seconds = [
      at(80, 'raised'),
      at(98, 'snoozed', { people: 1 }),
      at(104, 'snoozed', { people: 2 }),
      at(100, 'quiet'),
    ]
    expect(furthestAround(seconds, 100_400)).toEqual([{ appCode: 'A005', gate: 'snoozed', second: seconds[1] }])
    expect(furthestAround(seconds, 900_000)).toEqual([])
  })

  test('the list of events has only raised alerts and late stops', () => {
    const seconds = [at(1, 'person-seen'), at(2, 'too-short'), at(3, 'raised'), at(4, 'already-raised'), at(5, 'quiet')]
    expect(happenings(seconds).map(({ gate }) => gate)).toEqual(['too-short', 'raised', 'already-raised'])
    expect([kindOf('still'), kindOf('not-scheduled'), kindOf('below-threshold')]).toEqual([
      'seen',
      'nothing',
      'stopped',
    ])
    const images = [at(1, 'quiet', { isReliable: true, frames: 5 }), at(2, 'off', { frames: 2 }), at(3, 'off')]
    expect(images.map(imageOf)).toEqual(['good', 'learning', 'none'])
  })

  test('without a requested time, the latest one with all measurements is explained', () => {
    expect(newestMoment(new Date('2026-11-20T01:12:48.400Z'))).toBe('2026-11-20T01:02:00.000Z')
  })

  test('an address is parsed as far as it is valid', () => {
    const cameraId = '0198c2f0-0000-7000-8000-000000000001'
    expect(toWhySearch({ cameraId, at: '2026-11-20T01:00:00.400Z', span: 10 })).toEqual({
      cameraId,
      at: '2026-11-20T01:00:00.400Z',
      span: '10',
    })
    expect(toWhySearch({ cameraId: 'x', at: 'y', span: '7' })).toEqual({})
    expect(spanAround('2026-11-20T01:00:00.400Z', '2')).toEqual({
      from: '2026-11-20T00:59:00.000Z',
      to: '2026-11-20T01:01:00.000Z',
    })
  })
})
