/**
 * The seven roles and their order. Requirements USER-03, NAV-02; domain.md "Who may do what". No zod here, so that
 * browsers can load it.
 */
export const ROLES = ['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN', 'USER', 'RESTRICTED_USER', 'DEMO_USER', 'ANNOTATOR'] as const
export type Role = (typeof ROLES)[number]

/** A program with the token of a service account: in no list of roles, so it has no right by role. REACH-50. */
export const ACCOUNT_ROLE = 'SERVICE_ACCOUNT'
export type CallerRole = Role | typeof ACCOUNT_ROLE

/** What care roles see counts as seen. SUPER_ADMIN, DEMO_USER and ANNOTATOR look without being on duty. */
const CARE_ROLES = ['ORG_ADMIN', 'ADMIN', 'USER', 'RESTRICTED_USER'] as const satisfies Role[]
export const ADMINS = ['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN'] as const satisfies Role[]
export const ORGANISERS = ['SUPER_ADMIN', 'ORG_ADMIN'] as const satisfies Role[]
export const PLATFORM = ['SUPER_ADMIN'] as const satisfies Role[]
/** May change alerts (archive, resend); RESTRICTED_USER may only read and judge them. */
export const STAFF = ['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN', 'USER'] as const satisfies Role[]
/** Everybody who may read care data; ANNOTATOR sees alerts with their clips and nothing else. */
export const READERS = [
  'SUPER_ADMIN',
  'ORG_ADMIN',
  'ADMIN',
  'USER',
  'RESTRICTED_USER',
  'DEMO_USER',
] as const satisfies Role[]

/** Higher may give a role to lower; equal ranks may give each other's. */
const RANK: Record<Role, number> = {
  SUPER_ADMIN: 3,
  ORG_ADMIN: 2,
  ADMIN: 1,
  USER: 0,
  RESTRICTED_USER: 0,
  DEMO_USER: 0,
  ANNOTATOR: 0,
}

/** Whether `giver` may create or edit a user of role `given`. USER-03: nobody gives a role above their own. */
export function mayGrant(giver: CallerRole, given: Role): boolean {
  return giver !== ACCOUNT_ROLE && RANK[giver] > 0 && RANK[giver] >= RANK[given]
}

/** Whether a view by this role marks an alert as seen by care staff. ALERT-06. */
export function isCareRole(of: CallerRole): boolean {
  return (CARE_ROLES as readonly CallerRole[]).includes(of)
}

/** Enumerations of users, and sort orders of user lists, as plain lists from which the schemas are built. */
export const USER_TYPES = ['REGULAR', 'SHARED'] as const
export type UserType = (typeof USER_TYPES)[number]
export const USER_SORTS = ['name', 'role', 'lastSignIn'] as const

/** `alerts`, `rooms` and `cameras` read; `events` raises alerts. */
export const SCOPES = ['alerts', 'rooms', 'cameras', 'events'] as const
export type Scope = (typeof SCOPES)[number]
