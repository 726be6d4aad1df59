// When confirmed falls are compared with those before, and how the time before is called.
import { expect, test } from 'vitest'
import { isComparable, previousText } from './metrics-sentences.ts'

const falls = (confirmed: number, falseAlarms: number, undecided: number) => ({ confirmed, falseAlarms, undecided })

test.each([
  ['most are not judged', falls(1, 0, 9), falls(5, 5, 0), false],
  ['all are judged both times', falls(1, 2, 0), falls(5, 5, 0), true],
  ['half is judged both times', falls(2, 1, 3), falls(3, 2, 5), true],
  ['many more were judged before', falls(5, 1, 4), falls(5, 5, 0), false],
  ['nothing happened before', falls(1, 0, 0), falls(0, 0, 0), true],
  ['none was judged before', falls(5, 1, 0), falls(0, 0, 4), false],
])('METRIC-03 whether confirmed falls are compared when %s', (_, now, before, expected) => {
  expect(isComparable({ ...now, before })).toBe(expected)
})

test('METRIC-01 the previous period is named by its days, even with 25 hours or a partial day', () => {
  const days = (from: string, to: string) => previousText((key, values) => `${key} ${values?.count}`, { from, to })
  expect(days('2026-10-18T22:00:00Z', '2026-10-25T23:00:00Z')).toBe('previous-days 7')
  expect(days('2026-11-01T00:00:00Z', '2026-11-22T12:00:00Z')).toBe('previous-days 22')
  expect(days('2026-11-01T00:00:00Z', '2026-11-01T01:00:00Z')).toBe('previous-days 1')
})
