import { describe, expect, test } from 'vitest'
import { boundsOfBar, toDashboardSearch, toListRange } from './dashboard-range.ts'

const NOW = new Date('2026-11-21T02:13:45.000Z')
const SERIES = ['2026-11-20T02:00:00.000Z', '2026-11-20T03:00:00.000Z', '2026-11-21T02:00:00.000Z'].map((startsAt) => ({
  startsAt,
}))

describe('the range of the dashboard', () => {
  test('DASH-01 a plain address is a day, and the lists behind it are asked for a day', () => {
    expect(toDashboardSearch({ range: 'day' })).toEqual({})
    expect(toListRange({})).toEqual({ range: 'day' })
    expect(toListRange({ range: 'week' })).toEqual({ range: 'week' })
  })

  test('DASH-01 the list of a bar begins and ends with it, and never leaves the range of the board', () => {
    const scope = { from: '2026-11-20T02:13:00.000Z' }
    expect(boundsOfBar(SERIES, 0, scope, NOW)).toEqual({ from: scope.from, to: '2026-11-20T03:00:00.000Z' })
    expect(boundsOfBar(SERIES, 1, scope, NOW)).toEqual({
      from: '2026-11-20T03:00:00.000Z',
      to: '2026-11-21T02:00:00.000Z',
    })
    expect(boundsOfBar(SERIES, 2, scope, NOW).to).toBe('2026-11-21T02:14:00.000Z')
    expect(boundsOfBar(SERIES, 2, { ...scope, to: '2026-11-21T02:05:00.000Z' }, NOW).to).toBe(
      '2026-11-21T02:05:00.000Z',
    )
  })
})
