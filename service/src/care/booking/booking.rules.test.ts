import { expect, test } from 'vitest'
import { daysOf } from './booking.rules.ts'

test('LIVE-04 a booking happens once, each day or each week, the last day counted in', () => {
  const days = (repeat: 'none' | 'daily' | 'weekly', untilDay: string | null) =>
    daysOf({ firstDay: '2026-02-27', repeat, untilDay })
  expect(days('none', null)).toEqual(['2026-02-27'])
  expect(days('daily', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  expect(days('weekly', '2026-03-13')).toEqual(['2026-02-27', '2026-03-06', '2026-03-13'])
  expect(days('weekly', '2026-03-12')).toHaveLength(2)
})
