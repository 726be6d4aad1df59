/** Any week, for properties: intervals at minutes that are likely to meet midnight, hours and changes of the clock. */

import fc from 'fast-check'
import { DAY_MINUTES } from '../shared/duration.ts'
import type { Interval, Week } from './week.ts'

const minute = fc.oneof(
  fc.integer({ min: 0, max: DAY_MINUTES }),
  fc.constantFrom(0, 60, 90, 115, 120, 135, 150, 180, 195, DAY_MINUTES),
)
const interval = fc
  .tuple(minute, minute)
  .filter(([a, b]) => a !== b)
  .map(([a, b]): Interval => ({ startMinute: Math.min(a, b), endMinute: Math.max(a, b) }))
const day = fc.array(interval, { maxLength: 4 })

export const anyWeek: fc.Arbitrary<Week> = fc.record({
  mon: day,
  tue: day,
  wed: day,
  thu: day,
  fri: day,
  sat: day,
  sun: day,
})
