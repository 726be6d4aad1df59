/** Statements of units. */
import type { Unit } from '@mimamori/contract/unit.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/database.ts'
import { inTenants, inUnits, type ResidentScope } from '#platform/resident-scope.ts'

export type UnitQuestion = { scope: ResidentScope; name: string | null }
type PageOf = { pageNumber: number; pageSize: number; sortAscending: boolean }

function matching({ scope, name }: UnitQuestion): RawBuilder<unknown> {
  const pattern = name && `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`${inTenants(sql`u.tenant_id`, scope)} and ${inUnits(sql`u.id`, scope)}
    and ${pattern ? sql`u.name ilike ${pattern}` : sql`true`}`
}

/** One page by name. Index: unit_name. */
export function readPage(db: TenantDb, by: UnitQuestion, page: PageOf): Promise<Unit[]> {
  return db.rows(sql<Unit>`
    select u.id, u.name, u.tenant_id as "tenantId", t.name as "tenantName",
      u.overrides_reminder_subscribers as "overridesReminderSubscribers",
      (select count(*) from camera c where c.tenant_id = u.tenant_id and c.unit_id = u.id) as "cameraCount"
    from unit u join tenant t on t.id = u.tenant_id
    where ${matching(by)}
    order by lower(u.name) ${page.sortAscending ? sql`asc` : sql`desc`}, u.id
    limit ${page.pageSize} offset ${page.pageNumber * page.pageSize}`)
}

export async function countUnits(db: TenantDb, by: UnitQuestion): Promise<number> {
  return (await db.first(sql<{ units: number }>`select count(*) as units from unit u where ${matching(by)}`))!.units
}
