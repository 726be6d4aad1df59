/** Whose sign-in must have a second factor: by role, of a site, an organization or the installation. Requirement REACH-22. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'

/** DEMO_USER is shared with everybody. */
const FACTOR_ROLES = ['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN', 'USER', 'RESTRICTED_USER', 'ANNOTATOR'] as const
const factorRole = z.enum(FACTOR_ROLES)

/** Longest time that people have to set it up. */
const GRACE_DAYS_MAX = 90

const factorRule = z.object({
  tenantId: z.uuid(),
  /** The roles that can be chosen here. */
  possible: z.array(factorRole),
  roles: z.array(factorRole),
  graceDays: z.number().int(),
  /** People of these roles who have not set it up. */
  missing: z.number().int(),
  version: z.number().int(),
})
export type FactorRule = z.infer<typeof factorRule>

export const factorRuleDraft = z.strictObject({
  roles: z.array(factorRole).max(FACTOR_ROLES.length),
  graceDays: z.number().int().min(0).max(GRACE_DAYS_MAX),
  version: z.number().int(),
  /** Omitted: the current organization or site; for SUPER_ADMIN outside of one the installation itself. */
  tenantId: z.uuid().optional(),
})
export type FactorRuleDraft = z.input<typeof factorRuleDraft>

export const factorRuleEndpoints = {
  'factorRule.get': endpoint({
    method: 'GET',
    path: 'security/factor',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'The roles that must sign in with a second factor or a passkey, and how long people have to set it up.',
    query: z.strictObject({ tenantId: z.uuid().optional() }),
    response: factorRule,
  }),
  'factorRule.save': endpoint({
    method: 'PUT',
    path: 'security/factor',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Replace these roles; the time begins anew for a role that is added.',
    body: factorRuleDraft,
    changesObject: factorRule,
    response: factorRule,
    changes: true,
  }),
}
