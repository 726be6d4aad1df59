/** How many of an app's alerts were right, by what people said of them. Requirement REAL-10; decision 0041. */
import { z } from 'zod'
import { alertAppCode } from '../camera/apps.ts'
import { ADMINS } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'
import { PRECISION_LEAST } from './precision-rules.ts'

const number = z.number().int().min(0)
/** `open`: nobody said, or what they said decides nothing. */
const counts = { real: number, falseAlarms: number, open: number }

const precision = z.object({
  ...counts,
  /** 95 % of the share that was right (Wilson); null with fewer than PRECISION_LEAST judged. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  /** Whole weeks of the site from Monday on, the oldest first; weeks without an alert are left out. */
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
