/** Two-step sign-in: switched on and off by its owner, and off by an administrator for a lost device. Requirement REACH-20. */
import type { secondFactorEndpoints } from '@mimamori/contract/identity/second-factor.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { managedTenants, requireAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import {
  addressOf,
  confirmFactor,
  newRecoveryCodes,
  newSecret,
  readDue,
  readFactor,
  removeFactor,
  saveRecovery,
  saveSecret,
  takeCode,
} from '#shared/factor/second-factor.ts'
import { type DeviceOwner, endDevices, readOwner } from './device.queries.ts'
import { ownerOf, requirePassword } from './own-account.ts'
import { removePasskeys } from './passkey.queries.ts'

export const secondFactorRoutes: Handlers<typeof secondFactorEndpoints> = {
  async 'secondFactor.get'({ actor, asPlatform, secrets }) {
    const { homeTenantId: tenantId, userId } = actor
    return asPlatform('own second factor', async (db) => {
      const factor = await readFactor(db, secrets, { tenantId, userId })
      const dueAt = await readDue(db, { tenantId, userId })
      return factor?.onSince
        ? { onSince: factor.onSince, recoveryLeft: factor.recoveryLeft, dueAt }
        : { onSince: null, recoveryLeft: 0, dueAt }
    })
  },

  async 'secondFactor.begin'(context, { body }) {
    const { database, secrets, now } = context
    const owner = await database.asPlatform('own second factor', (db) => ownerOf(context, db))
    await requirePassword(context, owner, body.currentPassword)
    const secret = newSecret()
    const isSaved = await database.asPlatform('new second factor', (db) => saveSecret(db, secrets, owner, secret, now))
    if (!isSaved) throw fail('conflict')
    return { secret, address: addressOf(secret, owner.email) }
  },

  async 'secondFactor.confirm'(context, { body }) {
    const { actor, afterCommit, sessions, now } = context
    const recoveryCodes = newRecoveryCodes()
    const ended = await proven(context, body.code, async (db, owner) => {
      if (!(await confirmFactor(db, owner, recoveryCodes, now))) throw fail('conflict')
      await noteAt(context, db, owner, 'second-factor.confirm')
      // Devices that signed in by the password alone are signed out.
      return endDevices(db, owner, { deviceIds: null, exceptId: actor.sessionId, reason: 'password-change' }, now)
    })
    afterCommit(() => sessions.changed(...ended, actor))
    return { recoveryCodes }
  },

  async 'secondFactor.renew'(context, { body }) {
    const recoveryCodes = newRecoveryCodes()
    await proven(context, body.code, async (db, owner) => {
      await saveRecovery(db, owner, recoveryCodes)
      await noteAt(context, db, owner, 'second-factor.renew')
    })
    return { recoveryCodes }
  },

  async 'secondFactor.remove'(context, { body }) {
    const { actor, afterCommit, sessions } = context
    afterCommit(() => sessions.changed(actor))
    await proven(context, body.code, async (db, owner) => {
      await removeFactor(db, owner)
      await noteAt(context, db, owner, 'second-factor.remove')
    })
    return {}
  },

  async 'secondFactor.reset'(context, { params }) {
    const { actor, asPlatform, mail, now } = context
    requireAccess(actor, 'act in their own name')
    await asPlatform('reset a second factor', async (db) => {
      const owner = found(await readOwner(db, managedTenants(actor), params.id, actor))
      requireAccess(actor, 'manage the user', owner)
      const hadApp = await removeFactor(db, owner)
      const passkeys = await removePasskeys(db, owner)
      // Twice is as good as once.
      if (!hadApp && passkeys === 0) return
      await noteAt(context, db, owner, 'second-factor.reset')
      const { tenantId, email: to, locale, name, timezone } = owner
      await mail.send(db, { template: 'second-factor-reset', tenantId, to, locale, name, changedAt: now, timezone })
    })
    return {}
  },
}

/** Does `work` in the transaction that uses up the code; throws without it. */
async function proven<T>(
  context: Context,
  code: string,
  work: (db: PlatformDb, owner: DeviceOwner) => Promise<T>,
): Promise<T> {
  const { actor, asPlatform, rateLimit, secrets, now } = context
  rateLimit.take('password', actor.userId)
  return asPlatform('own second factor', async (db) => {
    const owner = await ownerOf(context, db)
    // Not a 401, which would sign the person out.
    if (!(await takeCode(db, secrets, owner, code, now)))
      throw fail('invalid-request', { code: 'second-factor.code-wrong' })
    return work(db, owner)
  })
}

function noteAt(context: Context, db: PlatformDb, owner: DeviceOwner, action: string): Promise<void> {
  return auditAt(db, context, owner.tenantId, {
    action,
    objectType: 'user',
    objectId: owner.userId,
    details: { name: owner.name },
  })
}
