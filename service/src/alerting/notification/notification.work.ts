/** Background work: expands notices into messages and sends them. Its timers sleep until something is due. */
import type { Logger } from 'pino'
import type { Platform } from '#platform/platform.ts'
import { createDueWorker } from '#platform/work/due-worker.ts'
import { createSideBySide, type InWork } from '#platform/work/queue/side-by-side.ts'
import { createTurns } from '#platform/work/queue/turns.ts'
import { createMessageTokens } from '#shared/message-tokens.ts'
import { CHANNELS } from './channel/channels.ts'
import { proofs } from './coverage/coverage.work.ts'
import { type Claim, claimMessages, nextDueAt } from './message.queries.ts'
import { type Outcome, recordError, type SendingOptions, type Transact } from './message.sending.ts'
import { expandNotices, NOTICES_AT_ONCE } from './notice.expand.ts'
import { nextNotice } from './notice.queries.ts'
import { nextReceiptDueAt } from './notification.queries.ts'
import { RECEIPTS_AT_ONCE, tellOtherwise } from './notification.receipt-wait.ts'
import { ringReceipts } from './ringer/ringer.receipts.ts'
import { nextWithdrawalAt } from './withdrawal/withdrawal.queries.ts'
import { createWithdrawing } from './withdrawal/withdrawal.work.ts'

export type NotificationWork = {
  start(): void
  /** Resolves when the messages in progress are sent and recorded. */
  stop(): Promise<void>
  /** Resolves when everything that is due by the clock was sent. For tests, which move the clock. */
  idle(): Promise<void>
}

type Parts = Omit<SendingOptions, 'receipts' | 'read' | 'record'> & Pick<Platform, 'database'>

/** Lease of a claimed message: more than twice the longest wait for a push service. */
export const LEASE_MS = 60_000
/** Messages in progress at once: enough that many sites with hanging push services leave places for the others. */
const AT_ONCE = 256
const AT_ONCE_OF_TENANT = 12
/** Share of the four connections of an instance; calls and hubs need the others. */
const READS_AT_ONCE = 2
const RECORDS_AT_ONCE = 1

/** Creates the work of this instance. Instances share it. */
export function createNotificationWork(parts: Parts, logger: Logger): NotificationWork {
  const { database, clock, bus, wakeSignals, mail } = parts
  const receipts = createMessageTokens(parts.secrets, 'notification-receipts')
  const isElsewhere = () => wakeSignals.isElsewhere
  const sending = createSending({ ...parts, receipts }, logger)
  const sender = createDueWorker(
    {
      name: 'notifications.send',
      nextAt: (database) => database.asPlatform('next message', nextDueAt),
      work: (_, now) => sending.round(now),
    },
    { database, clock, logger },
  )
  const expander = createDueWorker(
    {
      name: 'notices.expand',
      nextAt: (database) => database.asPlatform('next notice', nextNotice),
      async work(database, now) {
        const onError = (error: unknown, noticeId: string) =>
          logger.error({ err: error, noticeId }, 'a notice could not be turned into messages')
        const count = await expandNotices(database, { bus, isMailSent: mail.isSent, onError }, now)
        if (count > 0) wakeSender()
        return count === NOTICES_AT_ONCE
      },
      isElsewhere,
    },
    { database, clock, logger },
  )
  const receiptWaiter = createDueWorker(
    {
      name: 'receipts.miss',
      nextAt: (database) => database.asPlatform('next missing receipt', nextReceiptDueAt),
      async work(database, now) {
        const count = await tellOtherwise(database, bus, now)
        if (count > 0) wakeSender()
        return count === RECEIPTS_AT_ONCE
      },
    },
    { database, clock, logger },
  )
  const withdrawing = createWithdrawing({ ...parts, receipts }, logger)
  const withdrawer = createDueWorker(
    {
      name: 'withdrawals.send',
      nextAt: (database) => database.asPlatform('next withdrawal', nextWithdrawalAt),
      work: (_, now) => withdrawing.round(now),
    },
    { database, clock, logger },
  )
  const prover = createDueWorker(proofs(parts), { database, clock, logger })
  const ringReader = createDueWorker(ringReceipts(parts, logger), { database, clock, logger })
  function wakeSender() {
    sending.nudge()
    sender.wake()
  }
  let offs: (() => void)[] = []
  return {
    start() {
      offs = [
        wakeSignals.onSignal('notice', () => {
          expander.wake()
          wakeSender()
          withdrawing.nudge()
          withdrawer.wake()
          prover.wake()
        }),
        wakeSignals.onSignal('message', wakeSender),
      ]
      expander.start()
      sender.start()
      receiptWaiter.start()
      withdrawer.start()
      prover.start()
      ringReader.start()
    },
    async stop() {
      for (const off of offs) off()
      await expander.stop()
      await receiptWaiter.stop()
      const withdrawn = withdrawer.stop()
      withdrawing.nudge()
      await withdrawn
      await withdrawing.finished()
      await prover.stop()
      await ringReader.stop()
      const stopped = sender.stop()
      sending.nudge()
      await stopped
      await sending.finished()
    },
    async idle() {
      for (const one of [expander, receiptWaiter, sender, withdrawer, prover, ringReader]) await one.idle()
    },
  }
}

/** Messages leave side by side, sites in turn: a push service that is slow keeps no other message waiting. */
function createSending(parts: Parts & Pick<SendingOptions, 'receipts'>, logger: Logger) {
  const { database, clock, bus, wakeSignals } = parts
  const inTurns = (atOnce: number): Transact => {
    const turns = createTurns(atOnce)
    return ({ tenantId }, reason, work) => turns.run(tenantId, null, () => database.asPlatform(reason, work))
  }
  const options: SendingOptions = { ...parts, read: inTurns(READS_AT_ONCE), record: inTurns(RECORDS_AT_ONCE) }

  async function claim(free: number, inWork: InWork, now: Date): Promise<Claim[]> {
    const leasedUntil = new Date(now.getTime() + LEASE_MS)
    const by = { now, leasedUntil, most: free, mostOfTenant: AT_ONCE_OF_TENANT, inWork }
    const claims = await database.asPlatform('claim messages', (db) => claimMessages(db, by))
    const ofTenant = Map.groupBy(claims, ({ tenantId }) => tenantId)
    const isFull = ([id, own]: [string, Claim[]]) => own.length + (inWork.get(id) ?? 0) >= AT_ONCE_OF_TENANT
    if (claims.length === free || [...ofTenant].some(isFull)) wakeSignals.sendToOthers('message')
    return claims
  }
  function work(claim: Claim): Promise<void> {
    return (
      CHANNELS[claim.channel]
        .send(options, claim)
        .then(tell)
        .catch(async (error: unknown) => {
          logger.error({ err: error, messageIds: claim.ids }, 'a message could not be sent or recorded')
          tell(await recordError(options, claim))
        })
        // The message is claimed again when the lease expires.
        .catch((error: unknown) => logger.error({ err: error }, 'an error could not be recorded'))
    )
  }
  function tell(outcome: Outcome): void {
    if (outcome && outcome.alertIds.length > 0) {
      const { tenantId, unitId, alertIds } = outcome
      bus.publish(tenantId, { type: 'alert-changed', alertIds, unitId })
    }
  }
  return createSideBySide({ clock, atOnce: AT_ONCE, hasExtra: true, claim, work })
}
