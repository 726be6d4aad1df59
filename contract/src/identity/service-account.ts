/** Service accounts: programs that call with a token, within scopes, sites and units. REACH-50. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'
import { ADMINS, SCOPES } from '../shared/roles.ts'
import { nameText } from '../shared/text.ts'

const scope = z.enum(SCOPES)

/** The longest life of a token, days. */
const ACCOUNT_DAYS_MAX = 365
/** Accounts of one organization or site that are neither revoked nor expired. */
export const ACCOUNTS_MAX = 50

const serviceAccount = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Last characters of the token. */
  tokenLastFour: z.string(),
  scopes: z.array(scope),
  /** Sites of an organization; null: all. Names are those of now. */
  sites: z.array(z.object({ id: z.uuid(), name: z.string() })).nullable(),
  /** Units of a site; null: all. */
  units: z.array(z.object({ id: z.uuid(), name: z.string() })).nullable(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  /** To the minute; null: never used. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** The address of the last call. */
  lastUsedFrom: z.string().nullable(),
  revokedAt: z.iso.datetime().nullable(),
})
export type ServiceAccount = z.infer<typeof serviceAccount>

export const serviceAccountDraft = z.strictObject({
  name: nameText('service-account.name-required', 80),
  scopes: z.array(scope).min(1, 'service-account.scope-required').max(SCOPES.length),
  /** Sites of the organization; omitted or empty: all. For a site: none. */
  siteIds: z.array(z.uuid()).max(500).default([]),
  /** Units of the site; omitted or empty: all. For an organization: none. */
  unitIds: z.array(z.uuid()).max(200).default([]),
  /** Days until it expires. */
  days: z
    .number('service-account.days-range')
    .int('service-account.days-range')
    .min(1, 'service-account.days-range')
    .max(ACCOUNT_DAYS_MAX, 'service-account.days-range'),
  /** The organization or site to which it belongs; omitted: the current one. */
  tenantId: z.uuid().optional(),
})
export type ServiceAccountDraft = z.input<typeof serviceAccountDraft>

export const serviceAccountEndpoints = {
  'serviceAccount.list': endpoint({
    method: 'GET',
    path: 'serviceAccount',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'The service accounts of an organization or a site, newest first; revoked and expired ones for 90 days.',
    query: z.strictObject({ tenantId: z.uuid().optional() }),
    response: z.object({
      tenantId: z.uuid(),
      kind: z.enum(['organisation', 'site']),
      records: z.array(serviceAccount),
    }),
  }),
  'serviceAccount.create': endpoint({
    method: 'POST',
    path: 'serviceAccount',
    access: ADMINS,
    needsProof: true,
    whileBound: 'refused',
    summary: 'Create a service account. Its token is returned once. Not while connected to a site.',
    body: serviceAccountDraft,
    response: z.object({ account: serviceAccount, token: z.string() }),
    changes: true,
  }),
  'serviceAccount.revoke': endpoint({
    method: 'DELETE',
    path: 'serviceAccount/:id',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Revoke a service account: its token is refused from now on.',
    params: byId,
    response: serviceAccount,
    changes: true,
  }),
}
