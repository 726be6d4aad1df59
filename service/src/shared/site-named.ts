/** The organization or site of a call that may name one. */
import type { Context } from '#platform/context.ts'
import { fail } from '#platform/failure.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'

/**
 * The named tenant, otherwise the current one. Throws `site-needed` outside of any site, and `not-found` for a tenant
 * out of reach.
 */
export function placeOf({ actor }: Pick<Context, 'actor'>, named: string | undefined): string {
  const isOperator = actor.role === 'SUPER_ADMIN' && !actor.isImpersonating
  const tenantId = named ?? actor.tenantId
  if (isOperator && tenantId === OPERATOR_TENANT_ID) throw fail('site-needed')
  if (!isOperator && !actor.tenantIds.includes(tenantId)) throw fail('not-found')
  return tenantId
}
