/** Statements about service accounts. */
import { ACCOUNTS_MAX, type ServiceAccount } from '@mimamori/contract/identity/service-account.ts'
import type { Scope } from '@mimamori/contract/shared/roles.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** How long one that is revoked or expired is listed. */
const LISTED_DAYS = 90

const NAMED = sql`coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name), '[]')`
const SITES = sql`case when a.site_ids is not null then (
  select ${NAMED} from tenant o where o.parent_id = a.tenant_id and o.id = any(a.site_ids)) end`
const UNITS = sql`case when a.unit_ids is not null then (
  select ${NAMED} from unit o where o.tenant_id = a.tenant_id and o.id = any(a.unit_ids)) end`

const SHOWN = sql`a.id, a.name, a.token_last_four as "tokenLastFour", to_jsonb(a.scopes) as scopes,
  ${SITES} as sites, ${UNITS} as units,
  a.created_at as "createdAt", a.created_name as "createdBy", a.expires_at as "expiresAt",
  a.last_used_at as "lastUsedAt", host(a.last_ip) as "lastUsedFrom", a.revoked_at as "revokedAt"`

/** Newest first. */
export function readAccounts(db: PlatformDb, tenantId: string, now: Date): Promise<ServiceAccount[]> {
  return db.rows(sql<ServiceAccount>`
    select ${SHOWN} from service_account a where a.tenant_id = ${tenantId}
      and least(a.revoked_at, a.expires_at) > ${now}::timestamptz - ${LISTED_DAYS} * interval '1 day'
    order by a.created_at desc, a.id desc`)
}

/** Whether one more may be created. Locks the tenant, so that two that are created together count each other. */
export async function hasRoom(db: PlatformDb, tenantId: string, now: Date): Promise<boolean> {
  await db.run(sql`select from tenant where id = ${tenantId} for update`)
  const row = await db.first(sql<{ used: number }>`
    select count(*)::int as used from service_account
    where tenant_id = ${tenantId} and revoked_at is null and expires_at > ${now}`)
  return row!.used < ACCOUNTS_MAX
}

/** The sites of the organization, or units of the site, among these ids. */
export async function countOf(db: PlatformDb, tenantId: string, of: 'site' | 'unit', ids: readonly string[]) {
  const row = await db.first(
    of === 'site'
      ? sql<{ count: number }>`select count(*)::int as count from tenant
          where parent_id = ${tenantId} and id = any(${ids}::uuid[])`
      : sql<{ count: number }>`select count(*)::int as count from unit
          where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  )
  return row!.count
}

type NewAccount = {
  tenantId: string
  name: string
  scopes: readonly Scope[]
  siteIds: readonly string[] | null
  unitIds: readonly string[] | null
  tokenHash: Buffer
  tokenLastFour: string
  createdBy: string
  expiresAt: Date
}

export async function insertAccount(db: PlatformDb, of: NewAccount, now: Date): Promise<ServiceAccount> {
  const row = await db.first(sql<ServiceAccount>`
    with a as (
      insert into service_account (tenant_id, name, scopes, site_ids, unit_ids, token_hash, token_last_four, created_at,
        created_by, created_name, expires_at)
      values (${of.tenantId}, ${of.name}, ${of.scopes}::text[], ${of.siteIds}::uuid[], ${of.unitIds}::uuid[],
        ${of.tokenHash}, ${of.tokenLastFour}, ${now}, ${of.createdBy},
        (select person_name(first_name, last_name) from app_user where id = ${of.createdBy}), ${of.expiresAt})
      returning *)
    select ${SHOWN} from a`)
  return row!
}

/** Undefined: not found within reach. `reach` null: all tenants. A revoked one keeps its time. */
export async function revokeAccount(db: PlatformDb, id: string, reach: readonly string[] | null, now: Date) {
  const row = await db.first(sql<ServiceAccount & { tenantId: string }>`
    with a as (
      update service_account set revoked_at = coalesce(revoked_at, ${now})
      where id = ${id} and (${reach === null} or tenant_id = any(${reach ?? []}::uuid[])) returning *)
    select a.tenant_id as "tenantId", ${SHOWN} from a`)
  return row
}
