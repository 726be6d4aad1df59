/** Analytics: the reports that managers read. Requirements METRIC-01 to METRIC-04. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './page.ts'
import { READERS, STAFF } from './roles.ts'

/** A month as MM-yyyy or yyyy-MM; both ends are inclusive. domain.md "Report names". */
const month = z.string().regex(/^(\d{2}-\d{4}|\d{4}-\d{2})$/, 'metrics.month-invalid')

export const metricsEndpoints = {
  'metrics.report': endpoint({
    method: 'POST',
    path: 'metrics/report',
    access: READERS.filter((role) => role !== 'RESTRICTED_USER'),
    summary: 'The general and the fall report of some rooms and days.',
    body: z.strictObject({
      unitIds: z.array(z.uuid()).max(500).optional(),
      cameraIds: z.array(z.uuid()).max(500).optional(),
      from: instant,
      to: instant,
    }),
    later: true,
  }),
  'metrics.downloadReport': endpoint({
    method: 'POST',
    path: 'metrics/downloadReport',
    access: STAFF,
    summary: 'The report of some months as a PDF.',
    body: z.strictObject({ startDate: month, endDate: month }),
    answer: 'bytes',
    later: true,
  }),
}
