/** The audit log: who did what, when and from where. domain.md, "Who may do what". */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { instant, keyedQuery, page } from '../shared/page.ts'

const auditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  tenantId: z.uuid(),
  /** Null for the operator's own rows. */
  tenantName: z.string().nullable(),
  /** Null: the service itself, a hub, a service account, or an unauthenticated caller. The name is null once the user is deleted. */
  actor: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  /** Done in a connected session, by somebody of another tenant. */
  isConnected: z.boolean(),
  /** The actor belongs to another tenant; its name, null for the operator. */
  isFromOutside: z.boolean(),
  actorTenantName: z.string().nullable(),
  hubName: z.string().nullable(),
  /** The service account whose token made the call. */
  accountName: z.string().nullable(),
  /** The address of the caller. */
  ip: z.string().nullable(),
  /** Noun and verb: `camera.register`. */
  action: z.string(),
  objectType: z.string(),
  objectId: z.uuid().nullable(),
  /** The current name; null if the object is deleted or has no name. */
  objectName: z.string().nullable(),
  outcome: z.enum(['done', 'refused']),
  /** In the words of the acting person. */
  reason: z.string().nullable(),
  /** Further facts by name, such as `changed`: each field with its old and new value. */
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditFilter = z.strictObject({
  from: instant.optional(),
  until: instant.optional(),
  /** Part of the name or e-mail of who acted, or of the name of a service account. */
  text: z.string().max(100).optional(),
  actorId: z.uuid().optional(),
  objectId: z.uuid().optional(),
  /** First parts of actions: `camera`, `session`. */
  nouns: z.array(z.string().max(40)).max(30).optional(),
  tenantId: z.uuid().optional(),
  /** False: without views of images, clips and live video, which are most rows; true: only those. */
  isView: z.boolean().optional(),
  /** Only what people did in connected sessions; false: only what they did not. */
  isConnected: z.boolean().optional(),
  outcome: z.enum(['done', 'refused']).optional(),
})
export type AuditFilter = z.input<typeof auditFilter>

export const auditEndpoints = {
  'audit.search': endpoint({
    method: 'POST',
    path: 'audit/search',
    access: ['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN', 'USER', 'RESTRICTED_USER'],
    summary:
      'One page of the audit log, newest first: administrators see their site’s, others what they did themselves.',
    query: keyedQuery,
    body: auditFilter,
    response: page(auditEntry),
    lasting: true,
  }),
}
