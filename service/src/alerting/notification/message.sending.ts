/**
 * What the channels share in sending one claimed message: its alert looked at again, when it is tried again, and what is
 * recorded of it. At least once: an instance that dies in between leaves it to the next claim. security.md, Design 12.
 */

import type { Platform } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import {
  type Claim,
  cancelMessages,
  type MessageRow,
  readMessages,
  readPlaces,
  recordUnsent,
} from './message.queries.ts'
import { mayHear } from './notice.person.ts'
import type { Receipts } from './notification.receipt.ts'

/** Everything that a channel may need to send. */
export type SendingOptions = Omit<Platform, 'push'> & { push: Pick<Platform['push'], 'send'>; receipts: Receipts }
/** What became of it, for the open consoles: alerts of one unit whose timeline says that a message was given up. */
export type Outcome = { tenantId: string; unitId: string | null; alertIds: string[] } | null

/** security.md, Design 12. */
const PAUSES_S = [1, 5, 15, 60]
const GIVE_UP_MS = 15 * 60_000

/** Cancels the messages that need not be sent any more, and answers the rest. */
export async function stillToTell(db: PlatformDb, claim: Claim, now: Date): Promise<MessageRow[]> {
  const rows = await readMessages(db, claim, now)
  const over = rows.filter((row) => row.isOver)
  const gone = rows.filter((row) => !row.isOver && !isStillTheirs(row, claim.tenantId))
  await cancelMessages(db, claim, idsOf(over), now)
  if (gone.length > 0) {
    await recordUnsent(db, claim, { ids: idsOf(gone), httpStatus: null, reason: 'recipient-gone', nextAt: null }, now)
  }
  return rows.filter((row) => !over.includes(row) && !gone.includes(row))
}

/** A bare address always gets its message; a user only while they may see the alert. */
function isStillTheirs(row: MessageRow, tenantId: string): boolean {
  const { userId, role, userTenantId, userUnitIds, cause, parentId, unitId } = row
  if (userId === null) return true
  if (role === null || userTenantId === null) return false
  return (
    cause === 'sample' ||
    mayHear({ tenantId: userTenantId, role, unitIds: userUnitIds }, { tenantId, parentId, unitId })
  )
}

export const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

export function outcomeOf({ tenantId }: Claim, rows: readonly Pick<MessageRow, 'alertId' | 'unitId'>[]): Outcome {
  return { tenantId, unitId: rows[0]!.unitId, alertIds: rows.flatMap(({ alertId }) => alertId ?? []) }
}

/**
 * After an error in this service: the same retries as when the other side fails, and the same end, so that a message
 * that always fails shows among the deliveries and goes out on the other channel.
 */
export async function recordError({ database, clock }: SendingOptions, claim: Claim): Promise<Outcome> {
  const now = clock.now()
  return database.asPlatform('record an error', async (db) => {
    const unsent = { ids: claim.ids, httpStatus: null, reason: 'error' as const, nextAt: nextTry(claim, null, now) }
    if ((await recordUnsent(db, claim, unsent, now)) === 0) return null
    return outcomeOf(claim, await readPlaces(db, claim))
  })
}

/** Null: it is given up. */
export function nextTry(
  { attempts, dueAt }: Pick<Claim, 'attempts' | 'dueAt'>,
  retryAfterSeconds: number | null,
  now: Date,
): Date | null {
  const pauseS = Math.max(PAUSES_S[Math.min(attempts, PAUSES_S.length) - 1]!, retryAfterSeconds ?? 0)
  const at = new Date(now.getTime() + pauseS * 1000)
  return at.getTime() - dueAt.getTime() >= GIVE_UP_MS ? null : at
}
