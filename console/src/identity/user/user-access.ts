/** Whom the signed-in administrator may give which role, and where. The service decides again. USER-03. */
import { mayGrant, ROLES, type Role } from '@mimamori/contract/shared/roles.ts'
import type { SessionUser } from '#lib/session/session.ts'

type Me = Pick<SessionUser, 'role' | 'impersonatedTenant' | 'applicationTenant'>
/** The kinds of places that people belong to. */
type PlaceKind = 'operator' | 'organisation' | 'site'

/** Whether people of several places are in reach: organisers, until they connect to one site. */
export function reachesSites({ role, impersonatedTenant }: Me): boolean {
  return !impersonatedTenant && (role === 'SUPER_ADMIN' || role === 'ORG_ADMIN')
}

/** Where people of this role belong. */
export function placeOf(role: Role): PlaceKind {
  if (role === 'SUPER_ADMIN') return 'operator'
  return role === 'ORG_ADMIN' ? 'organisation' : 'site'
}

/** The roles that can be given, highest first; `at`: to somebody who belongs there already. */
export function grantableRoles(me: Me, at?: PlaceKind): Role[] {
  const reach = reachesSites(me)
  return ROLES.filter(
    (role) =>
      mayGrant(me.role, role) && (reach || placeOf(role) === 'site') && (at === undefined || placeOf(role) === at),
  )
}

/** Whether a new user of this role needs a place to be named, and of which kind. */
export function placeToName(me: Me, role: Role | ''): 'organisation' | 'site' | null {
  if (!reachesSites(me) || role === '' || role === 'SUPER_ADMIN') return null
  // An organiser's own organisation goes without saying.
  if (role === 'ORG_ADMIN') return me.role === 'SUPER_ADMIN' ? 'organisation' : null
  return 'site'
}
