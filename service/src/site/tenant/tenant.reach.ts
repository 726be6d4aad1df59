/** Which organisations and sites a user sees and changes, and what of them. domain.md, "Who may do what". */
import type { Tenant, tenantPatch } from '@mimamori/contract/site/tenant.ts'
import type { z } from 'zod'
import type { Actor } from '#platform/auth/session.ts'
import { fail } from '#platform/failure.ts'

/** One tenant alone, or an organisation with its sites, or all of them when both are null. */
export type Reach = { tenantId: string | null; organisationId: string | null }

type Person = Pick<Actor, 'role' | 'tenantId' | 'homeTenantId' | 'isImpersonating'>
type Patch = z.output<typeof tenantPatch>

/** A connected session works on the connected site alone. */
export function reachOf({ role, tenantId, homeTenantId, isImpersonating }: Person): Reach {
  if (isImpersonating) return { tenantId, organisationId: null }
  return { tenantId: null, organisationId: role === 'SUPER_ADMIN' ? null : homeTenantId }
}

/** Packages and limits, which only the operator gives. */
const LICENCE = ['packages', 'roomCameraLimit', 'publicCameraLimit'] as const

/** Throws `forbidden` when the patch would change what this role may not; sending what is there already is no change. */
export function requireRight({ role, homeTenantId }: Person, before: Tenant, patch: Patch): void {
  if (role === 'SUPER_ADMIN') return
  const changesLicence = LICENCE.some((name) => isChanged(before[name], patch[name]))
  // Nobody moves a site out of the own organisation, or locks the own organisation.
  const movesSite = isChanged(before.parentId, patch.parentId)
  const locksItself = before.id === homeTenantId && patch.isDisabled === true
  if (changesLicence || movesSite || locksItself) throw fail('forbidden')
}

/** Throws when the patch would open a tenant that is marked for deletion, or move it to another organisation. */
export function requireUnmarked(before: Tenant, patch: Patch): void {
  const opens = isChanged(before.isDisabled, patch.isDisabled) || isChanged(before.parentId, patch.parentId)
  if (before.deletionDueAt !== null && opens) throw fail('marked-for-deletion')
}

/** Whether a patch says something else than what is there. */
export function isChanged(before: unknown, after: unknown): boolean {
  return after !== undefined && JSON.stringify(before) !== JSON.stringify(after)
}

/** Throws, with the invalid field, when a limit would fall below what is in use. */
export function requireRoom(before: Tenant, { roomCameraLimit, publicCameraLimit }: Patch): void {
  const errors: Record<string, string> = {}
  const isTooLow = (limit: number | undefined, was: number, used: number) =>
    limit !== undefined && limit < was && limit < used
  if (isTooLow(roomCameraLimit, before.roomCameraLimit, before.roomCameraCount))
    errors.roomCameraLimit = `tenant.limit-below-use ${before.roomCameraCount}`
  if (isTooLow(publicCameraLimit, before.publicCameraLimit, before.publicCameraCount))
    errors.publicCameraLimit = `tenant.limit-below-use ${before.publicCameraCount}`
  if (Object.keys(errors).length > 0) throw fail('invalid-request', errors)
}
