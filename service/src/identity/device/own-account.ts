/** The own account: whose it is, and that it is they. */
import { isProven } from '#platform/auth/session.ts'
import { decodePassword } from '#platform/auth/wire-password.ts'
import type { Context, RawContext } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { requireAccess } from '#shared/access.ts'
import { type DeviceOwner, readOwner } from './device.queries.ts'

/** Oneself, if this account has one person, who may change how they sign in. */
export async function ownerOf({ actor }: Pick<Context, 'actor'>, db: PlatformDb): Promise<DeviceOwner> {
  requireAccess(actor, 'act in their own name')
  const owner = found(await readOwner(db, [actor.homeTenantId], actor.userId))
  requireAccess(owner, 'change own password')
  return owner
}

/**
 * Throws an error at the field unless this is their password. The tries are limited. Somebody who signs in through a provider has none: a
 * sign-in a short time ago is the proof.
 */
export async function requirePassword(
  { actor, passwords, rateLimit, now }: Pick<RawContext, 'actor' | 'passwords' | 'rateLimit' | 'now'>,
  { passwordHash }: DeviceOwner,
  sent: string,
): Promise<void> {
  if (passwordHash === null) {
    if (!isProven(actor, now)) throw fail('oidc-again')
    return
  }
  rateLimit.take('password', actor.userId)
  const password = decodePassword(sent)
  if (!(await passwords.verify(passwordHash, password ?? '')) || password === null) {
    // Not a 401, which would sign the person out.
    throw fail('invalid-request', { currentPassword: 'profile.current-password-wrong' })
  }
}
