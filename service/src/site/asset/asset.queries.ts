/** Statements that read tags, shifts, escalation rules and kinds. */
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import type { Asset, AssetType } from '@mimamori/contract/site/asset.ts'
import { isBehind, keyedOrder, skippedOf } from '#platform/postgres/by-key.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { contains, inNameOrder } from '#platform/postgres/text-search.ts'

type AssetSearch = {
  type: AssetType
  /** Tenants of the assets; at least one. */
  tenantIds: readonly string[]
  /** Part of the name. */
  text: string | null
  ids: readonly string[] | null
}

export const TABLES = { TAG: sql`tag`, SHIFT: sql`shift`, ESCALATION: sql`escalation`, KIND: sql`kind` } as const

const named = (links: Sql) => sql`coalesce((select jsonb_agg(n order by n ->> 'name') from (${links}) as l (n)), '[]')`

/** Columns of each type besides the common ones; `a` is its row. */
const OWN: Record<AssetType, Sql> = {
  // A deregistered camera has lost its tags.
  TAG: sql`'TAG' as type, (select count(*) from camera_tag x
    where x.tenant_id = a.tenant_id and x.tag_id = a.id) as "usageCount"`,
  SHIFT: sql`'SHIFT' as type, a.start_minute as "startMinute", a.end_minute as "endMinute",
    (select count(*) from user_shift x where x.tenant_id = a.tenant_id and x.shift_id = a.id) as "usageCount",
    (select count(*) from camera_shift x where x.tenant_id = a.tenant_id and x.shift_id = a.id) as "cameraCount"`,
  ESCALATION: sql`'ESCALATION' as type, a.threshold_minutes as "thresholdMinutes", a.active_hours as "activeHours",
    ${named(sql`select jsonb_build_object('id', p.id, 'name', person_name(p.first_name, p.last_name))
      from escalation_user x join app_user p on p.tenant_id = x.tenant_id and p.id = x.user_id
      where x.tenant_id = a.tenant_id and x.escalation_id = a.id`)} as users,
    ${named(sql`select jsonb_build_object('id', u.id, 'name', u.name)
      from escalation_unit x join unit u on u.tenant_id = x.tenant_id and u.id = x.unit_id
      where x.tenant_id = a.tenant_id and x.escalation_id = a.id`)} as units,
    (select count(*) from camera_app x
      where x.tenant_id = a.tenant_id and x.settings -> 'escalationIds' ? a.id::text) as "usageCount"`,
  KIND: sql`'KIND' as type, a.severity, a.room_field as "roomField", (select count(*) from alert_signal x
    where x.tenant_id = a.tenant_id and x.kind_id = a.id) as "usageCount"`,
}

function columns(type: AssetType): Sql {
  return sql`a.id, a.name, a.tenant_id as "tenantId", t.name as "tenantName", a.edited_by_name as "lastEditedBy",
    a.updated_at as "lastEditedAt", a.version, ${OWN[type]}`
}

function matching({ tenantIds, text, ids }: AssetSearch): Sql {
  return sql`a.tenant_id = any(${tenantIds}::uuid[]) and ${contains([sql`a.name`], text)}
    and ${ids ? sql`a.id = any(${ids}::uuid[])` : sql`true`}`
}

/** One page of a type, by name or by the last edit. */
export function readAssets(db: TenantDb, by: AssetSearch, page: PageQuery): Promise<Asset[]> {
  const direction = page.sortAscending ? sql`asc` : sql`desc`
  const column = page.sortColumn === 'lastEditedAt' ? sql`a.updated_at` : inNameOrder(sql`a.name`)
  return db.rows(sql<Asset>`
    select ${columns(by.type)} from ${TABLES[by.type]} a join tenant t on t.id = a.tenant_id
    where ${matching(by)} and ${isBehind(sql`a.id`, page)}
    order by ${keyedOrder(sql`a.id`, page, sql`${column} ${direction}, a.id`)}
    limit ${page.pageSize} offset ${skippedOf(page)}`)
}

export async function countAssets(db: TenantDb, by: AssetSearch): Promise<number> {
  const row = await db.first(sql<{ assets: number }>`
    select count(*) as assets from ${TABLES[by.type]} a where ${matching(by)}`)
  return row!.assets
}

/** Ids are unique over the tables, so an id alone finds its type. */
export async function readAsset(db: TenantDb, tenantIds: readonly string[], id: string): Promise<Asset | undefined> {
  const place = await db.first(sql<{ type: AssetType }>`
    select 'TAG' as type from tag where tenant_id = any(${tenantIds}::uuid[]) and id = ${id}
    union all select 'SHIFT' from shift where tenant_id = any(${tenantIds}::uuid[]) and id = ${id}
    union all select 'ESCALATION' from escalation where tenant_id = any(${tenantIds}::uuid[]) and id = ${id}
    union all select 'KIND' from kind where tenant_id = any(${tenantIds}::uuid[]) and id = ${id}`)
  if (!place) return undefined
  return db.first(sql<Asset>`
    select ${columns(place.type)} from ${TABLES[place.type]} a join tenant t on t.id = a.tenant_id
    where a.tenant_id = any(${tenantIds}::uuid[]) and a.id = ${id}`)
}
