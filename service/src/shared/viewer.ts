/** Who may look into a room by live video: for check-ins and planned check-ins. domain.md "Who may do what". */
import { STAFF } from '@mimamori/contract/shared/roles.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

/** The name of a row `p` of app_user. */
export const VIEWER_NAME = sql`person_name(p.first_name, p.last_name)`

/**
 * Rows `p` of app_user: people, not stations, of these sites and of the organizations above them. `unit`: only people
 * who reach its rooms; null: of any unit.
 */
export function isViewer(tenantIds: readonly string[], unit: { unitId: string | null } | null): Sql<boolean> {
  const reachesUnit = unit
    ? sql`(not exists (select from user_unit b where b.tenant_id = p.tenant_id and b.user_id = p.id)
        or exists (select from user_unit b where b.tenant_id = p.tenant_id and b.user_id = p.id
          and b.unit_id = ${unit.unitId}))`
    : sql`true`
  return sql`(p.disabled_at is null and p.type = 'REGULAR' and p.role = any(${STAFF}) and p.role <> 'SUPER_ADMIN'
    and (p.tenant_id = any(${tenantIds}::uuid[]) or p.role = 'ORG_ADMIN' and p.tenant_id in (
      select s.parent_id from tenant s where s.id = any(${tenantIds}::uuid[])))
    and ${reachesUnit})`
}

/** A person who may look into the rooms of that unit; undefined if there is no such person. */
export function findViewer(
  rows: PlatformDb,
  at: { tenantId: string; unitId: string | null },
  personId: string,
): Promise<{ id: string; name: string } | undefined> {
  return rows.first(sql<{ id: string; name: string }>`
    select p.id, ${VIEWER_NAME} as name from app_user p where ${isViewer([at.tenantId], at)} and p.id = ${personId}`)
}
