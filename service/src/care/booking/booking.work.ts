/** Reminders of planned check-ins, each at its time: a timer that sleeps until the next one. Requirements LIVE-03, LIVE-04. */
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { Logger } from 'pino'
import type { Platform } from '#platform/platform.ts'
import { createDueWorker, type DueWork, type DueWorker } from '#platform/work/due-worker.ts'
import type { Job } from '#platform/work/jobs.ts'
import { forgetOverdue, nextReminder, tellReminders } from './booking.changes.ts'

const AT_ONCE = 500
/** Delay before retrying rows that are due but locked. */
const HELD_AGAIN_MS = 50

type Parts = Pick<Platform, 'database' | 'clock' | 'wakeSignals'>

/** Creates the timer of this instance. Several instances share the rows. */
export function createReminderWork({ database, clock, wakeSignals }: Parts, logger: Logger): DueWorker {
  const due: DueWork = {
    name: 'reminders.tell',
    async nextAt(database) {
      const now = clock.now()
      const next = await database.asPlatform('next reminder', (db) => nextReminder(db, now))
      return next !== null && next <= now ? new Date(now.getTime() + HELD_AGAIN_MS) : next
    },
    async work(database, now) {
      const reminded = await database.asPlatform('remind of check-ins', (db) => tellReminders(db, now, AT_ONCE))
      if (reminded > 0) wakeSignals.send('notice')
      return reminded === AT_ONCE
    },
  }
  return createDueWorker(due, { database, clock, logger })
}

/** Longer than any clock error: after a clock was set back due reminders are still found. */
const RETAINED_MS = 7 * 24 * HOUR_MS

/** Index: booking_occurrence_due. */
export const forgetReminders: Job = {
  name: 'reminders.forget',
  everyMs: HOUR_MS,
  batchSize: AT_ONCE,
  batch: (db, now) => forgetOverdue(db, new Date(now.getTime() - RETAINED_MS), AT_ONCE),
}
