/** Rows of drafts that were written long ago go: the texts stay. */
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { Job } from '#platform/work/jobs.ts'
import { forgetJobs } from './report.job.queries.ts'

/** Longer than the day of the budget that they count for. */
const RETAINED_DAYS = 7
const BATCH = 500

export const forgetReportJobs: Job = {
  name: 'reports.forget-jobs',
  everyMs: 60 * 60_000,
  batchSize: BATCH,
  batch: (db, now) => forgetJobs(db, new Date(now.getTime() - RETAINED_DAYS * DAY_MS), BATCH),
}
