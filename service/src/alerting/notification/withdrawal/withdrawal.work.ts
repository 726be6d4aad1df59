/** Takes the messages of an answered alarm from the screens of the devices that were reached. Requirement ALARM-04. */
import type { PushMessage } from '@mimamori/contract/alerting/push-message.ts'
import type { DueWork } from '#platform/work/due-worker.ts'
import { removeRegistration } from '../message.queries.ts'
import { nextTry, type SendingOptions } from '../message.sending.ts'
import { pathOf } from '../message.text.ts'
import { claimWithdrawals, nextWithdrawalAt, recordWithdrawal, type Withdrawal } from './withdrawal.queries.ts'

const AT_ONCE = 16
/** Twice as long as the slowest push service is waited for, and more. */
const LEASE_MS = 60_000

type Parts = Pick<SendingOptions, 'database' | 'clock' | 'push' | 'receipts'>

/** Tried again and given up as messages are; cancelled when the alarm waits for somebody again. */
export function withdrawals(parts: Parts): DueWork {
  return {
    name: 'withdrawals.send',
    nextAt: (database) => database.asPlatform('next withdrawal', nextWithdrawalAt),
    async work(database, now) {
      const by = { now, leasedUntil: new Date(now.getTime() + LEASE_MS), most: AT_ONCE }
      const taken = await database.asPlatform('claim withdrawals', (db) => claimWithdrawals(db, by))
      await Promise.all(taken.map((one) => withdraw(parts, one, by.leasedUntil)))
      return taken.length > 0
    },
  }
}

async function withdraw({ database, clock, push, receipts }: Parts, one: Withdrawal, leasedUntil: Date): Promise<void> {
  const { registrationId, subscription, isStale, attempts } = one
  const outcome =
    isStale || subscription === null
      ? null
      : await push.send(subscription, { ...messageOf(one), receipt: receipts.issue(one) })
  const claim = { attempts, dueAt: new Date(one.dueAt) }
  const nextAt =
    outcome && !outcome.isSent && !outcome.isFinal ? nextTry(claim, outcome.retryAfterSeconds, clock.now()) : null
  await database.asPlatform('record a withdrawal', async (db) => {
    if (outcome && !outcome.isSent && outcome.isGone) {
      await removeRegistration(db, { id: registrationId, subscription: subscription! })
    }
    await recordWithdrawal(db, one, { leasedUntil, nextAt })
  })
}

/** Of the tag of the message that stands there: at the push service, too, it takes the place of one that still waits. */
function messageOf({ cause, alertId, severity, occurredAt, locale }: Withdrawal): Omit<PushMessage, 'receipt'> {
  const path = pathOf({ alertId, occurrenceId: null })
  return { tag: `${cause}:${alertId}`, title: '', body: '', locale, path, severity, occurredAt, withdraws: true }
}
