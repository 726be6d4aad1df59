/** Weekly schedules: for each weekday the intervals in which something is on. The rules are in week.ts. domain.md "Schedules". */

import { z } from 'zod'
import { DAY_MINUTES } from '../shared/duration.ts'
import { DAY_INTERVALS_MAX, overlapIn } from './week.ts'

/** Minutes since the site's midnight. */
const minuteOfDay = (error: string) => z.number(error).int(error).min(0, error).max(DAY_MINUTES, error)
export const interval = z
  .strictObject({
    startMinute: minuteOfDay('schedule.invalid-start'),
    endMinute: minuteOfDay('schedule.invalid-end'),
  })
  .refine((it) => it.startMinute < it.endMinute, { message: 'schedule.end-after-start', path: ['endMinute'] })

const day = z
  .array(interval)
  .max(DAY_INTERVALS_MAX)
  .refine((intervals) => overlapIn(intervals) < 0, 'schedule.overlap')
/** A day without intervals is off; no schedule at all (null) is always on. Wall clock of the site's zone. */
export const schedule = z.strictObject({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day })
export type Schedule = z.infer<typeof schedule>
