/** A row in the audit of another tenant than the session's: of a site that was created, changed or connected to. */
import { type AuditEntry, writeAudit } from '#platform/auth/audit.ts'
import type { Context } from '#platform/context.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'

type By = Pick<Context, 'actor' | 'now' | 'ip'>

/** Names the actor's own tenant too, so that the site's administrators see that somebody from outside did it. */
export function auditAt(
  db: TenantDb | PlatformDb,
  { actor, now, ip }: By,
  tenantId: string,
  entry: AuditEntry,
  sessionId = actor.sessionId,
): Promise<void> {
  const { userId: actorUserId, homeTenantId } = actor
  const actorTenantId = homeTenantId === tenantId ? null : homeTenantId
  return writeAudit(db, { tenantId, at: now, actorUserId, actorTenantId, hubId: null, sessionId, ip }, entry)
}
