import { expect, test } from 'vitest'
import { minuteOf, timeOf } from './minute-of-day.ts'

test('a time of day and its minute are the same thing, up to the end of the day', () => {
  const minutes = [0, 425, 1439, 1440]
  expect(minutes.map(timeOf)).toEqual(['00:00', '07:05', '23:59', '24:00'])
  expect(minutes.map(timeOf).map(minuteOf)).toEqual(minutes)
  expect(['', '24:01', '25:00', '12:60', 'noon'].map(minuteOf)).toEqual([null, null, null, null, null])
})
