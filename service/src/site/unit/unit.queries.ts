/** Statements that read units. */
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import type { FollowedApp } from '@mimamori/contract/site/followed-app.ts'
import type { Unit, UnitDetail } from '@mimamori/contract/site/unit.ts'
import { isBehind, keyedOrder, skippedOf } from '#platform/postgres/by-key.ts'
import type { Statements, TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { contains, inNameOrder } from '#platform/postgres/text-search.ts'
import { appJoins, isAppOn } from '#shared/desired.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

/** `scope` null: the units of all sites. */
type UnitSearch = { scope: ResidentScope | null; name: string | null }

/** A row `u` of unit and `t` of its tenant as the contract has it. */
const UNIT_COLUMNS = sql`u.id, u.name, u.tenant_id as "tenantId", t.name as "tenantName", u.version,
  u.overrides_reminder_subscribers as "overridesReminderSubscribers",
  coalesce((select sum(c.cameras) from camera_tally c where c.tenant_id = u.tenant_id and c.unit_id = u.id), 0) as "cameraCount"`

function matching({ scope, name }: UnitSearch): Sql {
  const reached = scope ? sql`${inTenants(sql`u.tenant_id`, scope)} and ${inUnits(sql`u.id`, scope)}` : sql`true`
  return sql`${reached} and ${contains([sql`u.name`], name)}`
}

/** One page by name. Index: unit_name. */
export function readPage(db: Statements, by: UnitSearch, page: PageQuery): Promise<Unit[]> {
  const sorted = sql`${inNameOrder(sql`u.name`)} ${page.sortAscending ? sql`asc` : sql`desc`}, u.id`
  return db.rows(sql<Unit>`
    select ${UNIT_COLUMNS} from unit u join tenant t on t.id = u.tenant_id
    where ${matching(by)} and ${isBehind(sql`u.id`, page)}
    order by ${keyedOrder(sql`u.id`, page, sorted)} limit ${page.pageSize} offset ${skippedOf(page)}`)
}

export async function countUnits(db: Statements, by: UnitSearch): Promise<number> {
  return (await db.first(sql<{ units: number }>`select count(*) as units from unit u where ${matching(by)}`))!.units
}

export function readUnit(db: Statements, scope: ResidentScope, id: string): Promise<Unit | undefined> {
  return db.first(sql<Unit>`
    select ${UNIT_COLUMNS} from unit u join tenant t on t.id = u.tenant_id
    where ${inTenants(sql`u.tenant_id`, scope)} and ${inUnits(sql`u.id`, scope)} and u.id = ${id}`)
}

/** By name, as the form shows them. Index: camera_by_unit. */
export function readCameras(db: TenantDb, unit: Unit): Promise<UnitDetail['cameras']> {
  return db.rows(sql<UnitDetail['cameras'][number]>`
    select id, name, location from camera
    where tenant_id = ${unit.tenantId} and unit_id = ${unit.id} and deregistered_at is null
    order by ${inNameOrder(sql`name`)}, id`)
}

export function readReminderUsers(db: TenantDb, unit: Unit): Promise<UnitDetail['reminderSubscribers']> {
  return db.rows(sql<UnitDetail['reminderSubscribers'][number]>`
    select p.id, person_name(p.first_name, p.last_name) as name
    from unit_reminder_user r join app_user p on p.tenant_id = r.tenant_id and p.id = r.user_id
    where r.tenant_id = ${unit.tenantId} and r.unit_id = ${unit.id}
    order by 2, 1`)
}

/**
 * The unit's setting of each of these apps, and the effective state on its cameras. An app without a row for a camera
 * is off there.
 */
export function readApps(
  db: TenantDb,
  unit: Pick<Unit, 'id' | 'tenantId'>,
  appCodes: readonly string[],
): Promise<FollowedApp[]> {
  return db.rows(sql<FollowedApp>`
    select a.code as "appCode", u.state, u.schedule, coalesce(x.following, 0) as "followingCount",
      case when x.cameras is null then null when x.running = 0 then 'DISABLED'
        when x.running = x.cameras then 'ENABLED' else 'PARTIAL' end as "camerasState"
    from unnest(${appCodes}::text[]) with ordinality as a (code, place)
    left join unit_app u on u.tenant_id = ${unit.tenantId} and u.unit_id = ${unit.id} and u.app_code = a.code
    left join lateral (
      select count(*) as cameras, count(*) filter (where x.state = 'GLOBAL') as following,
        count(*) filter (where ${isAppOn}) as running
      from camera c
      left join camera_app x on x.tenant_id = c.tenant_id and x.camera_id = c.id and x.app_code = a.code ${appJoins}
      where c.tenant_id = ${unit.tenantId} and c.unit_id = ${unit.id} and c.deregistered_at is null
      having count(*) > 0
    ) x on true
    order by a.place`)
}

/** Uses that prevent the deletion of a unit. A user bound to it alone would see the whole site without it. */
export async function countUses(db: TenantDb, unit: Unit): Promise<{ cameras: number; users: number }> {
  return (await db.first(sql<{ cameras: number; users: number }>`
    select (select count(*) from camera
        where tenant_id = ${unit.tenantId} and unit_id = ${unit.id} and deregistered_at is null) as cameras,
      (select count(*) from user_unit where tenant_id = ${unit.tenantId} and unit_id = ${unit.id}) as users`))!
}
