/** Push messages to the browsers and phones of a person. Requirement NAV-10. */
import type { DeliveryReason } from '@mimamori/contract/alerting/notification.ts'
import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import type { PushOutcome } from '#platform/messaging/push.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import {
  bindMessages,
  type Claim,
  type MessageRow,
  readRegistrations,
  recordSent,
  recordUnsent,
  removeRegistration,
} from '../message.queries.ts'
import { idsOf, nextTry, type Outcome, outcomeOf, type SendingOptions, stillToTell } from '../message.sending.ts'
import { nameOf, writePush } from '../message.text.ts'
import { receiptWaitMs } from '../notification.receipt-wait.ts'
import type { Channel } from './channel.ts'

export const pushChannel: Channel = {
  isOn: () => true,
  hasAddress: ({ hasPush }) => hasPush,
  send: sendPush,
}

async function sendPush(options: SendingOptions, claim: Claim): Promise<Outcome> {
  const { read, record, clock } = options
  const now = clock.now()
  const { rows, registrations } = await read(claim, 'look at a message again', async (db) => {
    const rows = await stillToTell(db, claim, now)
    if (rows.length === 0) return { rows, registrations: [] }
    await bindMessages(db, claim, { ids: idsOf(rows), messageId: nameOf(rows).id })
    return { rows, registrations: await readRegistrations(db, rows[0]!.userId!, deviceKindOf(rows), now) }
  })
  if (rows.length === 0) return null
  const waiting = registrations.filter(({ id }) => !rows.every(({ reachedIds }) => reachedIds.includes(id)))
  const receipt = options.receipts.issue({ tenantId: claim.tenantId, id: nameOf(rows).id })
  const message = { ...writePush(rows, now), receipt }
  const by = { tenantId: claim.tenantId, isFirst: claim.attempts === 1 }
  const tries = await Promise.all(
    waiting.map(async (to) => ({ to, outcome: await options.push.send(to.subscription, message, by) })),
  )
  return record(claim, 'record a message', async (db) => {
    for (const { to, outcome } of tries) if (!outcome.isSent && outcome.isGone) await removeRegistration(db, to)
    return recordPush(db, { claim, rows, tries }, clock.now())
  })
}

/** Rows that go together go to every device that one of them is for. */
function deviceKindOf(rows: readonly MessageRow[]): DeviceKind | null {
  const [first, ...others] = new Set(rows.map(({ deviceKind }) => deviceKind))
  return others.length === 0 ? (first ?? null) : null
}

type Tried = {
  claim: Claim
  rows: readonly MessageRow[]
  tries: readonly { to: { id: string }; outcome: PushOutcome }[]
}

async function recordPush(db: PlatformDb, { claim, rows, tries }: Tried, now: Date): Promise<Outcome> {
  const reachedIds = tries.flatMap(({ to, outcome }) => (outcome.isSent ? [to.id] : []))
  const errors = tries.flatMap(({ outcome }) => (outcome.isSent ? [] : [outcome]))
  const worst = errors.find(({ isFinal }) => !isFinal) ?? errors[0]
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
