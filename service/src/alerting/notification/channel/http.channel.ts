/** Messages through the site's provider that ring a phone. REACH-01; domain.md "Ringing a phone". */
import type { DeliveryReason } from '@mimamori/contract/alerting/notification.ts'
import { RING_CLAIM_MS } from '@mimamori/contract/alerting/ringer-presets.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { createMessageTokens } from '#shared/message-tokens.ts'
import { bindMessages, type Claim, type MessageRow, recordSent, recordUnsent } from '../message.queries.ts'
import { idsOf, nextTry, type Outcome, outcomeOf, type SendingOptions, stillToTell } from '../message.sending.ts'
import { nameOf, writeRing } from '../message.text.ts'
import { receiptWaitMs } from '../notification.receipt-wait.ts'
import { callProvider, type RingOutcome } from '../ringer/ringer.call.ts'
import { PRESETS, type Ring } from '../ringer/ringer.presets.ts'
import { addRing, checkSoon, countRings, readTarget, recordRung, type Target } from '../ringer/ringer.queries.ts'
import { openAddress, RING_TEST_MS } from '../ringer/ringer.rules.ts'
import type { Channel } from './channel.ts'

export const httpChannel: Channel = {
  isOn: () => true,
  hasAddress: ({ hasRinger }) => hasRinger,
  send: ring,
}

type Prepared = { rows: MessageRow[]; target: Target } | { rows: MessageRow[]; lost: Outcome }

async function ring(options: SendingOptions, claim: Claim): Promise<Outcome> {
  const { clock, secrets, config, read, record } = options
  const prepared = await read(claim, 'look at a ring again', (db) => prepare(db, claim, clock.now()))
  if ('lost' in prepared) return prepared.lost
  const { rows, target } = prepared
  const parts = { config, secrets, clock }
  const message = messageOf(options, claim, { rows, target })
  const outcome = (await callProvider(parts, target, (preset, access) => preset.ring(message, access)))!
  return record(claim, 'record a ring', (db) => recordRing(db, { claim, rows, target, message, outcome }, clock.now()))
}

/** The row of the ring is there before the phone is: its link, or its key, may be pressed while the provider answers. */
async function prepare(db: PlatformDb, claim: Claim, now: Date): Promise<Prepared> {
  const rows = await stillToTell(db, claim, now)
  if (rows.length === 0) return { rows, lost: null }
  const named = nameOf(rows)
  const target = await readTarget(db, named.userId!)
  const reason: DeliveryReason | null = !target
    ? 'no-address'
    : (await countRings(db, target.tenantId, named.id, now)) >= target.hourlyMost
      ? 'rate-limited'
      : null
  if (!target || reason !== null) {
    const unsent = { ids: idsOf(rows), httpStatus: null, reason: reason!, nextAt: null }
    return { rows, lost: (await recordUnsent(db, claim, unsent, now)) === 0 ? null : outcomeOf(claim, rows) }
  }
  await bindMessages(db, claim, { ids: idsOf(rows), messageId: named.id })
  const { title, body } = writeRing(rows, now)
  await addRing(db, { tenantId: claim.tenantId, id: named.id, userId: named.userId!, title, body }, target, now)
  return { rows, target }
}

type Sending = { rows: readonly MessageRow[]; target: Target }

function messageOf({ clock, secrets, config }: SendingOptions, { tenantId }: Claim, { rows, target }: Sending): Ring {
  const { id, alertId, isAlarm } = nameOf(rows)
  const callId = createMessageTokens(secrets, 'ring-claims').issue({ tenantId, id })
  const mayClaim = isAlarm && alertId !== null
  return {
    ...writeRing(rows, clock.now()),
    id,
    address: openAddress(secrets, target),
    isUrgent: rows.some(({ isAlarm, cause }) => isAlarm || cause === 'sample'),
    ringsForS: (rows.every(({ cause }) => cause === 'sample') ? RING_TEST_MS : RING_CLAIM_MS) / 1_000,
    isAlarm: mayClaim,
    link: mayClaim ? `${config.publicUrl}/auth/claim#${callId}` : null,
    callId,
    reportUrl: `${config.publicUrl}/api/ring/call`,
  }
}

type Tried = Sending & { claim: Claim; message: Ring; outcome: RingOutcome }

async function recordRing(
  db: PlatformDb,
  { claim, rows, target, message, outcome }: Tried,
  now: Date,
): Promise<Outcome> {
  const ids = idsOf(rows)
  if (outcome.isSent) {
    const preset = PRESETS[target.preset]
    const providerId = preset.providerIdOf(outcome.json)
    const hasReceipt = preset.receipt !== null && preset.isConfirmed(message) && providerId !== null
    await recordRung(db, { tenantId: claim.tenantId, id: message.id, providerId, isPolled: hasReceipt }, now)
    const waitMs = preset.isConfirmed(message) ? receiptWaitMs(rows) : null
    const receiptDueAt = waitMs === null ? null : new Date(now.getTime() + waitMs)
    const sent = { ids, reachedIds: [message.id], httpStatus: outcome.status, reason: null, nextAt: null, receiptDueAt }
    await recordSent(db, claim, sent, now)
    return null
  }
  const { reason, isFinal, retryAfterSeconds, status: httpStatus } = outcome
  const nextAt = isFinal ? null : nextTry(claim, retryAfterSeconds, now)
  if (nextAt === null) await checkSoon(db, target.tenantId, now)
  const lost = await recordUnsent(db, claim, { ids, httpStatus, reason, nextAt }, now)
  return lost === 0 ? null : outcomeOf(claim, rows)
}
