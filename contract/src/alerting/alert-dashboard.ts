/** Alerts on the dashboard. Requirements DASH-01, ALARM-05. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { idList, instant } from '../shared/page.ts'
import { READERS } from '../shared/roles.ts'
import { alert } from './alert.ts'

/** A range by either pair of names: the description gives these calls with params, and not which. */
const dashboardQuery = z.object({
  unitIds: idList.optional(),
  from: instant.optional(),
  to: instant.optional(),
  startDate: instant.optional(),
  endDate: instant.optional(),
})

const seconds = z.number().nullable()

export const severityCounts = z.object({
  critical: z.number().int(),
  high: z.number().int(),
  medium: z.number().int(),
  low: z.number().int(),
})
export type SeverityCounts = z.infer<typeof severityCounts>

export const alertDashboardEndpoints = {
  'alert.latest': endpoint({
    method: 'GET',
    path: 'alert/view/camera-alert/dashboard/latest-alerts',
    access: READERS,
    summary: 'The newest alerts for the dashboard, and the most urgent alarm that nobody has claimed.',
    query: z.strictObject(dashboardQuery.shape),
    response: z.object({ records: z.array(alert), unseenCritical: alert.nullable() }),
  }),
  'alert.countBySeverity': endpoint({
    method: 'GET',
    path: 'alert/view/by-severity/dashboard',
    access: READERS,
    scope: 'alerts',
    summary: 'How many alerts of each severity, in all and for each day or hour of the range (site’s zone).',
    query: dashboardQuery,
    response: z.object({
      total: severityCounts,
      /** `hour` when the range is at most two days, else `day`. */
      step: z.enum(['hour', 'day']),
      series: z.array(severityCounts.extend({ startsAt: z.iso.datetime() })),
      /** Falls (A005) in the range, and in the one of the same length before it, which begins at `beforeFrom`. */
      falls: z.object({
        now: z.number().int(),
        before: z.number().int(),
        beforeFrom: z.iso.datetime(),
        /** Half of those in the range that were not judged false were claimed within; null: none was. */
        claimedSeconds: seconds,
        /** The same until somebody was in the room. */
        arrivedSeconds: seconds,
      }),
    }),
  }),
  'alert.countByCamera': endpoint({
    method: 'GET',
    path: 'alert/view/by-camera/dashboard',
    access: READERS,
    scope: 'alerts',
    summary: 'The cameras with most alerts in the range, busiest first, at most ten.',
    query: dashboardQuery,
    response: z.object({
      records: z.array(
        z.object({ cameraId: z.uuid(), cameraName: z.string(), location: z.string(), count: z.number().int() }),
      ),
    }),
  }),
}
