import { describe, expect, test } from 'vitest'
import { boundsOf, rangeStart, toTimeRange } from './time-range.ts'

const NOW = new Date('2026-11-21T02:13:45.000Z')

describe('time ranges', () => {
  test('ALERT-02 the current hour begins at its start, the others at the same minute so long ago', () => {
    const starts = (['hour', 'day', 'week', 'month'] as const).map((range) => rangeStart(range, NOW).toISOString())
    expect(starts).toEqual([
      '2026-11-21T02:00:00.000Z',
      '2026-11-20T02:13:00.000Z',
      '2026-11-14T02:13:00.000Z',
      '2026-10-22T02:13:00.000Z',
    ])
  })

  test('a range that moves has no end, a fixed one has both, none narrows nothing', () => {
    expect(boundsOf({ range: 'hour' }, NOW)).toEqual({ from: '2026-11-21T02:00:00.000Z' })
    const fixed = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }
    expect(boundsOf(fixed, NOW)).toEqual(fixed)
    expect(boundsOf({}, NOW)).toEqual({})
  })

  test('an address that makes no sense narrows nothing; a fixed range counts before a moving one', () => {
    expect(toTimeRange({ range: 'year', from: 'yesterday', to: 3 })).toEqual({})
    expect(toTimeRange({ range: 'day', from: '2026-11-02', to: '2026-11-01' })).toEqual({ range: 'day' })
    expect(toTimeRange({ range: 'day', from: '2026-11-01T09:00:00+09:00', to: '2026-11-02' })).toEqual({
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-02T00:00:00.000Z',
    })
  })
})
