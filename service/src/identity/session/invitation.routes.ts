/** Registration by invitation: reading, accepting and resending it. Requirement AUTH-14. */

import type { invitationEndpoints } from '@mimamori/contract/identity/invitation.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import { passwordError } from '#platform/auth/password-rule.ts'
import { decodePassword } from '#platform/auth/wire-password.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess, requireAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { acceptInvitation, findInvitation, findInvited, type InvitedUser } from './invitation.queries.ts'
import { auditSource, openSession } from './session.opening.ts'

export const invitationRoutes: Handlers<typeof invitationEndpoints> = {
  async 'invitation.look'({ database, now }, { body }) {
    const invited = await database.asPlatform('look at an invitation', (db) => findInvitation(db, body.token, now))
    if (!invited) throw fail('link-invalid')
    const { tenantId: _tenant, userId: _user, type: _type, names: _names, ...shown } = invited
    return shown
  },

  async 'invitation.accept'(context, { body }) {
    const { database, passwords, now } = context
    const { token, userPassword, ...person } = body
    const invited = await database.asPlatform('accept an invitation', (db) => findInvitation(db, token, now))
    if (!invited) throw fail('link-invalid')
    const password = decodePassword(userPassword)
    const { firstName, lastName } = person
    const ownNames = [...invited.names, invited.siteName, firstName + lastName, lastName + firstName]
    const error = password === null ? 'invalid' : passwordError(password, invited.passwordMinLength, ownNames)
    if (password === null || error) throw fail('invalid-request', { userPassword: error ?? 'invalid' })
    const passwordHash = await passwords.hash(password)
    return openSession(context, invited, {
      device: 'web',
      async alongside(db) {
        const isFirst = await acceptInvitation(db, invited, { ...person, passwordHash, token }, now)
        if (!isFirst) throw fail('link-invalid')
        const accepted = { action: 'invitation.accept', objectType: 'user', objectId: invited.userId }
        await writeAudit(db, auditSource(invited, null, context.ip, now), accepted)
      },
    })
  },

  async 'invitation.send'(context, { params }) {
    const { actor, accounts, rateLimit } = context
    rateLimit.take('emails', actor.userId)
    const by = { invitedBy: actor.userId }
    const invitationLink = await reached(context, params.id, async (db, user) => {
      requireAccess(actor, 'manage the user', user)
      const link = await accounts.invite(db, user, by)
      const sent = { action: 'invitation.send', objectType: 'user', objectId: user.userId }
      await auditAt(db, context, user.tenantId, { ...sent, details: { isShown: link !== null } })
      return link
    })
    return { invitationLink }
  },
}

type Send = (db: Parameters<Context['accounts']['invite']>[0], user: InvitedUser) => Promise<string | null>

/** The user, within the caller's reach: for the operator outside of a site, any user. */
async function reached({ actor, db, asPlatform }: Context, userId: string, send: Send): Promise<string | null> {
  if (hasAccess(actor, 'reach all sites')) {
    return asPlatform('invite anywhere', async (all) => {
      return send(all, found(await findInvited(all, userId, actor)))
    })
  }
  const user = found(await findInvited(db, userId, actor))
  await db.writeTo(user.tenantId)
  return send(db, user)
}
