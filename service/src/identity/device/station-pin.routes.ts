/** A person's PIN for shared stations: set by its owner, verified at a station. Requirement REACH-25. */
import type { stationPinEndpoints } from '@mimamori/contract/identity/station-pin.ts'
import type { Handlers, RawContext } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { readAnswerers, readCaller } from '#shared/answerer.ts'
import { auditAt } from '#shared/audit-at.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { makePinProof } from '#shared/station-pin.ts'
import { ownerOf, requirePassword } from './own-account.ts'

export const stationPinRoutes: Handlers<typeof stationPinEndpoints> = {
  'stationPin.get': ({ actor, asPlatform }) =>
    asPlatform('own PIN', async (db) => ({ isSet: (await readPin(db, actor.userId)) !== null })),

  'stationPin.save': async (context, { body }) => storePin(context, body.currentPassword, body.pin),
  'stationPin.remove': async (context, { body }) => storePin(context, body.currentPassword, null),

  async 'stationPin.prove'(context, { body }) {
    const { actor, database, passwords, rateLimit, secrets, now } = context
    const scope = residentScope(actor)
    const stored = await database.asPlatform('verify a PIN', async (db) => {
      const { isShared } = await readCaller(db, actor)
      if (!isShared) throw fail('forbidden')
      const people = scope ? await readAnswerers(db, scope.tenantIds) : []
      if (!people.some(({ userId }) => userId === body.userId)) throw fail('invalid-request', { userId: 'invalid' })
      return readPin(db, body.userId)
    })
    if (stored === null) throw fail('invalid-request', { pin: 'station-pin.missing' })
    // The tries of one person, at whatever station.
    rateLimit.take('pin', body.userId)
    if (!(await passwords.verify(stored, body.pin))) throw fail('invalid-request', { pin: 'station-pin.wrong' })
    return { proof: makePinProof(secrets, { userId: body.userId, sessionId: actor.sessionId }, now) }
  },
}

async function storePin(context: RawContext, currentPassword: string, pin: string | null): Promise<{ isSet: boolean }> {
  const { database, passwords, now } = context
  const owner = await database.asPlatform('own PIN', (db) => ownerOf(context, db))
  await requirePassword(context, owner, currentPassword)
  const hash = pin === null ? null : await passwords.hash(pin)
  await database.asPlatform('store an own PIN', async (db) => {
    await db.run(sql`update app_user set pin_hash = ${hash}, updated_at = ${now}
      where tenant_id = ${owner.tenantId} and id = ${owner.userId}`)
    await auditAt(db, context, owner.tenantId, {
      action: pin === null ? 'station-pin.remove' : 'station-pin.save',
      objectType: 'user',
      objectId: owner.userId,
      details: { name: owner.name },
    })
  })
  return { isSet: pin !== null }
}

async function readPin(db: PlatformDb, userId: string): Promise<string | null> {
  const row = await db.first(sql<{ hash: string | null }>`select pin_hash as hash from app_user where id = ${userId}`)
  return row?.hash ?? null
}
