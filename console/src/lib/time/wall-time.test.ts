import { describe, expect, test } from 'vitest'
import { minuteOf, timeOf } from './minute-of-day.ts'
import { instantOf, wallTime } from './wall-time.ts'

describe('typed times', () => {
  test('GEN-04 are in the user’s time zone, in both directions', () => {
    expect(wallTime('2026-11-20T17:13:59.000Z', 'Asia/Tokyo')).toBe('2026-11-21T02:13')
    expect(instantOf('2026-11-21T02:13', 'Asia/Tokyo')).toBe('2026-11-20T17:13:00.000Z')
    expect(instantOf('2026-07-01T00:00', 'America/New_York')).toBe('2026-07-01T04:00:00.000Z')
    expect(instantOf('2026-01-01T00:00', 'America/New_York')).toBe('2026-01-01T05:00:00.000Z')
  })

  test('GEN-04 a repeated time means the first of two, a skipped time moves forward', () => {
    expect(instantOf('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
    expect(instantOf('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
    expect(instantOf('2026-03-29T03:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  })

  test('are null if they are invalid', () => {
    expect([instantOf('', 'Asia/Tokyo'), instantOf('tomorrow', 'Asia/Tokyo')]).toEqual([null, null])
  })
})

test('a time of day and its minute are the same thing, up to the end of the day', () => {
  const minutes = [0, 425, 1439, 1440]
  expect(minutes.map(timeOf)).toEqual(['00:00', '07:05', '23:59', '24:00'])
  expect(minutes.map(timeOf).map(minuteOf)).toEqual(minutes)
  expect(['', '24:01', '25:00', '12:60', 'noon'].map(minuteOf)).toEqual([null, null, null, null, null])
})
