/** The share of an app's alerts that were correct, according to people. Requirement REAL-10; decision 0041. */
import { z } from 'zod'
import { alertAppCode } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'
import { PRECISION_LEAST } from './insight-lists.ts'

const number = z.number().int().min(0)
/** `open`: no feedback, or feedback that decides nothing. */
const counts = { real: number, falseAlarms: number, open: number }

const precision = z.object({
  ...counts,
  /** 95 % of the share that was right (Wilson); null with fewer than PRECISION_LEAST judged. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  /** Look-ins of the fall app (REAL-12); null for other apps. */
  lookIn: z.object(counts).nullable(),
  /** False alarms in 24 h of watching, with 95 % of the rate (Byar); null before the first whole day. REAL-13. */
  falsePerDay: z.object({ rate: z.number(), interval: z.tuple([z.number(), z.number()]), days: z.number() }).nullable(),
  /** Days of the site, oldest first, with the hours in which frames were analyzed; days without either are left out. */
  days: z.array(z.object({ day: z.iso.date(), hoursWatched: z.number(), ...counts, lookIns: number })),
  /** Whole weeks of the site from Monday on, oldest first; weeks without alerts are left out. */
  weeks: z.array(z.object({ startsOn: z.iso.date(), ...counts, interval: z.tuple([z.number(), z.number()]) })),
})
export type Precision = z.infer<typeof precision>

export const precisionEndpoints = {
  'cameraApp.precision': endpoint({
    method: 'GET',
    path: 'camera/app/precision/:cameraId/:appCode',
    access: ADMINS,
    whileBound: 'within-units',
    summary: `How many alerts of an app of a camera were right in the last weeks, with the interval from ${PRECISION_LEAST} judged ones on.`,
    params: z.strictObject({ cameraId: z.uuid(), appCode: alertAppCode }),
    response: precision,
    lasting: true,
  }),
}
