/** One's own new password: proven by the present one, and every other device is signed out. Requirements AUTH-08, AUTH-18. */

import type { deviceEndpoints } from '@mimamori/contract/identity/device.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import { passwordError } from '#platform/auth/password-rule.ts'
import { decodePassword } from '#platform/auth/wire-password.ts'
import type { Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/failure.ts'
import { requireAccess } from '#shared/access.ts'
import { endDevices, readOwner, savePassword } from './device.queries.ts'

/** Its hashes are made outside of any transaction: two of them take longer than all statements. */
export const changePassword: Handlers<typeof deviceEndpoints>['password.change'] = async (context, { body }) => {
  const { actor, database, passwords, rateLimit, sessions, mail, now, ip } = context
  requireAccess(actor, 'act in their own name')
  const owner = found(
    await database.asPlatform('own password', (db) => readOwner(db, [actor.homeTenantId], actor.userId)),
  )
  requireAccess(owner, 'change own password')
  rateLimit.take('password', actor.userId)
  const [current, wanted] = [decodePassword(body.currentPassword), decodePassword(body.newPassword)]
  if (!(await passwords.verify(owner.passwordHash, current ?? '')) || current === null) {
    // Not a 401, which would sign the person out.
    throw fail('invalid-request', { currentPassword: 'profile.current-password-wrong' })
  }
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
