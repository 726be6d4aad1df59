/**
 * What all channels share in sending a claimed message: checking its alert again, scheduling retries, and recording the
 * result. At least once: if an instance dies in between, the message is claimed again.
 */

import type { Platform } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import type { MessageTokens } from '#shared/message-tokens.ts'
import {
  type Claim,
  cancelMessages,
  type MessageRow,
  readMessages,
  readPlaces,
  recordUnsent,
} from './message.queries.ts'
import { mayHear } from './notice.person.ts'

/** Everything that a channel may need to send. */
export type SendingOptions = Omit<Platform, 'push' | 'database'> & {
  push: Pick<Platform['push'], 'send'>
  receipts: MessageTokens
  /** Reads what is to be sent. */
  read: Transact
  /** Records what became of it, which keeps no message waiting. */
  record: Transact
}
/** A transaction about a claimed message: few at once, sites in turn, so that a storm leaves connections for everything else. */
export type Transact = <T>(claim: Claim, reason: string, work: (db: PlatformDb) => Promise<T>) => Promise<T>
/** What became of it, for the open consoles: alerts of one unit whose timeline says that a message was given up. */
export type Outcome = { tenantId: string; unitId: string | null; alertIds: string[] } | null

const PAUSES_S = [1, 5, 15, 60]
const GIVE_UP_MS = 15 * 60_000
/** If a push service requests a longer pause than the message lives, retry once, this long before its end. */
const LAST_TRY_MS = 30_000

/** Cancels messages that need not be sent any more, and returns the rest. */
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

/** A plain address always receives its message; a user only while they may see the alert. */
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
 * After an internal error: the same retries and limit as after an error of the other side. A message that always fails
 * appears among the deliveries and is sent on the other channel.
 */
export async function recordError({ record, clock }: SendingOptions, claim: Claim): Promise<Outcome> {
  const now = clock.now()
  return record(claim, 'record an error', async (db) => {
    const unsent = { ids: claim.ids, httpStatus: null, reason: 'error' as const, nextAt: nextTry(claim, null, now) }
    if ((await recordUnsent(db, claim, unsent, now)) === 0) return null
    return outcomeOf(claim, await readPlaces(db, claim))
  })
}

/** Returns null when the message is given up. */
export function nextTry(
  { attempts, dueAt }: Pick<Claim, 'attempts' | 'dueAt'>,
  retryAfterSeconds: number | null,
  now: Date,
): Date | null {
  const ownAtMs = now.getTime() + PAUSES_S[Math.min(attempts, PAUSES_S.length) - 1]! * 1000
  const lastAtMs = dueAt.getTime() + GIVE_UP_MS - LAST_TRY_MS
  if (ownAtMs > lastAtMs) return null
  return new Date(Math.min(Math.max(ownAtMs, now.getTime() + (retryAfterSeconds ?? 0) * 1000), lastAtMs))
}
