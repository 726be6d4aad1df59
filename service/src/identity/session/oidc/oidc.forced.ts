/** Organizations whose people sign in through their provider alone, and the account of the operator that stays open. REACH-44. */
import { writeAudit } from '#platform/auth/audit.ts'
import type { PublicContext } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { administrators } from '#shared/administrators.ts'

type Forcing = { organizationId: string; siteName: string }
type Way = { role: string; name: string; forcing: Forcing[] }

/**
 * Throws if the person has to sign in through the provider. Stations and the demo account have no person there. For
 * SUPER_ADMIN: the organizations that are notified of this sign-in.
 */
export async function requireLocalWay(
  { database, now, ip }: PublicContext,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<Forcing[]> {
  const way = await database.asPlatform('whether a local sign-in is open', (db) => readWay(db, userId))
  if (!way || way.forcing.length === 0) return []
  if (way.role === 'SUPER_ADMIN') return way.forcing
  await database.asPlatform('audit a refused sign-in', (db) =>
    writeAudit(
      db,
      { tenantId, at: now, actorUserId: userId, actorTenantId: null, hubId: null, sessionId: null, ip },
      {
        ...{ action: 'session.login', objectType: 'user', objectId: userId, outcome: 'refused' },
        reason: 'The organization requires its provider.',
      },
    ),
  )
  throw fail('oidc-required')
}

function readWay(db: PlatformDb, userId: string): Promise<Way | undefined> {
  return db.first(sql<Way>`
    select u.role, person_name(u.first_name, u.last_name) as name, coalesce((
      select jsonb_agg(jsonb_build_object('organizationId', o.id, 'siteName', o.name) order by o.id)
      from oidc_provider p join tenant o on o.id = p.tenant_id and o.disabled_at is null
      where p.is_enabled and p.is_forced and (u.role = 'SUPER_ADMIN' or p.tenant_id in (h.id, h.parent_id))), '[]') as forcing
    from app_user u join tenant h on h.id = u.tenant_id
    where u.id = ${userId} and u.type = 'REGULAR' and u.role <> 'DEMO_USER'`)
}

/** The operator opened the installation beside the providers: in the audit of each organization that requires its own, and by e-mail. */
export async function raiseBreakGlass(
  db: PlatformDb,
  { mail, now, ip }: PublicContext,
  userId: string,
  forcing: readonly Forcing[],
): Promise<void> {
  if (forcing.length === 0) return
  const { name, tenantId: actorTenantId } = (await db.first(sql<{ name: string; tenantId: string }>`
    select person_name(first_name, last_name) as name, tenant_id as "tenantId" from app_user where id = ${userId}`))!
  for (const { organizationId: tenantId, siteName } of forcing) {
    await writeAudit(
      db,
      { tenantId, at: now, actorUserId: userId, actorTenantId, hubId: null, sessionId: null, ip },
      { action: 'session.break-glass', objectType: 'user', objectId: userId, details: { name } },
    )
    for (const reader of await administrators(db, tenantId, 'ORG_ADMIN')) {
      await mail.send(db, { template: 'break-glass', tenantId, siteName, name, at: now, ...reader })
    }
  }
}
