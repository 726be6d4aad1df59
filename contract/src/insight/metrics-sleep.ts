/** Sleep in analytics: rooms side by side, and the nights of one. Requirement METRIC-02. */

import { z } from 'zod'
import { DAY_MS } from '../shared/duration.ts'
import { endpoint } from '../shared/endpoint.ts'
import { instant } from '../shared/page.ts'
import { READERS } from '../shared/roles.ts'
import { SLEEP_RANGE_MAX_DAYS } from './sleep-days.ts'

/** Maximum number of rooms in a response, by name. */
export const SLEEP_ROOMS_MAX = 500

const count = z.number().int()
/** Scores 0 to 100; times of day in minutes from 00:00. docs/domain.md "Sleep". */
const values = z.object({
  score: z.number(),
  duration: z.number(),
  efficiency: z.number(),
  tranquility: z.number(),
  bedtimeScore: z.number(),
  wakeUpScore: z.number(),
  sleepMinutes: z.number(),
  bedtimeOfDay: z.number(),
  wakeOfDay: z.number(),
})

const sleepRoom = z.object({
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  unitName: z.string().nullable(),
  /** Completed nights of the range with any data. */
  nights: count,
  validNights: count,
  coverageShare: z.number(),
  /** Means of the valid nights; null: too few. */
  mean: values.nullable(),
  /** Means of the thirty days before the range. */
  before: values.nullable(),
})
export type SleepRoom = z.infer<typeof sleepRoom>

const sleepNight = z.object({
  /** The day on which it starts. */
  day: z.iso.date(),
  /** 18:00 by the site's clock. */
  startsAt: z.iso.datetime(),
  coverageShare: z.number(),
  /** At least 80 % of it was seen, and somebody was in bed. */
  isValid: z.boolean(),
  /** Minutes from `startsAt`, as elapsed time; null: nobody was in bed. */
  span: z
    .object({ bedtime: count, onset: count, wake: count, getUp: count, wasoMinutes: count, awakenings: count })
    .nullable(),
  values: values.nullable(),
  mean: values.nullable(),
  comparedNights: count,
})
export type SleepNightRecord = z.infer<typeof sleepNight>

/** The current night: values so far, neither compared nor part of any mean. */
const runningNight = z.object({
  /** The day on which it began. */
  day: z.iso.date(),
  /** When it ends, and its values are final: 18:00 by the site's clock. */
  finalAt: z.iso.datetime(),
  /** Coverage of the night so far. */
  coverageShare: z.number(),
  /** Minutes from 00:00. */
  bedtimeOfDay: count,
  getUpOfDay: count,
  sleepMinutes: count,
})
export type RunningNight = z.infer<typeof runningNight>

const range = {
  /** Nights that start at or after it. */
  from: instant,
  /** Nights that start before it. */
  to: instant,
}
type Range = { from: string; to: string }
const isForward = ({ from, to }: Range) => Date.parse(from) < Date.parse(to)
const isShort = ({ from, to }: Range) => Date.parse(to) - Date.parse(from) <= SLEEP_RANGE_MAX_DAYS * DAY_MS
const FORWARD = { path: ['from'], error: 'range.start-before-end' }
const SHORT = { path: ['from'], error: 'range.too-long' }
const readers = READERS.filter((role) => role !== 'RESTRICTED_USER')

export const metricsSleepEndpoints = {
  'metrics.sleep': endpoint({
    method: 'POST',
    path: 'metrics/sleep',
    access: readers,
    summary: 'How was slept in some rooms: means of the nights of a range, and of the thirty days before it.',
    body: z
      .strictObject({
        unitIds: z.array(z.uuid()).max(500).optional(),
        cameraIds: z.array(z.uuid()).max(500).optional(),
        ...range,
      })
      .refine(isForward, FORWARD)
      .refine(isShort, SHORT),
    response: z.object({ rooms: z.array(sleepRoom) }),
    lasting: true,
  }),
  'metrics.sleepNights': endpoint({
    method: 'POST',
    path: 'metrics/sleep/nights',
    access: readers,
    summary:
      'The nights of a room, each with its scores and the means of the thirty days before it, and the one that goes on.',
    body: z
      .strictObject({ cameraId: z.uuid(), ...range })
      .refine(isForward, FORWARD)
      .refine(isShort, SHORT),
    response: z.object({
      nights: z.array(sleepNight),
      /** From the first get-up after 04:00 until 18:00; otherwise null. */
      running: runningNight.nullable(),
    }),
    lasting: true,
  }),
}
