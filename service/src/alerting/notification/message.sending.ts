/**
 * Sends one claimed message: looks at its alert again, hands it over, and records what came of it. At least once: who
 * dies in between is followed by whoever claims it when the lease has run out. security.md, Design 12.
 */

import type { DeliveryReason } from '@mimamori/contract/alerting/notification.ts'
import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Mail } from '#platform/messaging/mail.ts'
import type { Push, PushOutcome } from '#platform/messaging/push.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import {
  bindLetter,
  bindMessages,
  type Claim,
  cancelMessages,
  holdCauses,
  type MessageRow,
  readMessages,
  readPlaces,
  readRegistrations,
  recordSent,
  recordUnsent,
  removeRegistration,
} from './message.queries.ts'
import { isAgain, nameOf, pathOf, writePush } from './message.text.ts'
import { mayHear } from './notice.audience.ts'
import type { Receipts } from './notification.receipt.ts'
import { receiptWaitMs } from './notification.receipt-wait.ts'

export type SendingOptions = {
  database: Database
  clock: Clock
  config: Pick<Config, 'publicUrl'>
  mail: Mail
  push: Pick<Push, 'send'>
  receipts: Receipts
}
/** What became of it, for the open consoles: alerts of one unit whose timeline says that a message was given up. */
export type Outcome = { tenantId: string; unitId: string | null; alertIds: string[] } | null

/** security.md, Design 12. */
const PAUSES_S = [1, 5, 15, 60]
const GIVE_UP_MS = 15 * 60_000

export async function sendMessage(options: SendingOptions, claim: Claim): Promise<Outcome> {
  const { database, clock } = options
  if (claim.channel === 'mail') return sendLetter(options, claim)
  const now = clock.now()
  const { rows, registrations } = await database.asPlatform('look at a message again', async (db) => {
    const rows = await stillToTell(db, claim, now)
    if (rows.length === 0) return { rows, registrations: [] }
    await bindMessages(db, claim, { ids: idsOf(rows), messageId: nameOf(rows).id })
    return { rows, registrations: await readRegistrations(db, rows[0]!.userId!, deviceKindOf(rows), now) }
  })
  if (rows.length === 0) return null
  const waiting = registrations.filter(({ id }) => !rows.every(({ reachedIds }) => reachedIds.includes(id)))
  const receipt = options.receipts.issue({ tenantId: claim.tenantId, id: nameOf(rows).id })
  const message = { ...writePush(rows, now), receipt }
  const tries = await Promise.all(
    waiting.map(async (to) => ({ to, outcome: await options.push.send(to.subscription, message) })),
  )
  return database.asPlatform('record a message', async (db) => {
    for (const { to, outcome } of tries) if (!outcome.isSent && outcome.isGone) await removeRegistration(db, to)
    return recordPush(db, { claim, rows, tries }, clock.now())
  })
}

/** Cancels what is not to be told any more, and answers the rest. */
async function stillToTell(db: PlatformDb, claim: Claim, now: Date): Promise<MessageRow[]> {
  const rows = await readMessages(db, claim, now)
  const over = rows.filter((row) => row.isOver)
  const gone = rows.filter((row) => !row.isOver && !isStillTheirs(row, claim.tenantId))
  await cancelMessages(db, claim, idsOf(over), now)
  if (gone.length > 0) {
    await recordUnsent(db, claim, { ids: idsOf(gone), httpStatus: null, reason: 'recipient-gone', nextAt: null }, now)
  }
  return rows.filter((row) => !over.includes(row) && !gone.includes(row))
}

/** An address alone is told whatever becomes of users; a user only while they may see the alert. */
function isStillTheirs(row: MessageRow, tenantId: string): boolean {
  const { userId, role, userTenantId, userUnitIds, cause, parentId, unitId } = row
  if (userId === null) return true
  if (role === null || userTenantId === null) return false
  return (
    cause === 'sample' ||
    mayHear({ tenantId: userTenantId, role, unitIds: userUnitIds }, { tenantId, parentId, unitId })
  )
}

/** Rows that go together go to every device that one of them is for. */
function deviceKindOf(rows: readonly MessageRow[]): DeviceKind | null {
  const [first, ...others] = new Set(rows.map(({ deviceKind }) => deviceKind))
  return others.length === 0 ? (first ?? null) : null
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

type Tried = {
  claim: Claim
  rows: readonly MessageRow[]
  tries: readonly { to: { id: string }; outcome: PushOutcome }[]
}

async function recordPush(db: PlatformDb, { claim, rows, tries }: Tried, now: Date): Promise<Outcome> {
  const reachedIds = tries.flatMap(({ to, outcome }) => (outcome.isSent ? [to.id] : []))
  const failures = tries.flatMap(({ outcome }) => (outcome.isSent ? [] : [outcome]))
  const worst = failures.find(({ isFinal }) => !isFinal) ?? failures[0]
  const nextAt = worst && !worst.isFinal ? nextTry(claim, worst.retryAfterSeconds, now) : null
  const httpStatus = worst?.status ?? tries[0]?.outcome.status ?? null
  const ids = idsOf(rows)
  const isEverywhere = tries.length === 0 && rows.every((row) => row.reachedIds.length > 0)
  if (reachedIds.length > 0 || isEverywhere) {
    const waitMs = receiptWaitMs(rows)
    const receiptDueAt = waitMs === null ? null : new Date(now.getTime() + waitMs)
    const reason = worst?.reason ?? null
    await recordSent(db, claim, { ids, reachedIds, httpStatus, reason, nextAt, receiptDueAt }, now)
    return null
  }
  const reason: DeliveryReason = worst?.reason ?? 'no-device'
  const lost = await recordUnsent(db, claim, { ids, httpStatus, reason, nextAt }, now)
  return lost === 0 ? null : outcomeOf(claim, rows)
}

function outcomeOf({ tenantId }: Claim, rows: readonly Pick<MessageRow, 'alertId' | 'unitId'>[]): Outcome {
  return { tenantId, unitId: rows[0]!.unitId, alertIds: rows.flatMap(({ alertId }) => alertId ?? []) }
}

/**
 * After a fault of this service's own: tried again as when the other side fails, and given up as then, so that a message
 * which always fails is seen among the deliveries and is told on the other channel.
 */
export async function recordFault({ database, clock }: SendingOptions, claim: Claim): Promise<Outcome> {
  const now = clock.now()
  return database.asPlatform('record a fault', async (db) => {
    const unsent = { ids: claim.ids, httpStatus: null, reason: 'fault' as const, nextAt: nextTry(claim, null, now) }
    if ((await recordUnsent(db, claim, unsent, now)) === 0) return null
    return outcomeOf(claim, await readPlaces(db, claim))
  })
}

/** Null: it is given up. */
function nextTry({ attempts, dueAt }: Claim, retryAfterSeconds: number | null, now: Date): Date | null {
  const pauseS = Math.max(PAUSES_S[Math.min(attempts, PAUSES_S.length) - 1]!, retryAfterSeconds ?? 0)
  const at = new Date(now.getTime() + pauseS * 1000)
  return at.getTime() - dueAt.getTime() >= GIVE_UP_MS ? null : at
}

/** Into the outbox of e-mail, in one transaction with the look at the alert: who answers it finds the letter there. */
function sendLetter({ database, clock, mail, config }: SendingOptions, claim: Claim): Promise<Outcome> {
  const now = clock.now()
  return database.asPlatform('write a letter', async (db) => {
    await holdCauses(db, claim)
    const rows = await stillToTell(db, claim, now)
    const row = rows[0]
    if (!row) return null
    // Letters of the demo are kept for the mailbox page, whether there is a mail server or not.
    if (!mail.isSent && !row.isDemo) {
      await recordUnsent(db, claim, { ids: idsOf(rows), httpStatus: null, reason: 'mail-off', nextAt: null }, now)
      return outcomeOf(claim, rows)
    }
    const mailId = await mail.send(db, letterOf(rows, claim.tenantId, config.publicUrl))
    await bindLetter(db, claim, { ids: idsOf(rows), mailId, isKept: row.isDemo }, now)
    return row.isDemo ? outcomeOf(claim, rows) : null
  })
}

function letterOf(rows: readonly MessageRow[], tenantId: string, publicUrl: string) {
  const row = nameOf(rows)
  const link = publicUrl + pathOf(row)
  const to: { tenantId: string; to: string; locale: Locale } = { tenantId, to: row.email!, locale: row.locale }
  const { siteName, activity, location, unitName, timezone, cause, escalationName, plannedFor } = row
  const moreCount = rows.length - 1
  const occurredAt = new Date(row.occurredAt)
  if (cause === 'reminder') {
    const place = { ...to, siteName, location, unitName, timezone }
    return { ...place, template: 'check-in-reminder' as const, startsAt: occurredAt, plannedFor: plannedFor!, link }
  }
  if (activity === null) return { ...to, template: 'alert-sample' as const, link }
  const alert = { ...to, siteName, activity, location, unitName, timezone, occurredAt, moreCount, link }
  return cause === 'escalated'
    ? { ...alert, template: 'alert-escalated' as const, escalationName: escalationName! }
    : { ...alert, template: 'alert-raised' as const, isAgain: isAgain(cause) }
}
