/** Proving again who works in a session. What asks for it says the contract, `needsProof`. Requirement REACH-24. */

import type { proofEndpoints } from '@mimamori/contract/identity/proof.ts'
import type { InputOf, ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import type { Handlers, RawContext } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail, found } from '#platform/service-error.ts'
import { auditAt } from '#shared/audit-at.ts'
import { judgePasskey } from '#shared/factor/passkey.ts'
import { takeCode } from '#shared/factor/second-factor.ts'
import { type DeviceOwner, readOwner } from './device.queries.ts'
import { requirePassword } from './own-account.ts'

type Given = InputOf<(typeof proofEndpoints)['proof.give']>['body']
type Ways = ResultOf<(typeof proofEndpoints)['proof.ways']>

export const proofRoutes: Handlers<typeof proofEndpoints> = {
  async 'proof.ways'({ actor, asPlatform }) {
    return asPlatform('how one proves oneself', (db) => readWays(db, actor.userId))
  },

  async 'proof.give'(context, { body }) {
    const { actor, database, sessions, now } = context
    const { owner, ways } = await database.asPlatform('how one proves oneself', async (db) => ({
      owner: found(await readOwner(db, null, actor.userId)),
      ways: await readWays(db, actor.userId),
    }))
    await requireProof(context, owner, ways, body)
    const both = [actor.sessionId, actor.originSessionId ?? actor.sessionId]
    await database.asPlatform('prove oneself', async (db) => {
      await db.run(sql`update session set proven_at = ${now} where id = any(${both}::uuid[])`)
      const entry = {
        action: 'session.prove',
        objectType: 'user',
        objectId: owner.userId,
        details: { name: owner.name },
      }
      await auditAt(db, context, owner.tenantId, entry)
    })
    sessions.changed(...both.map((sessionId) => ({ sessionId, userId: actor.userId })))
    return {}
  },
}

/** A station has its password alone, and so has the operator beside every provider. */
async function readWays(db: PlatformDb, userId: string): Promise<Ways> {
  const row = await db.first(sql<Ways>`
    select u.type <> 'SHARED' and exists (select from second_factor f
        where f.tenant_id = u.tenant_id and f.user_id = u.id and f.confirmed_at is not null) as code,
      u.type <> 'SHARED' and exists (select from passkey p where p.tenant_id = u.tenant_id and p.user_id = u.id) as passkey,
      (select p.sign_in_key from oidc_provider p join tenant o on o.id = p.tenant_id and o.disabled_at is null
        where p.tenant_id in (h.id, h.parent_id) and p.is_enabled and (p.is_forced or u.password_hash is null)
          and u.type = 'REGULAR' and u.role not in ('SUPER_ADMIN', 'DEMO_USER') limit 1) as provider
    from app_user u join tenant h on h.id = u.tenant_id where u.id = ${userId}`)
  return row!
}

/** Throws unless it is right. The tries are limited, whatever they are made with. */
async function requireProof(context: RawContext, owner: DeviceOwner, ways: Ways, given: Given): Promise<void> {
  const { actor, database, rateLimit, secrets, now } = context
  const { code, passkey } = given
  if (passkey) {
    rateLimit.take('password', actor.userId)
    if ((await judgePasskey(context, passkey, actor.userId)) !== null) throw fail('passkey-refused')
  } else if (ways.code || ways.passkey) {
    rateLimit.take('password', actor.userId)
    const isRight =
      code !== undefined &&
      (await database.asPlatform('judge a proof', (db) => takeCode(db, secrets, owner, code, now)))
    if (!isRight) throw fail('invalid-request', { code: 'second-factor.code-wrong' })
  } else if (ways.provider !== null || owner.passwordHash === null) throw fail('oidc-again')
  else await requirePassword(context, owner, given.currentPassword ?? '')
}
