/** Which organizations and sites a user may see and change, and which fields. domain.md, "Who may do what". */
import { PACKAGES } from '@mimamori/contract/site/packages.ts'
import type { Tenant, tenantPatch } from '@mimamori/contract/site/tenant.ts'
import type { z } from 'zod'
import type { Actor } from '#platform/auth/session.ts'
import type { Config } from '#platform/config.ts'
import { fail } from '#platform/service-error.ts'
import { requireAccess } from '#shared/access.ts'

/** One tenant alone, an organization with its sites, or all tenants if both are null. */
export type Reach = { tenantId: string | null; organisationId: string | null }

type Person = Pick<Actor, 'role' | 'tenantId' | 'homeTenantId' | 'isImpersonating'>
type Patch = z.output<typeof tenantPatch>

/** A connected session works on the connected site alone. */
export function reachOf({ role, tenantId, homeTenantId, isImpersonating }: Person): Reach {
  if (isImpersonating) return { tenantId, organisationId: null }
  return { tenantId: null, organisationId: role === 'SUPER_ADMIN' ? null : homeTenantId }
}

/** Packages and limits, which only the operator may set. */
export const LICENCE = ['packages', 'roomCameraLimit', 'publicCameraLimit'] as const
export type Licence = Pick<Tenant, (typeof LICENCE)[number]>

/** The licence of a new site unless the operator names another: nothing where subscriptions are sold, else everything. */
export function usualLicence({ sellsSubscriptions }: Pick<Config, 'sellsSubscriptions'>): Licence {
  return sellsSubscriptions
    ? { packages: [], roomCameraLimit: 0, publicCameraLimit: 0 }
    : { packages: [...PACKAGES], roomCameraLimit: null, publicCameraLimit: null }
}

/**
 * Throws `forbidden` if the patch would change a field that this role may not; repeating the stored value is not a
 * change.
 */
export function requirePatch(actor: Person, before: Tenant, patch: Patch): void {
  const changesLicence = LICENCE.some((name) => isChanged(before[name], patch[name]))
  // Nobody may move a site out of the own organization, or lock the own organization.
  const movesSite = isChanged(before.parentId, patch.parentId)
  const locksItself = before.id === actor.homeTenantId && patch.isDisabled === true
  if (changesLicence || movesSite || locksItself) requireAccess(actor, 'change licences')
}

/** Throws if the patch would open a tenant that is marked for deletion, or move it to another organization. */
export function requireUnmarked(before: Tenant, patch: Patch): void {
  const opens = isChanged(before.isDisabled, patch.isDisabled) || isChanged(before.parentId, patch.parentId)
  if (before.deletionDueAt !== null && opens) throw fail('marked-for-deletion')
}

/** Whether a patch differs from the stored value. */
export function isChanged(before: unknown, after: unknown): boolean {
  return after !== undefined && JSON.stringify(before) !== JSON.stringify(after)
}

/** Throws, with the invalid field, if a limit would fall below the number in use. */
export function requireRoom(before: Tenant, { roomCameraLimit, publicCameraLimit }: Patch): void {
  const errors: Record<string, string> = {}
  const isTooLow = (limit: number | null | undefined, was: number | null, used: number) =>
    typeof limit === 'number' && (was === null || limit < was) && limit < used
  if (isTooLow(roomCameraLimit, before.roomCameraLimit, before.roomCameraCount))
    errors.roomCameraLimit = `tenant.limit-below-use ${before.roomCameraCount}`
  if (isTooLow(publicCameraLimit, before.publicCameraLimit, before.publicCameraCount))
    errors.publicCameraLimit = `tenant.limit-below-use ${before.publicCameraCount}`
  if (Object.keys(errors).length > 0) throw fail('invalid-request', errors)
}
