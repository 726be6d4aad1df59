/** Weekly schedules: for each weekday the intervals in which something is on. domain.md "Schedules". */
import { z } from 'zod'

/** Minutes since the site's midnight, 0 to 1440. */
const minuteOfDay = z.number().int().min(0).max(1440)
export const interval = z
  .strictObject({ startMinute: minuteOfDay, endMinute: minuteOfDay })
  .refine((it) => it.startMinute < it.endMinute, { message: 'schedule.end-after-start', path: ['endMinute'] })

const day = z.array(interval).max(24)
/** A day without intervals is off; no schedule at all (null) is always on. Wall clock of the site's zone. */
export const schedule = z.strictObject({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day })
export type Schedule = z.infer<typeof schedule>
