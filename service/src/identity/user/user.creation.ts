/** Creates a user: tenant, rights, and first sign-in. Requirements USER-01 to USER-03, AUTH-14. */

import type { UserDraft, userEndpoints } from '@mimamori/contract/identity/user.ts'
import { passwordError } from '#platform/auth/password-rule.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess, requireAccess } from '#shared/access.ts'
import { changingViewers } from '#shared/person/changing-viewers.ts'
import { bindUnits, insertUser, refuseTakenNames } from '#shared/person/user-rows.ts'
import { bindShifts } from './user.changes.ts'
import { readKind, readPasswordPlace } from './user.queries.ts'
import { auditInReach, changeInReach, readReached } from './user.reach.ts'
import { hasPlace } from './user.rules.ts'

export const createUser: Handlers<typeof userEndpoints>['user.create'] = async (context, { body }) => {
  const { actor, now, asPlatform, accounts, rateLimit } = context
  requireAccess(actor, 'manage the user', body)
  requireAccess(actor, 'assign the units', body.unitIds)
  rateLimit.take('invitation', actor.userId)
  const tenantId = placeOf(context, body)
  const kind = found(await asPlatform('what a place is', (db) => readKind(db, tenantId)))
  if (!hasPlace(body.role, kind)) throw fail('invalid-request', { role: 'user.role-not-here' })
  const passwordHash =
    body.password === undefined ? null : await firstPassword(context, tenantId, { ...body, password: body.password })
  await asPlatform('whether a name is free', (db) => refuseTakenNames(db, body, null))

  const id = await changeInReach(context, tenantId, (rows) =>
    changingViewers(context, rows, { tenantId, roles: [body.role] }, async () => {
      const userId = await insertUser(rows, { ...body, tenantId, passwordHash }, now)
      await bindUnits(rows, { tenantId, userId }, body.unitIds)
      await bindShifts(rows, { tenantId, userId }, body.shiftIds)
      return userId
    }),
  )
  const invitationLink =
    passwordHash === null
      ? await asPlatform('invite a user', (db) =>
          accounts.invite(db, { tenantId, userId: id }, { invitedBy: actor.userId }),
        )
      : null
  const { firstName, lastName, email, role, type } = body
  await auditInReach(context, tenantId, {
    action: 'user.create',
    objectType: 'user',
    objectId: id,
    details: { name: `${firstName} ${lastName}`.trim(), email, role, type, isInvited: passwordHash === null },
  })
  const row = await readReached(context, id)
  return { ...row, lockedUntil: null, invitationLink }
}

/** The tenant that the draft names, or the only one that can be meant. */
function placeOf({ actor }: Context, { tenantId, role }: Pick<UserDraft, 'tenantId' | 'role'>): string {
  if (hasAccess(actor, 'reach all sites')) {
    if (tenantId !== undefined) return tenantId
    if (role === 'SUPER_ADMIN') return OPERATOR_TENANT_ID
    throw fail('site-needed')
  }
  if (tenantId !== undefined) {
    requireAccess(actor, 'reach the site', tenantId)
    return tenantId
  }
  // An organization's own people are its administrators; the others work at one of its sites.
  if (actor.role === 'ORG_ADMIN' && !actor.isImpersonating && role !== 'ORG_ADMIN') throw fail('site-needed')
  return actor.tenantId
}

type FirstPassword = Pick<UserDraft, 'email' | 'userName' | 'firstName' | 'lastName'> & { password: string }

async function firstPassword({ actor, asPlatform, passwords }: Context, tenantId: string, of: FirstPassword) {
  requireAccess(actor, 'act in their own name')
  const { password, email, userName, firstName, lastName } = of
  const place = await asPlatform('how long a password must be', (db) => readPasswordPlace(db, tenantId))
  const own = [email, userName, firstName + lastName, lastName + firstName, place?.name, place?.code]
  const error = passwordError(password, place?.minLength, own)
  if (error) throw fail('invalid-request', { password: error })
  return passwords.hash(password)
}
