/** One's own new password: proven by the present one, and every other device is signed out. Requirements AUTH-08, AUTH-18. */

import type { deviceEndpoints } from '@mimamori/contract/identity/device.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import { passwordError } from '#platform/auth/password-rule.ts'
import { decodePassword } from '#platform/auth/wire-password.ts'
import type { Handlers } from '#platform/context.ts'
import { fail } from '#platform/service-error.ts'
import { endDevices, savePassword } from './device.queries.ts'
import { ownerOf, requirePassword } from './own-account.ts'

/** Its hashes are made outside of any transaction: two of them take longer than all statements. */
export const changePassword: Handlers<typeof deviceEndpoints>['password.change'] = async (context, { body }) => {
  const { actor, database, passwords, sessions, mail, now, ip } = context
  const owner = await database.asPlatform('own password', (db) => ownerOf(context, db))
  await requirePassword(context, owner, body.currentPassword)
  const wanted = decodePassword(body.newPassword)
  // An undecodable password counts as empty.
  const error = passwordError(wanted ?? '', owner.passwordMinLength, owner.names)
  if (error) throw fail('invalid-request', { newPassword: error })
  const hash = await passwords.hash(wanted!)
  const ended = await database.asPlatform('own new password', async (db) => {
    await savePassword(db, owner, { hash, sessionId: actor.sessionId }, now)
    const by = { deviceIds: null, exceptId: actor.sessionId, reason: 'password-change' } as const
    const sessionsEnded = await endDevices(db, owner, by, now)
    const { tenantId, userId, email: to, locale, name, timezone } = owner
    await mail.send(db, { tenantId, to, locale, template: 'password-changed', name, changedAt: now, timezone })
    const source = { tenantId, at: now, actorUserId: userId, actorTenantId: null, hubId: null, ip }
    await writeAudit(
      db,
      { ...source, sessionId: actor.sessionId },
      { action: 'password.change', objectType: 'user', objectId: userId },
    )
    return sessionsEnded
  })
  sessions.changed(...ended, actor)
  return { signedOut: ended.length }
}
