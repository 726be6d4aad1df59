/** Reads the receipts of messages that ring until a person confirms them. REACH-01. */
import type { Logger } from 'pino'
import type { Platform } from '#platform/platform.ts'
import { writeReceipt } from '../notification.queries.ts'
import { callProvider } from './ringer.call.ts'
import { claimPolls, endPoll, nextPollAt, type Polled } from './ringer.queries.ts'

const AT_ONCE = 16

type Parts = Pick<Platform, 'database' | 'clock' | 'config' | 'secrets'>

/** For createDueWorker. */
export function ringReceipts({ database, clock, config, secrets }: Parts, logger: Pick<Logger, 'error'>) {
  const parts = { config, secrets, clock }

  async function poll(one: Polled): Promise<void> {
    const provider = { ...one, tenantId: one.ringerTenantId }
    const outcome = await callProvider(
      parts,
      provider,
      ({ receipt }, access) => receipt?.(one.providerId, access) ?? null,
    )
    const isConfirmed = outcome?.isSent === true && outcome.json.acknowledged === 1
    const isOver = isConfirmed || outcome === null || (outcome.isSent ? outcome.json.expired === 1 : outcome.isFinal)
    if (!isOver) return
    await database.asPlatform('record the receipt of a ring', async (db) => {
      if (isConfirmed) await writeReceipt(db, one, 'opened', clock.now())
      await endPoll(db, one)
    })
  }
  return {
    name: 'ring-receipts.read',
    nextAt: (db: Platform['database']) => db.asPlatform('next receipt of a ring', nextPollAt),
    async work(db: Platform['database'], now: Date) {
      const due = await db.asPlatform('claim receipts of rings', (platform) => claimPolls(platform, now, AT_ONCE))
      const failed = (error: unknown, { id }: Polled) =>
        logger.error({ err: error, messageId: id }, 'the receipt of a ring could not be read')
      await Promise.all(due.map((one) => poll(one).catch((error: unknown) => failed(error, one))))
      return due.length === AT_ONCE
    },
  }
}
