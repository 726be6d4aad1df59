/**
 * Deletion of an organization or a site: exported, marked, and removed after a delay. Requirement OPS-09; decision
 * 0031.
 */

import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'
import { ORGANISERS } from '../shared/roles.ts'

/**
 * Time in which a deletion can be withdrawn. A week: an administrator who is away for some days, or is informed on
 * Monday, can still do so.
 */
export const DELETION_DELAY_DAYS = 7
/** An older export lacks too many later changes. */
export const EXPORT_VALID_HOURS = 24

const count = z.number().int()

export const tenantDeletion = z.object({
  /** Counts of what is deleted. */
  counts: z.object({
    residents: count,
    alerts: count,
    units: count,
    cameras: count,
    hubs: count,
    recordings: count,
    /** Images, clips and parts of recordings. */
    files: count,
    users: count,
  }),
  /** Number of an organization's sites: it cannot be deleted while it has any. */
  siteCount: count,
  /** The newest finished export that is recent enough; null: there is none. */
  lastExport: z.object({ at: z.iso.datetime(), madeBy: z.string(), validUntil: z.iso.datetime() }).nullable(),
  /** Resident data must be in the export, and the caller may not see it: another person must export. */
  needsOtherExporter: z.boolean(),
  /** Null: it is not marked. */
  marked: z
    .object({
      at: z.iso.datetime(),
      by: z.string(),
      dueAt: z.iso.datetime(),
      /** The removal is running: it cannot be withdrawn any more. */
      isBegun: z.boolean(),
    })
    .nullable(),
})
export type TenantDeletion = z.infer<typeof tenantDeletion>

export const tenantDeletionEndpoints = {
  'tenant.deletion': endpoint({
    method: 'GET',
    path: 'tenant/:id/deletion',
    access: ORGANISERS,
    summary: 'What would go with an organisation or a site, the newest export, and whether it is marked for deletion.',
    params: byId,
    response: tenantDeletion,
  }),
  'tenant.export': endpoint({
    method: 'GET',
    path: 'tenant/:id/export',
    access: ORGANISERS,
    needsProof: true,
    summary:
      'All rows of an organisation or a site as a zip of JSON lines, one file a table, and the list of its files. Passwords and keys are left out; for the operator also what is about residents. Audited.',
    params: byId,
    answer: 'bytes',
  }),
  'tenant.remove': endpoint({
    method: 'POST',
    path: 'tenant/:id/deletion',
    access: ORGANISERS,
    summary:
      'Mark an organisation or a site for deletion: nobody signs in to it, its cameras stop, nobody is alerted. Its data goes after 7 days.',
    params: byId,
    /** Its name, typed by the user. */
    body: z.strictObject({ name: z.string().max(200) }),
    response: tenantDeletion,
    changes: true,
  }),
  'tenant.restore': endpoint({
    method: 'DELETE',
    path: 'tenant/:id/deletion',
    access: ORGANISERS,
    summary: 'Withdraw a deletion before its data is removed; the site works as before.',
    params: byId,
    response: tenantDeletion,
    changes: true,
  }),
}
