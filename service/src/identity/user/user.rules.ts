/** Who may do what with whom, without a database. Requirement USER-03; domain.md, "Who may do what". */

import type { User, UserPatch } from '@mimamori/contract/identity/user.ts'
import { plain } from '@mimamori/contract/shared/plain.ts'
import type { UserType } from '@mimamori/contract/shared/roles.ts'
import { ADMINS, type Role } from '@mimamori/contract/shared/roles.ts'

export type TenantKind = 'operator' | 'organisation' | 'site'

/** Roles have their places: the operator's own people, the organization's, the site's. */
export function hasPlace(role: Role, at: TenantKind): boolean {
  if (role === 'SUPER_ADMIN') return at === 'operator'
  if (role === 'ORG_ADMIN') return at === 'organisation'
  return at === 'site'
}

/** Whether a place needs somebody of this role: each has its own kind of administrator, and one of them must be left. */
export function isAdministrator(role: Role): boolean {
  return (ADMINS as readonly Role[]).includes(role)
}

export type Administrator = { id: string; canSignIn: boolean }

/**
 * Whether the place still has an administrator without those of `leaving`. A user with a pending invitation counts only
 * if there is nobody else.
 */
export function keepsAdministrator(present: readonly Administrator[], leaving: readonly string[]): boolean {
  const staying = present.filter(({ id }) => !leaving.includes(id))
  if (staying.length === present.length) return true
  return present.some(({ canSignIn }) => canSignIn) ? staying.some(({ canSignIn }) => canSignIn) : staying.length > 0
}

/** A patch's changes of the account's owner. */
export type OwnerChange = {
  newType: UserType | null
  hasMoved: boolean
  /** The address after the patch. */
  email: string
  /** A shared password does not open a personal account: its owner gets an invitation instead. */
  dropsPassword: boolean
  /** Codes go to the former address until the owner agrees. */
  keepsOwnerEmail: boolean
}

type Before = Pick<User, 'type' | 'email' | 'role' | 'isInvitationPending' | 'isOwnerAsked'>

/** An account that a person signs in to stays that person's, whatever an administrator changes about it. */
export function ownerChange(before: Before, patch: Pick<UserPatch, 'type' | 'email'>): OwnerChange {
  const email = patch.email ?? before.email
  const hasMoved = plain(email) !== plain(before.email)
  const newType = patch.type === undefined || patch.type === before.type ? null : patch.type
  // The demo account has no owner.
  const isRegistered = !before.isInvitationPending && before.role !== 'DEMO_USER'
  const isOwned = isRegistered && (before.type === 'REGULAR' || before.isOwnerAsked)
  return {
    ...{ newType, hasMoved, email },
    dropsPassword: newType === 'REGULAR' && isRegistered && !isOwned,
    keepsOwnerEmail: isOwned && (hasMoved || newType === 'SHARED'),
  }
}
