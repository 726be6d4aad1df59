/** Messages and withdrawals are forgotten after a while. */

import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'
import { forgetGaps, forgetReceipts, watchPaths } from './coverage/coverage.gaps.ts'
import { checkRingers } from './ringer/ringer.check.ts'

const DAYS = 90
const AT_ONCE = 500

/** Index: notification_by_time. */
export const forgetNotifications: Job = {
  name: 'notifications.forget',
  everyMs: 10 * 60_000,
  batchSize: AT_ONCE,
  isByAge: true,
  batch: (db, now) =>
    db.run(sql`
      delete from notification where (tenant_id, id) in (
        select tenant_id, id from notification where created_at < ${new Date(now.getTime() - DAYS * DAY_MS)}
        order by created_at limit ${AT_ONCE} for update skip locked)`),
}

const WITHDRAWAL_DAYS = 2

/** Index: push_withdrawal_by_time. */
export const forgetWithdrawals: Job = {
  name: 'withdrawals.forget',
  everyMs: 10 * 60_000,
  batchSize: AT_ONCE,
  isByAge: true,
  batch: (db, now) =>
    db.run(sql`
      delete from push_withdrawal where (tenant_id, id) in (
        select tenant_id, id from push_withdrawal where due_at < ${new Date(now.getTime() - WITHDRAWAL_DAYS * DAY_MS)}
        order by due_at limit ${AT_ONCE} for update skip locked)`),
}

export function notificationJobs(parts: Parameters<typeof checkRingers>[0]): Job[] {
  const watches = [watchPaths(parts.mail), checkRingers(parts)]
  return [forgetNotifications, forgetWithdrawals, ...watches, forgetGaps, forgetReceipts]
}
