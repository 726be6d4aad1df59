/** Claims from a message that rang a phone: by its one-time link, or by a key that a voice service reports. REACH-02. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RungAlarm, ringClaimEndpoints } from '@mimamori/contract/alerting/ringer.ts'
import { ANSWERERS, type PressSource } from '@mimamori/contract/shared/alarm-state.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { CallerRole } from '@mimamori/contract/shared/roles.ts'
import { actorWithoutSession } from '#platform/auth/acting.ts'
import type { Context, Handlers, PublicContext } from '#platform/context.ts'
import { isWithin } from '#platform/http/address.ts'
import { fail, found, ServiceError } from '#platform/service-error.ts'
import { inTransaction } from '#platform/transaction.ts'
import { createMessageTokens, placeOfRingerToken } from '#shared/message-tokens.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { answerAlarm } from './alarm.answers.ts'
import { findAlarms } from './alarm.queries.ts'
import { markClaimed, noteReport, noteSeen, type RungRow, readRung } from './alarm.ring.queries.ts'

/** A report on a call is older than this: it was recorded and is sent again. */
const REPORT_MS = 5 * MINUTE_MS

export const ringClaimRoutes: Handlers<typeof ringClaimEndpoints> = {
  async 'ringClaim.read'(context, { body }) {
    context.rateLimit.take('receipt', context.ip)
    return act(context, await rungBy(context, body.token), 'link', async (_, rung) => shown(rung))
  },

  async 'ringClaim.claim'(context, { body }) {
    context.rateLimit.take('receipt', context.ip)
    return shown(await claim(context, body.token, 'link'))
  },

  async 'ringClaim.callBack'(context, { body: { callId, event, key = '', at, signature } }) {
    context.rateLimit.take('receipt', context.ip)
    const rung = await rungBy(context, callId)
    requireSigned(context, rung, { signed: `${callId}.${event}.${key}.${at}`, signature })
    if (Math.abs(context.now.getTime() - at) > REPORT_MS) throw fail('link-invalid')
    const isNew = await context.database.asPlatform('a report on a call', (db) => noteReport(db, rung, at))
    if (!isNew) throw fail('link-invalid')
    if (event !== 'key' || key !== '1') {
      await context.database.asPlatform('a report on a call', (db) => noteSeen(db, rung, event, context.now))
      if (event === 'failed') context.wakeSignals.send('notice')
      return { isClaimed: false }
    }
    return { isClaimed: (await claim(context, callId, 'call')).claimerId === rung.userId }
  },
}

/** The message of a token while it may claim. */
async function rungBy({ secrets, database, now }: PublicContext, token: string): Promise<RungRow> {
  const place = createMessageTokens(secrets, 'ring-claims').read(token)
  const rung = place && (await database.asPlatform('a message that rang', (db) => readRung(db, place)))
  if (!rung || Date.parse(rung.claimEndsAt) <= now.getTime()) throw fail('link-invalid')
  return rung
}

/** Once: a second press changes nothing and gets the present state. */
async function claim(context: PublicContext, token: string, from: PressSource): Promise<RungRow> {
  const rung = await rungBy(context, token)
  if (rung.claimedAt !== null) return act(context, rung, from, async (_, now) => now)
  try {
    await act(context, rung, from, async (acting) => {
      const body = { action: 'claim' as const, requestId: rung.id, source: 'console' as const }
      await answerAlarm(acting, rung.alertId, body, { source: from })
      await acting.asPlatform('a message that claimed', (db) => markClaimed(db, rung, context.now))
    })
  } catch (error) {
    // Somebody else was faster, or it is over: the page says which.
    if (!(error instanceof ServiceError) || !['alarm-claimed', 'alarm-state'].includes(error.key)) throw error
  }
  return rungBy(context, token)
}

/** Runs as the recipient, if they may answer this alarm now. */
async function act<T>(
  base: PublicContext,
  rung: RungRow,
  from: PressSource,
  work: (context: Context, rung: RungRow) => Promise<T>,
): Promise<T> {
  const person = { tenantId: rung.ringerTenantId, userId: rung.userId }
  const actor = await base.database.asPlatform('who was rung', (db) => actorWithoutSession(db, person))
  if (!actor || !(ANSWERERS as readonly CallerRole[]).includes(actor.role)) throw fail('link-invalid')
  // A provider calls back from its own network.
  if (from === 'link' && !isWithin(actor.allowedRanges, base.ip)) throw fail('address-not-allowed')
  return inTransaction(base, { actor, tokenId: '' }, async (context) => {
    const acting = context as Context
    const scope = residentScope(actor)
    const [place] = scope ? await findAlarms(acting.db, scope, [rung.alertId]) : []
    if (place?.tenantId !== rung.tenantId) throw fail('link-invalid')
    return work(acting, rung)
  })
}

function shown({ title, body, state, claimerId, userId, claimedAt, joinedIds }: RungRow): RungAlarm {
  const isTheirs = claimerId === userId || joinedIds.includes(userId)
  const words = { title, body }
  if (state === 'resolved') return { ...words, state: 'over' }
  if (state !== 'open') return { ...words, state: isTheirs ? 'yours' : 'others' }
  return { ...words, state: claimedAt === null ? 'open' : 'used' }
}

type Signed = { signed: string; signature: string }

function requireSigned({ secrets }: PublicContext, rung: RungRow, { signed, signature }: Signed): void {
  const token = found(rung.token)
  const key = secrets.open(token, placeOfRingerToken(rung.ringerTenantId))
  const expected = createHmac('sha256', key).update(signed).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw fail('link-invalid')
}
