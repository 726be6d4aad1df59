/** The audit: action, actor and origin; written in the transaction of the action itself. */

import type { PlatformDb, TenantDb } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'

/** What a handler records about its action. */
export type AuditEntry = {
  /** Noun and verb, `alert.archive`. */
  action: string
  objectType: string
  objectId?: string | null
  outcome?: 'done' | 'refused'
  /** The reason, if a person gave one. */
  reason?: string
  /** Further facts; never secrets, never names of residents. */
  details?: Record<string, unknown>
}

/** Fields that the platform adds. */
type AuditSource = {
  tenantId: string
  at: Date
  actorUserId: string | null
  actorTenantId: string | null
  hubId: string | null
  /** The service account that called. */
  accountId?: string | null
  sessionId: string | null
  ip: string | null
}

/** One row in the current transaction: it is rolled back with the action. The tenant must be the writable one. */
export async function writeAudit(db: TenantDb | PlatformDb, source: AuditSource, entry: AuditEntry): Promise<void> {
  await db.run(sql`
    insert into audit (tenant_id, at, actor_user_id, actor_tenant_id, hub_id, account_id, session_id, ip,
      action, object_type, object_id, outcome, reason, details)
    values (${source.tenantId}, ${source.at}, ${source.actorUserId}, ${source.actorTenantId}, ${source.hubId},
      ${source.accountId ?? null}, ${source.sessionId}, ${source.ip}, ${entry.action}, ${entry.objectType}, ${entry.objectId ?? null},
      ${entry.outcome ?? 'done'}, ${entry.reason ?? null}, ${entry.details ?? {}})`)
}

/** Time in which repeated views are one audit row. */
export const LOOK_MS = 30 * 60_000

/** Whether the audit of the writable tenant already has this view of the session. Index: audit_by_object. */
export async function isLookNoted(
  db: TenantDb,
  { sessionId, now }: { sessionId: string; now: Date },
  { action, objectType, objectId }: Pick<AuditEntry, 'action' | 'objectType' | 'objectId'>,
): Promise<boolean> {
  const since = new Date(now.getTime() - LOOK_MS)
  const row = await db.first(sql`
    select from audit where tenant_id = ${db.tenantId} and object_type = ${objectType} and object_id = ${objectId}
      and at > ${since} and action = ${action} and session_id = ${sessionId} limit 1`)
  return row !== undefined
}
