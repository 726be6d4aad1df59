import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundsOf, rangeStart, toTimeRange } from './time-range.ts'

const NOW = new Date('2026-11-21T02:13:45.000Z')

describe('time ranges', () => {
  test('ALERT-02 the current hour starts at its beginning, the others at the same minute earlier', () => {
    const starts = (['hour', 'day', 'week', 'month'] as const).map((range) =>
      rangeStart(range, NOW, 'Asia/Tokyo').toISOString(),
    )
    expect(starts).toEqual([
      '2026-11-21T02:00:00.000Z',
      '2026-11-20T02:13:00.000Z',
      '2026-11-14T02:13:00.000Z',
      '2026-10-22T02:13:00.000Z',
    ])
  })

  test('the current hour begins at the full hour of the zone, wherever it is', () => {
    const zones = ['Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Tokyo', 'UTC']
    const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), (now, timeZone) => {
        const start = rangeStart('hour', now, timeZone)
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
        expect(clock.format(start)).toBe(`${clock.format(now).slice(0, 2)}:00`)
        expect(now.getTime() - start.getTime()).toBeLessThan(3_600_000)
      }),
    )
  })

  test('a relative range has no end, a fixed one has both, none filters nothing', () => {
    expect(boundsOf({ range: 'hour' }, NOW, 'UTC')).toEqual({ from: '2026-11-21T02:00:00.000Z' })
    const fixed = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }
    expect(boundsOf(fixed, NOW, 'UTC')).toEqual(fixed)
    expect(boundsOf({}, NOW, 'UTC')).toEqual({})
  })

  test('an invalid address filters nothing; a fixed range overrides a relative one', () => {
    expect(toTimeRange({ range: 'year', from: 'yesterday', to: 3 })).toEqual({})
    expect(toTimeRange({ range: 'day', from: '2026-11-02', to: '2026-11-01' })).toEqual({ range: 'day' })
    expect(toTimeRange({ range: 'day', from: '2026-11-01T09:00:00+09:00', to: '2026-11-02' })).toEqual({
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-02T00:00:00.000Z',
    })
  })
})
