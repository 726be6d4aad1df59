/** Users who leave: for good, or until they are enabled again. Their sessions end at once. Requirements USER-03, USER-04. */

import type { userEndpoints } from '@mimamori/contract/identity/user.ts'
import type { SessionEnd } from '#platform/auth/session.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { fail } from '#platform/service-error.ts'
import { requireAccess } from '#shared/access.ts'
import { changingViewers } from '#shared/person/changing-viewers.ts'
import { deleteUser, endSessions, switchUsers } from './user.changes.ts'
import { lockAdministrators, type UserRow } from './user.queries.ts'
import { auditInReach, changeInReach, readReached } from './user.reach.ts'
import { isAdministrator, keepsAdministrator } from './user.rules.ts'

export const removeUser: Handlers<typeof userEndpoints>['user.remove'] = async (context, { params }) => {
  const { now, afterCommit, sessions } = context
  const user = await leaving(context, params.id)
  const { tenantId } = user
  const ended = await changeInReach(context, tenantId, async (rows) => {
    await keepOne(rows, [user])
    const ended = await endSessions(rows, { tenantId, userIds: [user.id] }, now)
    const remove = () => deleteUser(rows, { tenantId, userId: user.id })
    if (!(await changingViewers(context, rows, { tenantId, roles: [user.role] }, remove))) throw fail('not-found')
    return ended
  })
  await auditInReach(context, tenantId, {
    action: 'user.remove',
    objectType: 'user',
    objectId: user.id,
    details: { name: user.displayName, email: user.email, role: user.role },
  })
  afterCommit(() => sessions.changed(...ended))
  return {}
}

export const switchMany: Handlers<typeof userEndpoints>['user.switch'] = async (context, { body }) => {
  const { isDisabled } = body
  const users: UserRow[] = []
  // In one order for all callers: two users that switch the same people do not wait for each other.
  for (const id of [...new Set(body.ids)].sort()) users.push(await leaving(context, id))
  let changed = 0
  for (const tenantId of [...new Set(users.map((user) => user.tenantId))].sort()) {
    const here = users.filter((user) => user.tenantId === tenantId)
    changed += await switchAt(context, { tenantId, users: here, isDisabled })
  }
  return { changed }
}

type Switch = { tenantId: string; users: readonly UserRow[]; isDisabled: boolean }

async function switchAt(context: Context, { tenantId, users, isDisabled }: Switch): Promise<number> {
  const { now, afterCommit, sessions } = context
  const ids = users.map(({ id }) => id)
  const { changed, ended } = await changeInReach(context, tenantId, async (rows) => {
    if (isDisabled) await keepOne(rows, users)
    const roles = users.map(({ role }) => role)
    const switchThem = () => switchUsers(rows, { tenantId, ids, isDisabled }, now)
    const changed = await changingViewers(context, rows, { tenantId, roles }, switchThem)
    const ended: SessionEnd[] = isDisabled ? await endSessions(rows, { tenantId, userIds: ids }, now) : []
    return { changed, ended }
  })
  for (const user of users.filter(({ id }) => changed.includes(id))) {
    await auditInReach(context, tenantId, {
      action: isDisabled ? 'user.disable' : 'user.enable',
      objectType: 'user',
      objectId: user.id,
      details: { name: user.displayName },
    })
  }
  afterCommit(() => sessions.changed(...ended))
  return changed.length
}

/** Somebody else, in reach, and of no higher rank. */
async function leaving(context: Context, id: string): Promise<UserRow> {
  const { actor } = context
  if (id === actor.userId) throw fail('not-yourself')
  const user = await readReached(context, id)
  requireAccess(actor, 'manage the user', user)
  return user
}

async function keepOne(rows: Statements, users: readonly UserRow[]): Promise<void> {
  const administrator = users.find((user) => isAdministrator(user.role) && !user.isDisabled)
  if (!administrator) return
  const present = await lockAdministrators(rows, administrator.tenantId, administrator.role)
  const ids = users.map(({ id }) => id)
  if (!keepsAdministrator(present, ids)) throw fail('last-administrator')
}
