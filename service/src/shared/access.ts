/** Every right that the roles of a call alone do not decide, one row each. docs/architecture.md, "How rights are decided". */
import { RESIDENT_READERS, RESIDENT_STAFF } from '@mimamori/contract/care/resident-title.ts'
import { ANSWERERS } from '@mimamori/contract/shared/alarm-state.ts'
import type { ErrorKey } from '@mimamori/contract/shared/errors.ts'
import {
  ACCOUNT_ROLE,
  ADMINS,
  type CallerRole,
  isCareRole,
  mayGrant,
  type Role,
  STAFF,
} from '@mimamori/contract/shared/roles.ts'
import type { Actor } from '#platform/auth/session.ts'
import { fail } from '#platform/service-error.ts'

type ByRole = Pick<Actor, 'role'>
type BySession = Pick<Actor, 'role' | 'isImpersonating'>
type ByTenants = Pick<Actor, 'role' | 'isImpersonating' | 'tenantIds'>

/** One right: whether the caller has it, and the error if not. */
type Rule<By, Of extends unknown[]> = { isGiven: (by: By, ...of: Of) => boolean; error: ErrorKey }

const rule = <By, Of extends unknown[]>(error: ErrorKey, isGiven: Rule<By, Of>['isGiven']): Rule<By, Of> => ({
  error,
  isGiven,
})
const onlyFor = (roles: readonly CallerRole[]) => rule('forbidden', ({ role }: ByRole) => roles.includes(role))
const notFor = (roles: readonly CallerRole[], error: ErrorKey = 'not-found') =>
  rule(error, ({ role }: ByRole) => !roles.includes(role))

const isOperator = ({ role, isImpersonating }: BySession) => role === 'SUPER_ADMIN' && !isImpersonating

const RIGHTS = {
  /** The operator outside of a connected site. */
  'reach all sites': rule('forbidden', isOperator),
  'reach the site': rule('not-found', (by: ByTenants, tenantId: string) => {
    return isOperator(by) || by.tenantIds.includes(tenantId)
  }),
  /** Passwords, keys, invitation links and codes are neither read nor set by a connected session. AUTH-13. */
  'act in their own name': rule('not-while-connected', ({ isImpersonating }: BySession) => !isImpersonating),
  administrate: onlyFor(ADMINS),
  'change licences': onlyFor(['SUPER_ADMIN']),
  'export resident data': notFor(['SUPER_ADMIN', ACCOUNT_ROLE]),
  'edit escalation rules': notFor(['USER', 'RESTRICTED_USER', ACCOUNT_ROLE], 'forbidden'),

  /** USER-03: nobody manages somebody of a higher role, nor gives such a role. */
  'manage the user': rule('forbidden', ({ role }: ByRole, user: { role: Role }) => mayGrant(role, user.role)),
  /** No units would mean the whole site. */
  'assign the units': rule('bound-to-units', ({ unitIds }: Pick<Actor, 'unitIds'>, wanted: readonly string[]) => {
    return unitIds === null || (wanted.length > 0 && wanted.every((id) => unitIds.includes(id.toLowerCase())))
  }),

  /** A shared sign-in must neither see nor end where the others are signed in; the demo's accounts are shared as well. */
  'sign out own devices': rule('forbidden', ({ type, role }: ByRole & { type: string }) => {
    return type !== 'SHARED' && role !== 'DEMO_USER'
  }),
  'change own password': rule('forbidden', ({ type }: { type: string }) => type !== 'SHARED'),

  /** Programs get no media. REACH-50. */
  'open media': notFor([ACCOUNT_ROLE]),
  /** RESTRICTED_USER sees only blurred video. */
  'see frames': notFor(['RESTRICTED_USER', ACCOUNT_ROLE]),
  /** Care roles see clear video even if a resident denied it. */
  'see clear frames': rule('not-found', ({ role }: ByRole, { isClearRefused }: { isClearRefused: boolean }) => {
    return role !== 'RESTRICTED_USER' && (!isClearRefused || isCareRole(role))
  }),
  /** ANNOTATOR sees alerts with their frames, but no cameras. */
  'see cameras': notFor(['ANNOTATOR']),
  'see recordings': notFor(['RESTRICTED_USER', 'ANNOTATOR', ACCOUNT_ROLE]),
  /** The address of a camera, and each part of it. CAM-15. */
  'see camera addresses': onlyFor(ADMINS),
  /** DEMO_USER sees the whole demo site, but no address. */
  'see camera setup': onlyFor([...ADMINS, 'DEMO_USER']),

  'archive alerts': onlyFor(STAFF),
  'answer alarms': onlyFor(ANSWERERS),
  /** SUPER_ADMIN and ANNOTATOR look without being on duty. ALERT-06. */
  'count as care staff': rule('forbidden', ({ role }: ByRole) => isCareRole(role)),

  'edit the note': rule(
    'forbidden',
    ({ userId }: Pick<Actor, 'userId'>, { signedInAs }: { signedInAs: string | null }) => {
      return signedInAs === userId
    },
  ),
  /** Names of residents; ORG_ADMIN has to be connected to the site. RESIDENT-02. */
  'read residents': rule('not-found', ({ role, isImpersonating }: BySession) => {
    return (RESIDENT_READERS as readonly CallerRole[]).includes(role) && (role !== 'ORG_ADMIN' || isImpersonating)
  }),
  'read care notes': onlyFor(RESIDENT_STAFF),
}

type Rights = typeof RIGHTS
type Right = keyof Rights
type By<R extends Right> = Parameters<Rights[R]['isGiven']>[0]
type Of<R extends Right> = Parameters<Rights[R]['isGiven']> extends [unknown, ...infer Rest] ? Rest : never

/** `if (hasAccess(actor, 'see clear frames', camera))`. */
export function hasAccess<R extends Right>(by: By<R>, right: R, ...of: Of<R>): boolean {
  const { isGiven } = RIGHTS[right] as unknown as Rule<By<R>, Of<R>>
  return isGiven(by, ...of)
}

/** Throws the right's error unless the caller has it: `requireAccess(actor, 'manage the user', user)`. */
export function requireAccess<R extends Right>(by: By<R>, right: R, ...of: Of<R>): void {
  if (!hasAccess(by, right, ...of)) throw fail(RIGHTS[right].error)
}

/** The tenants that the caller manages; null: all. */
export function managedTenants(by: ByTenants): readonly string[] | null {
  return isOperator(by) ? null : by.tenantIds
}
