/** One's own passkeys: added, named, removed. Signing in with one is identity/session. Requirement REACH-21. */
import { PASSKEYS_MAX, type passkeyEndpoints } from '@mimamori/contract/identity/passkey.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { auditAt } from '#shared/audit-at.ts'
import { readMade, registrationOptions, relyingParty, storeChallenge } from '#shared/factor/passkey.ts'
import type { DeviceOwner } from './device.queries.ts'
import { ownerOf, requirePassword } from './own-account.ts'
import { insertPasskey, readKeys, readPasskeys, removePasskey, renamePasskey } from './passkey.queries.ts'

type Own = Omit<typeof passkeyEndpoints, 'passkey.challenge' | 'passkey.signIn'>

export const passkeyRoutes: Handlers<Own> = {
  async 'passkey.list'({ actor, asPlatform }) {
    const { homeTenantId: tenantId, userId } = actor
    return { records: await asPlatform('own passkeys', (db) => readPasskeys(db, { tenantId, userId })) }
  },

  async 'passkey.begin'(context, { body }) {
    const { config, database, now } = context
    const party = relyingParty(config)
    const owner = await database.asPlatform('own passkeys', (db) => ownerOf(context, db))
    await requirePassword(context, owner, body.currentPassword)
    return database.asPlatform('begin a passkey', async (db) => {
      const present = await readKeys(db, owner)
      if (present.length >= PASSKEYS_MAX)
        throw fail('invalid-request', { currentPassword: 'second-factor.passkey-too-many' })
      const options = await registrationOptions(party, owner, present)
      await storeChallenge(db, { challenge: options.challenge, userId: owner.userId }, now)
      return { origin: party.origin, options: { ...options } }
    })
  },

  async 'passkey.create'(context, { body }) {
    const { actor, afterCommit, asPlatform, config, sessions, now } = context
    afterCommit(() => sessions.changed(actor))
    const party = relyingParty(config)
    return asPlatform('own passkeys', async (db) => {
      const owner = await ownerOf(context, db)
      const key = await readMade(db, party, owner, body.made, now)
      const added = key && (await insertPasskey(db, owner, { ...key, name: body.name }, now))
      if (!added) throw fail('passkey-refused')
      await noteAt(context, db, owner, 'passkey.create', body.name)
      return added
    })
  },

  async 'passkey.rename'(context, { params, body }) {
    return context.asPlatform('own passkeys', async (db) => {
      const owner = await ownerOf(context, db)
      const renamed = found(await renamePasskey(db, owner, params.id, body.name))
      await noteAt(context, db, owner, 'passkey.rename', body.name)
      return renamed
    })
  },

  async 'passkey.remove'(context, { params }) {
    const { actor, afterCommit, asPlatform, sessions } = context
    afterCommit(() => sessions.changed(actor))
    await asPlatform('own passkeys', async (db) => {
      const owner = await ownerOf(context, db)
      const { name } = found(await removePasskey(db, owner, params.id))
      await noteAt(context, db, owner, 'passkey.remove', name)
    })
    return {}
  },
}

function noteAt(context: Context, db: PlatformDb, owner: DeviceOwner, action: string, passkey: string): Promise<void> {
  return auditAt(db, context, owner.tenantId, {
    action,
    objectType: 'user',
    objectId: owner.userId,
    details: { name: owner.name, passkey },
  })
}
