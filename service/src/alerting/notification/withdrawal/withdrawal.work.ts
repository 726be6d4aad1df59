/** Removes the messages of an answered alarm from the devices reached. Requirements ALARM-04, REACH-01. */
import type { PushMessage } from '@mimamori/contract/alerting/push-message.ts'
import type { Logger } from 'pino'
import type { PushOutcome } from '#platform/messaging/push.ts'
import type { Platform } from '#platform/platform.ts'
import { createSideBySide } from '#platform/work/queue/side-by-side.ts'
import { createMessageTokens } from '#shared/message-tokens.ts'
import { removeRegistration } from '../message.queries.ts'
import { nextTry, type SendingOptions } from '../message.sending.ts'
import { pathOf } from '../message.text.ts'
import { callProvider, type RingOutcome } from '../ringer/ringer.call.ts'
import { endPoll } from '../ringer/ringer.queries.ts'
import { openAddress } from '../ringer/ringer.rules.ts'
import { claimWithdrawals, recordWithdrawal, type Withdrawal } from './withdrawal.queries.ts'

const AT_ONCE = 64
const AT_ONCE_OF_TENANT = 12
/** Three times the longest wait for a push service. */
const LEASE_MS = 60_000

type Parts = Pick<SendingOptions, 'clock' | 'push' | 'receipts' | 'secrets' | 'config'> & Pick<Platform, 'database'>

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

async function withdraw(parts: Parts, one: Withdrawal, leasedUntil: Date): Promise<void> {
  const { database, clock } = parts
  const { registrationId, subscription, attempts } = one
  const outcome = one.isStale ? null : await take(parts, one)
  const claim = { attempts, dueAt: new Date(one.dueAt) }
  const nextAt =
    outcome && !outcome.isSent && !outcome.isFinal ? nextTry(claim, outcome.retryAfterSeconds, clock.now()) : null
  await database.asPlatform('record a withdrawal', async (db) => {
    if (outcome && 'isGone' in outcome && outcome.isGone) {
      await removeRegistration(db, { id: registrationId, subscription: subscription! })
    }
    if (one.ring && !one.isStale) await endPoll(db, { tenantId: one.tenantId, id: registrationId })
    await recordWithdrawal(db, one, { leasedUntil, nextAt })
  })
}

/** Through the provider that rang the phone, or by push; null: there is nothing to take away. */
async function take(
  { push, receipts, secrets, config, clock }: Parts,
  one: Withdrawal,
): Promise<PushOutcome | RingOutcome | null> {
  const { tenantId, registrationId: id, subscription, ring, attempts } = one
  if (ring) {
    const callId = createMessageTokens(secrets, 'ring-claims').issue({ tenantId, id })
    const rung = { id, callId, address: openAddress(secrets, ring), providerId: ring.providerId }
    const parts = { config, secrets, clock }
    return callProvider(parts, ring, (preset, access) => preset.withdraw(rung, access))
  }
  if (subscription === null) return null
  const message = { ...messageOf(one), receipt: receipts.issue(one) }
  return push.send(subscription, message, { tenantId, isFirst: attempts === 1 })
}

/** Uses the tag of the message on the screen: the push service, too, then replaces one that still waits. */
function messageOf({ cause, alertId, severity, occurredAt, locale }: Withdrawal): Omit<PushMessage, 'receipt'> {
  const path = pathOf({ alertId, occurrenceId: null })
  return { tag: `${cause}:${alertId}`, title: '', body: '', locale, path, severity, occurredAt, withdraws: true }
}
