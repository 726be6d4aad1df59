/** Changes of one user by an administrator. Requirements USER-01 to USER-03. */

import type { UserPatch, userEndpoints } from '@mimamori/contract/identity/user.ts'
import { passwordError } from '#platform/auth/password-rule.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { requireAccess } from '#shared/access.ts'
import { changingViewers } from '#shared/person/changing-viewers.ts'
import { bindUnits, openSessionsOf, refuseTakenNames } from '#shared/person/user-rows.ts'
import { bindShifts, dropResetCode, endSessions, type UserChange, updateUser } from './user.changes.ts'
import { lockAdministrators, readKind, readLocks, readPasswordPlace, type UserRow } from './user.queries.ts'
import { auditInReach, changeInReach, readReached } from './user.reach.ts'
import { hasPlace, isAdministrator, keepsAdministrator, type OwnerChange, ownerChange } from './user.rules.ts'

export const patchUser: Handlers<typeof userEndpoints>['user.patch'] = async (context, { body }) => {
  const { actor, now, asPlatform, afterCommit, sessions } = context
  const before = await readReached(context, body.id)
  requireAccess(actor, 'manage the user', before)
  const { tenantId, id } = before
  await allowRole(context, before, body.role)
  allowUnits(actor, before, body.unitIds)
  const owner = ownerChange(before, body)
  if (owner.newType && id === actor.userId) throw fail('not-yourself')
  // Until the owner agrees, codes are sent to the former address; a connected person cannot start this.
  if (owner.hasMoved) requireAccess(actor, 'act in their own name')
  const passwordHash = await newPassword(context, before, body)
  await asPlatform('whether a name is free', (db) => refuseTakenNames(db, body, id))

  const touched = await changeInReach(context, tenantId, async (rows) => {
    await keepOne(rows, before, { ...body, dropsPassword: owner.dropsPassword })
    const roles = [before.role, body.role]
    await changingViewers(context, rows, { tenantId, roles }, () =>
      change(rows, before, { ...body, ...owner, passwordHash }, now),
    )
    // A code sent to the former mailbox becomes invalid.
    if (owner.hasMoved) await dropResetCode(rows, { tenantId, userId: id })
    // Ends the sessions opened with the former password; other users' rights are only checked again.
    if (passwordHash || owner.newType) return endSessions(rows, { tenantId, userIds: [id] }, now)
    return openSessionsOf(rows, { tenantId, userId: id })
  })
  await informOwner(context, before, owner)
  await auditInReach(context, tenantId, {
    action: 'user.patch',
    objectType: 'user',
    objectId: id,
    details: { name: before.displayName, changed: namesOf(body, before), ...roleChange(before, body) },
  })
  afterCommit(() => sessions.changed(...touched))
  const row = await readReached(context, id)
  const locks = await asPlatform('who is locked out', (db) => readLocks(db, [row], now))
  return { ...row, lockedUntil: locks.get(id) ?? null }
}

/** Sends the e-mail that only the owner needs to continue using the account. */
async function informOwner({ actor, now, asPlatform, accounts, mail }: Context, before: UserRow, owner: OwnerChange) {
  const { tenantId, id: userId, displayName: name, timezone, locale } = before
  await asPlatform('inform the owner of an account', async (db) => {
    const isInvited = owner.dropsPassword || (before.isInvitationPending && owner.hasMoved)
    if (isInvited) await accounts.invite(db, { tenantId, userId }, { invitedBy: actor.userId })
    else if (owner.newType) await accounts.sendReset(db, { tenantId, userId })
    if (owner.hasMoved && owner.keepsOwnerEmail) {
      const facts = { template: 'address-changed', name, newAddress: owner.email, changedAt: now, timezone } as const
      await mail.send(db, { tenantId, to: before.email, locale, ...facts })
    }
  })
}

async function allowRole({ actor, asPlatform }: Context, before: UserRow, role: UserPatch['role']): Promise<void> {
  if (role === undefined || role === before.role) return
  if (before.id === actor.userId) throw fail('not-yourself')
  requireAccess(actor, 'manage the user', { role })
  const kind = found(await asPlatform('what a place is', (db) => readKind(db, before.tenantId)))
  if (!hasPlace(role, kind)) throw fail('invalid-request', { role: 'user.role-not-here' })
}

/** A user bound to units cannot unbind anybody, and nobody changes their own units. */
function allowUnits(actor: Actor, before: UserRow, unitIds: UserPatch['unitIds']): void {
  if (unitIds === undefined || actor.unitIds === null) return
  const isSame = [...unitIds].sort().join() === [...before.unitIds].sort().join()
  if (before.id === actor.userId && !isSame) throw fail('bound-to-units')
  requireAccess(actor, 'assign the units', unitIds)
}

/** People choose their own passwords; that of a station is set by its administrator, but not while connected. */
async function newPassword({ actor, asPlatform, passwords }: Context, before: UserRow, body: UserPatch) {
  if (body.password === undefined) return undefined
  requireAccess(actor, 'act in their own name')
  // Decided by the previous type: a change of type never sets a password.
  if (before.type !== 'SHARED' || ownerChange(before, body).newType) {
    throw fail('invalid-request', { password: 'user.password-not-yours' })
  }
  if (before.isOwnerAsked) throw fail('invalid-request', { password: 'user.password-owner-asked' })
  const place = await asPlatform('how long a password must be', (db) => readPasswordPlace(db, before.tenantId))
  const { email, userName, firstName, lastName } = { ...before, ...body }
  const own = [email, userName, firstName + lastName, lastName + firstName, place?.name, place?.code]
  const error = passwordError(body.password, place?.minLength, own)
  if (error) throw fail('invalid-request', { password: error })
  return passwords.hash(body.password)
}

type Leaving = { role?: UserPatch['role']; dropsPassword: boolean }

async function keepOne(rows: Statements, before: UserRow, { role, dropsPassword }: Leaving): Promise<void> {
  const isLeaving = dropsPassword || (role !== undefined && role !== before.role)
  if (!isLeaving || before.isDisabled || !isAdministrator(before.role)) return
  const present = await lockAdministrators(rows, before.tenantId, before.role)
  if (!keepsAdministrator(present, [before.id])) throw fail('last-administrator')
}

async function change(rows: Statements, before: UserRow, body: UserPatch & UserChange, now: Date) {
  const { tenantId, id } = before
  const isDone = await updateUser(rows, { tenantId, id, version: body.version }, body, now)
  if (!isDone) throw fail('conflict')
  if (body.unitIds) await bindUnits(rows, { tenantId, userId: id }, body.unitIds)
  if (body.shiftIds) await bindShifts(rows, { tenantId, userId: id }, body.shiftIds)
}

/** Names of the changed fields, never their values: a password could be among them. */
function namesOf({ id: _, version: __, ...fields }: UserPatch, before: UserRow): string[] {
  const known: Record<string, unknown> = before
  return Object.entries(fields)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name]))
    .map(([name]) => name)
}

function roleChange(before: UserRow, { role }: UserPatch) {
  return role === undefined || role === before.role ? {} : { roleBefore: before.role, role }
}
