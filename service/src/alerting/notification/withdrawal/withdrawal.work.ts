/** Removes the messages of an answered alarm from the screens of the devices reached. Requirement ALARM-04. */
import type { PushMessage } from '@mimamori/contract/alerting/push-message.ts'
import type { Logger } from 'pino'
import type { Platform } from '#platform/platform.ts'
import { createSideBySide } from '#platform/work/queue/side-by-side.ts'
import { removeRegistration } from '../message.queries.ts'
import { nextTry, type SendingOptions } from '../message.sending.ts'
import { pathOf } from '../message.text.ts'
import { claimWithdrawals, recordWithdrawal, type Withdrawal } from './withdrawal.queries.ts'

const AT_ONCE = 64
const AT_ONCE_OF_TENANT = 12
/** Three times the longest wait for a push service. */
const LEASE_MS = 60_000

type Parts = Pick<SendingOptions, 'clock' | 'push' | 'receipts'> & Pick<Platform, 'database'>

/** Withdrawals are retried and given up like messages; they are canceled when the alarm is open again. */
export function createWithdrawing(parts: Parts, logger: Pick<Logger, 'error'>) {
  const { database, clock } = parts
  return createSideBySide<Withdrawal & { leasedUntil: Date }>({
    clock,
    atOnce: AT_ONCE,
    hasExtra: true,
    async claim(free, inWork, now) {
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      const by = { now, leasedUntil, most: free, mostOfTenant: AT_ONCE_OF_TENANT, inWork }
      const taken = await database.asPlatform('claim withdrawals', (db) => claimWithdrawals(db, by))
      return taken.map((one) => ({ ...one, leasedUntil }))
    },
    // After an error the lease expires, and it is claimed again.
    work: (one) =>
      withdraw(parts, one, one.leasedUntil).catch((error: unknown) =>
        logger.error({ err: error, withdrawalId: one.id }, 'a push message could not be withdrawn'),
      ),
  })
}

async function withdraw({ database, clock, push, receipts }: Parts, one: Withdrawal, leasedUntil: Date): Promise<void> {
  const { registrationId, subscription, isStale, attempts } = one
  const outcome =
    isStale || subscription === null
      ? null
      : await push.send(
          subscription,
          { ...messageOf(one), receipt: receipts.issue(one) },
          { tenantId: one.tenantId, isFirst: attempts === 1 },
        )
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

/** Uses the tag of the message on the screen: the push service, too, then replaces one that still waits. */
function messageOf({ cause, alertId, severity, occurredAt, locale }: Withdrawal): Omit<PushMessage, 'receipt'> {
  const path = pathOf({ alertId, occurrenceId: null })
  return { tag: `${cause}:${alertId}`, title: '', body: '', locale, path, severity, occurredAt, withdraws: true }
}
