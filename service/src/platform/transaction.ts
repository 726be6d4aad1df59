/** The one transaction of a call, with its audit and the effects that follow its commit. */
import { type AuditEntry, writeAudit } from './auth/audit.ts'
import type { Actor } from './auth/session.ts'
import { type Context, type HubCaller, type HubContext, type PublicContext, scopeOf, scopeOfHub } from './context.ts'
import type { Scope, TenantDb } from './postgres/database.ts'

/** The caller; nobody if the entry is public. */
export type Caller =
  | { actor: Actor; tokenId: string; hub?: undefined }
  | { actor?: undefined; hub: HubCaller }
  | { actor?: undefined; hub?: undefined }

/** The scope of a caller's transactions; throws if there is no caller. */
export function scopeOfCaller(caller: Caller): Scope {
  return caller.actor ? scopeOf(caller.actor) : scopeOfHub(caller.hub!)
}

/** Runs the handler in one transaction, and its effects only after the commit. */
export async function inTransaction<T>(
  base: PublicContext,
  caller: Caller,
  work: (context: Context | HubContext) => Promise<T>,
): Promise<T> {
  const effects: (() => void)[] = []
  const result = await base.database.asTenant(scopeOfCaller(caller), (db) => {
    const context = {
      ...base,
      ...caller,
      db,
      audit: (entry: AuditEntry) => writeAudit(db, auditSource(base, caller, db), entry),
      afterCommit: (effect: () => void) => void effects.push(effect),
      asPlatform: db.asPlatform,
    }
    return work(context as Context | HubContext)
  })
  for (const effect of effects) {
    try {
      effect()
    } catch (error) {
      base.log.error({ err: error }, 'an effect after the commit failed')
    }
  }
  return result
}

/** The fields of an audit row that do not depend on the action. A person without a session and a service account have none in it. */
export function auditSource(base: Pick<PublicContext, 'now' | 'ip'>, { actor, hub }: Caller, db: TenantDb) {
  return {
    tenantId: db.tenantId,
    at: base.now,
    actorUserId: actor?.accountId ? null : (actor?.userId ?? null),
    actorTenantId: actor?.isImpersonating ? actor.homeTenantId : null,
    hubId: hub?.id ?? null,
    accountId: actor?.accountId ?? null,
    sessionId: actor?.sessionId || null,
    ip: base.ip,
  }
}
