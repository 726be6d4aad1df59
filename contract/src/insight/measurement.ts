/** Measurements of hubs: the feature log as uploaded and read. Requirements METRIC-02, METRIC-03, APP-06. */
import { z } from 'zod'
import { verdict } from '../alerting/alert.ts'
import { activity, alertAppCode } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, instant } from '../shared/page.ts'
import { READERS } from '../shared/roles.ts'
import { BED_STATES, GATES, loggedApp, SHARE_UNIT } from './measurement-block.ts'

/** The longest range of seconds in one response. */
const WHY_RANGE_MAX_MINUTES = 30

const number = z.number().int()

/** Sums over a minute or an hour. Motion: the share of moving pixels, in 1/10 000, summed over the seconds. */
const measured = z.object({
  /** Seconds with frames that could be evaluated. */
  secondsObserved: number,
  /** Seconds of these in which the occupancy of the bed is known. */
  secondsBedKnown: number,
  secondsInBed: number,
  /** Seconds with somebody out of bed. */
  secondsPerson: number,
  /** In the bed region, otherwise in A003's regions. */
  motionInside: number,
  /** Everywhere else. */
  motionOutside: number,
  /** `motionInside` of the seconds in bed alone. */
  motionInBed: number,
})
export type Measured = z.infer<typeof measured>

const bytes = z.number().int().min(0).max(255)
const share = z.number().int().min(0).max(SHARE_UNIT)
const gate = z.enum(GATES)
/** As in measurement-block.ts. */
const measuredSecond = z.object({
  second: number,
  frames: bytes,
  gapTenths: bytes,
  isReliable: z.boolean(),
  bed: z.enum(BED_STATES),
  people: bytes,
  insideShare: share,
  outsideShare: share,
  changedShare: share,
  movingShare: share,
  blobHeightPercent: bytes,
  blobAspectTenths: bytes,
  gates: z.record(alertAppCode, gate),
  marks: number,
})

export const why = z.object({
  cameraId: z.uuid(),
  location: z.string(),
  unitName: z.string().nullable(),
  /** Days that seconds are retained. */
  retainedDays: number,
  /** The settings of the apps at that time; empty: nothing was measured. */
  apps: z.array(loggedApp),
  /** The measured ones, in order. */
  seconds: z.array(measuredSecond),
  /** Alerts of the camera in this time, in order, at most fifty. */
  alerts: z.array(z.object({ id: z.uuid(), activity, occurredAt: z.iso.datetime(), verdict: verdict.nullable() })),
})
export type Why = z.infer<typeof why>

const readers = READERS.filter((role) => role !== 'RESTRICTED_USER')

export const measurementEndpoints = {
  'measurement.putBlock': endpoint({
    method: 'PUT',
    path: 'hub/measurement/:id',
    access: 'hub',
    summary: 'A block of the feature log of a camera. The same id again changes nothing.',
    params: byId,
    query: z.strictObject({ cameraId: z.uuid() }),
    intake: 'bytes',
  }),
  'measurement.why': endpoint({
    method: 'GET',
    path: 'measurement/why',
    access: readers,
    summary: 'What a camera saw second by second, how far each of its apps came, and what was raised.',
    query: z
      .strictObject({ cameraId: z.uuid(), from: instant, to: instant })
      .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['from'], error: 'range.start-before-end' })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= WHY_RANGE_MAX_MINUTES * 60_000, {
        path: ['from'],
        error: 'range.too-long',
      }),
    response: why,
  }),
}
