/** The work that nobody calls for: notices become messages, and messages leave. Timers asleep until something is due. */
import type { Logger } from 'pino'
import { createDueWorker } from '#platform/work/due-worker.ts'
import { CHANNELS } from './channel/channels.ts'
import { proofs } from './coverage/coverage.work.ts'
import { claimMessages, nextDueAt } from './message.queries.ts'
import { type Outcome, recordError, type SendingOptions } from './message.sending.ts'
import { expandNotices, NOTICES_AT_ONCE } from './notice.expand.ts'
import { nextNotice } from './notice.queries.ts'
import { nextReceiptDueAt } from './notification.queries.ts'
import { createReceipts } from './notification.receipt.ts'
import { RECEIPTS_AT_ONCE, tellOtherwise } from './notification.receipt-wait.ts'
import { withdrawals } from './withdrawal/withdrawal.work.ts'

export type NotificationWork = {
  start(): void
  /** Lets what is being sent be recorded. */
  stop(): Promise<void>
  /** Resolves when everything that is due by the clock was sent. For tests, which move the clock. */
  settled(): Promise<void>
}

type Parts = Omit<SendingOptions, 'receipts'>

/** Lease of a claimed message: more than twice the longest wait for a push service. */
export const LEASE_MS = 60_000
/** Messages on their way at once. */
const AT_ONCE = 16
/** While some are on their way, those that become due are looked for after this. */
const LOOK_AGAIN_MS = 500

/** Creates the work of this instance. Several instances share it. */
export function createNotificationWork(parts: Parts, logger: Logger): NotificationWork {
  const { database, clock, bus, wakeSignals, mail } = parts
  const receipts = createReceipts(parts.secrets)
  const isElsewhere = () => wakeSignals.isElsewhere
  const sending = createSending({ ...parts, receipts }, logger)
  const sender = createDueWorker(
    {
      name: 'notifications.send',
      nextAt: (database) => database.asPlatform('next message', nextDueAt),
      work: sending.work,
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
  const withdrawer = createDueWorker(withdrawals({ ...parts, receipts }), { database, clock, logger })
  const prover = createDueWorker(proofs(parts), { database, clock, logger })
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
    },
    async stop() {
      for (const off of offs) off()
      await expander.stop()
      await receiptWaiter.stop()
      await withdrawer.stop()
      await prover.stop()
      const stopped = sender.stop()
      sending.nudge()
      await stopped
      await sending.finished()
    },
    async settled() {
      await expander.settled()
      await receiptWaiter.settled()
      await sender.settled()
      await withdrawer.settled()
      await prover.settled()
    },
  }
}

/** Messages leave side by side: a push service that is slow keeps no other one waiting. */
function createSending(options: SendingOptions, logger: Logger) {
  const { database, clock, bus, wakeSignals } = options
  const running = new Set<Promise<void>>()
  let nudge = () => {}

  async function fill(now: Date): Promise<number> {
    const most = AT_ONCE - running.size
    if (most <= 0) return 0
    const leasedUntil = new Date(now.getTime() + LEASE_MS)
    const claims = await database.asPlatform('claim messages', (db) => claimMessages(db, { now, leasedUntil, most }))
    for (const claim of claims) {
      const one = CHANNELS[claim.channel]
        .send(options, claim)
        .then(tell)
        .catch(async (error: unknown) => {
          logger.error({ err: error, messageIds: claim.ids }, 'a message could not be sent or recorded')
          tell(await recordError(options, claim))
        })
        // The lease runs out, and it is claimed again.
        .catch((error: unknown) => logger.error({ err: error }, 'an error could not be recorded'))
        .finally(() => running.delete(one))
      running.add(one)
    }
    if (claims.length === most) wakeSignals.sendToOthers('message')
    return claims.length
  }
  function tell(outcome: Outcome): void {
    if (outcome && outcome.alertIds.length > 0) {
      const { tenantId, unitId, alertIds } = outcome
      bus.publish(tenantId, { type: 'alert-changed', alertIds, unitId })
    }
  }
  return {
    async work(_database: unknown, now: Date): Promise<boolean> {
      const nudged = new Promise<void>((resolve) => {
        nudge = resolve
      })
      const claimed = await fill(now)
      if (running.size === 0) return claimed > 0
      const cancel = clock.after(LOOK_AGAIN_MS, nudge)
      await Promise.race([...running, nudged])
      cancel()
      return true
    },
    nudge: () => nudge(),
    finished: async () => void (await Promise.all(running)),
  }
}
