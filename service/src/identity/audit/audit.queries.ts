/** Statements of the audit log. Names belong to users of other tenants too, so these run beyond tenants and name their reach. */

import type { AuditEntry, auditFilter } from '@mimamori/contract/identity/audit.ts'
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import type { z } from 'zod'
import type { Actor } from '#platform/auth/session.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { isBehind, keyedOrder, skippedOf } from '#platform/postgres/by-key.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { contains } from '#platform/postgres/text-search.ts'
import { hasAccess } from '#shared/access.ts'

type Filter = z.output<typeof auditFilter>
type Person = Pick<Actor, 'role' | 'userId' | 'unitIds' | 'tenantId' | 'homeTenantId' | 'isImpersonating'>

/** domain.md, "audit log": all of it, the organization's, the site's, or what the person did. */
function inReach({ role, userId, unitIds, tenantId, homeTenantId, isImpersonating }: Person): Sql {
  if (hasAccess({ role, isImpersonating }, 'reach all sites')) return sql`true`
  if (role === 'ORG_ADMIN' && !isImpersonating) {
    return sql`a.tenant_id in (select id from tenant where id = ${homeTenantId} or parent_id = ${homeTenantId})`
  }
  const isAdministrator = (role === 'ADMIN' && unitIds === null) || isImpersonating
  return sql`a.tenant_id = ${tenantId} and ${isAdministrator ? sql`true` : sql`a.actor_user_id = ${userId}`}`
}

/** Taken from the session: administrators of an organization also change its sites without connecting. */
const IS_CONNECTED = sql`exists (
  select from session s where s.id = a.session_id and s.acting_tenant_id <> s.tenant_id)`

/** Addresses of people from elsewhere, who connected to the site, are not found out by searching for them. */
function isColleague({ role, tenantId, homeTenantId, isImpersonating }: Person): Sql {
  if (hasAccess({ role, isImpersonating }, 'reach all sites')) return sql`true`
  if (role !== 'ORG_ADMIN' || isImpersonating) return sql`app_user.tenant_id in (${tenantId}, ${homeTenantId})`
  return sql`app_user.tenant_id in (select id from tenant where id = ${homeTenantId} or parent_id = ${homeTenantId})`
}

function matching(person: Person, by: Filter): Sql {
  const named = sql`(a.actor_user_id in (
      select id from app_user
      where ${contains([sql`first_name || last_name`, sql`last_name || first_name`], by.text)}
        or (${contains([sql`email`], by.text)} and ${isColleague(person)}))
    or a.account_id in (select id from service_account where ${contains([sql`name`], by.text)}))`
  return sql.join(
    [
      inReach(person),
      by.from && sql`a.at >= ${by.from}`,
      by.until && sql`a.at < ${by.until}`,
      by.text?.trim() && named,
      by.actorId && sql`a.actor_user_id = ${by.actorId}`,
      by.objectId && sql`a.object_id = ${by.objectId}`,
      by.nouns && sql`split_part(a.action, '.', 1) = any(${by.nouns}::text[])`,
      by.tenantId && sql`a.tenant_id = ${by.tenantId}`,
      by.isView !== undefined && sql`(a.action like '%.view') = ${by.isView}`,
      by.isConnected !== undefined && sql`${IS_CONNECTED} = ${by.isConnected}`,
      by.outcome && sql`a.outcome = ${by.outcome}`,
    ].filter((part) => part !== undefined && part !== '' && part !== false),
    ' and ',
  )
}

/** Current names, looked up for the rows of the page alone. */
const OBJECT_NAME = sql`case a.object_type
  when 'camera' then (select name from camera o where o.tenant_id = a.tenant_id and o.id = a.object_id)
  when 'unit' then (select name from unit o where o.tenant_id = a.tenant_id and o.id = a.object_id)
  when 'service_account' then (select name from service_account o where o.tenant_id = a.tenant_id and o.id = a.object_id)
  when 'agent' then (select name from agent o where o.tenant_id = a.tenant_id and o.id = a.object_id)
  when 'tenant' then (select name from tenant o where o.id = a.object_id)
  when 'user' then (select person_name(first_name, last_name) from app_user o where o.id = a.object_id)
  when 'alert' then (
    select coalesce(c.name, o.agent_name) from alert o left join camera c on c.tenant_id = o.tenant_id and c.id = o.camera_id
    where o.tenant_id = a.tenant_id and o.id = a.object_id)
  end`

/** One page by time, newest first by default. */
export function readAudit(db: PlatformDb, person: Person, by: Filter, page: PageQuery): Promise<AuditEntry[]> {
  const direction = page.sortAscending ? sql`asc` : sql`desc`
  const order = keyedOrder(sql`a.id`, page, sql`a.at ${direction}, a.id ${direction}`)
  return db.rows(sql<AuditEntry>`
    with page as (
      select a.* from audit a where ${matching(person, by)} and ${isBehind(sql`a.id`, page)}
      order by ${order} limit ${page.pageSize} offset ${skippedOf(page)})
    select a.id, a.at, a.tenant_id as "tenantId",
      case when t.id <> ${OPERATOR_TENANT_ID} then t.name end as "tenantName",
      case when a.actor_user_id is not null then jsonb_build_object('id', a.actor_user_id,
        'name', person_name(u.first_name, u.last_name)) end as actor,
      ${IS_CONNECTED} as "isConnected", a.actor_tenant_id is not null as "isFromOutside",
      case when h.id <> ${OPERATOR_TENANT_ID} then h.name end as "actorTenantName",
      g.name as "hubName", s.name as "accountName", host(a.ip) as ip, a.action, a.object_type as "objectType", a.object_id as "objectId",
      ${OBJECT_NAME} as "objectName", a.outcome, a.reason, a.details
    from page a
    join tenant t on t.id = a.tenant_id
    left join tenant h on h.id = a.actor_tenant_id
    left join app_user u on u.id = a.actor_user_id
    left join agent g on g.tenant_id = a.tenant_id and g.id = a.hub_id
    left join service_account s on s.id = a.account_id
    order by ${order}`)
}

export async function countAudit(db: PlatformDb, person: Person, by: Filter): Promise<number> {
  const row = await db.first(
    sql<{ entries: number }>`select count(*) as entries from audit a where ${matching(person, by)}`,
  )
  return row!.entries
}
