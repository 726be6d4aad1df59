/** Statements of organisations and sites. */
import type { Tenant } from '@mimamori/contract/tenant.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Statements } from '#platform/database.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'

/** `ids` null: all of them, for the operator. `text`: part of the name or the code. */
export type TenantQuestion = { ids: readonly string[] | null; text: string | null }
type PageOf = { pageNumber: number; pageSize: number }

function matching({ ids, text }: TenantQuestion): RawBuilder<unknown> {
  const pattern = text && `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`t.id <> ${OPERATOR_TENANT_ID} and ${ids ? sql`t.id = any(${ids}::uuid[])` : sql`true`}
    and ${pattern ? sql`(t.name ilike ${pattern} or t.code ilike ${pattern})` : sql`true`}`
}

/** One page by name. */
export function readTenants(db: Statements, by: TenantQuestion, { pageNumber, pageSize }: PageOf): Promise<Tenant[]> {
  return db.rows(sql<Tenant>`
    select t.id, t.name, t.code, t.region, t.parent_id as "parentId", p.name as "parentName",
      t.is_recording_enabled as "isRecordingEnabled", t.is_live_streaming_enabled as "isLiveStreamingEnabled",
      t.streaming_restriction_minutes as "streamingRestrictionMinutes", t.packages,
      t.room_camera_limit as "roomCameraLimit", t.public_camera_limit as "publicCameraLimit"
    from tenant t left join tenant p on p.id = t.parent_id
    where ${matching(by)}
    order by lower(t.name), t.id limit ${pageSize} offset ${pageNumber * pageSize}`)
}

export async function countTenants(db: Statements, by: TenantQuestion): Promise<number> {
  return (await db.first(sql<{ tenants: number }>`select count(*) as tenants from tenant t where ${matching(by)}`))!
    .tenants
}
