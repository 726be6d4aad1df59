/** Users: the list, and details. Requirements USER-01 to USER-04. */

import type { User, userEndpoints } from '@mimamori/contract/identity/user.ts'
import { USER_SORTS } from '@mimamori/contract/shared/roles.ts'
import { PASSWORD_LENGTH } from '@mimamori/contract/site/tenant.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { requireAccess } from '#shared/access.ts'
import { type DutyPerson, gapsAt, insteadAt, onDutyAt, readRoster } from '#shared/duty.ts'
import { byName, pageNumberOf } from '#shared/list-page.ts'
import { mayHearOf } from '#shared/user-scope.ts'
import { forgetFailures } from './user.changes.ts'
import { createUser } from './user.creation.ts'
import { losingRooms } from './user.losing.ts'
import { patchUser } from './user.patch.ts'
import { readChoices, readLocks, readPasswordPlace, searchNames, searchUsers, type UserRow } from './user.queries.ts'
import { auditInReach, placeInReach, readInReach, readReached } from './user.reach.ts'
import { removeUser, switchMany } from './user.removal.ts'

export const userRoutes: Handlers<typeof userEndpoints> = {
  async 'user.search'(context, { query, body }) {
    const { sortColumn, ...page } = byName(query, USER_SORTS)
    const { users, totalCount } = await readInReach(context, (rows, reach) => {
      const search = { ...body, text: body.text?.trim() || null, reach, manager: context.actor }
      return searchUsers(rows, search, sortColumn, page)
    })
    const currentPage = pageNumberOf(query)
    return { records: await withLocks(context, users), totalCount, currentPage }
  },

  async 'user.names'(context, { query, body }) {
    const tenantId = placeInReach(context, body.tenantId)
    return readInReach(context, async (rows) => {
      const { unitIds } = context.actor
      const search = { tenantId, unitIds, text: body.text?.trim() || null, ids: body.ids ?? null }
      const { names, totalCount } = await searchNames(rows, search, query)
      return { records: names, totalCount, currentPage: pageNumberOf(query) }
    })
  },

  async 'user.choices'(context, { body }) {
    const tenantId = placeInReach(context, body.tenantId)
    const place = await context.asPlatform('how long a password must be', (db) => readPasswordPlace(db, tenantId))
    const choices = await readInReach(context, (rows) => readChoices(rows, tenantId, context.actor))
    return { ...choices, passwordMinLength: place?.minLength ?? PASSWORD_LENGTH.usual }
  },

  async 'user.duty'(context, { body: { unitId, cameraId, tenantId: named } }) {
    const tenantId = placeInReach(context, named)
    const roster = await readInReach(context, (rows) =>
      readRoster(rows, tenantId, context.now, mayHearOf('u', context.actor)),
    )
    const place = { unitId, cameraId }
    const choices = (people: readonly DutyPerson[]) => people.map(({ id, name }) => ({ id, name }))
    return {
      now: choices(onDutyAt(roster, place)),
      instead: choices(insteadAt(roster, place)),
      gaps: gapsAt(roster, place),
      hasRoster: roster.isDated,
    }
  },

  'user.create': createUser,
  'user.patch': patchUser,
  'user.losing': losingRooms,
  'user.switch': switchMany,
  'user.remove': removeUser,

  'user.get': (context, { params }) => readWhole(context, params.id),

  async 'user.unlock'(context, { params }) {
    const { actor, asPlatform } = context
    const user = await readWhole(context, params.id)
    requireAccess(actor, 'manage the user', user)
    await asPlatform('unlock a user', (db) => forgetFailures(db, user.id))
    await auditInReach(context, user.tenantId, { action: 'user.unlock', objectType: 'user', objectId: user.id })
    return { ...user, lockedUntil: null }
  },

  async 'user.sendReset'(context, { params }) {
    const { actor, accounts, asPlatform, rateLimit } = context
    const user = await readReached(context, params.id)
    requireAccess(actor, 'manage the user', user)
    rateLimit.take('invitation', actor.userId)
    const place = { tenantId: user.tenantId, userId: user.id }
    const isSent = await asPlatform('mail a code', (db) => accounts.sendReset(db, place))
    await auditInReach(context, user.tenantId, { action: 'user.send-reset', objectType: 'user', objectId: user.id })
    return { isSent }
  },
}

/** The user as in the contract; a user out of reach counts as not found. */
async function readWhole(context: Context, id: string): Promise<User> {
  const row = await readReached(context, id)
  return (await withLocks(context, [row]))[0]!
}

/** Adds until when each user is locked out. The counters belong to no tenant, so the platform reads them. */
async function withLocks({ asPlatform, now }: Context, users: readonly UserRow[]): Promise<User[]> {
  if (users.length === 0) return []
  const locks = await asPlatform('who is locked out', (db) => readLocks(db, users, now))
  return users.map((user) => ({ ...user, lockedUntil: locks.get(user.id) ?? null }))
}
