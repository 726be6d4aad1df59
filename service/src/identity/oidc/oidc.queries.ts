/** Statements of the settings of a provider. REACH-40. */
import type { OidcForm } from '@mimamori/contract/identity/oidc.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { OidcRule } from '#shared/oidc/oidc-claims.ts'

export async function countPeople(db: PlatformDb, tenantId: string, issuer: string): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as count from oidc_identity where organization_id = ${tenantId} and issuer = ${issuer}`)
  return row!.count
}

type SiteUnits = { siteId: string; units: { id: string; name: string }[] }

/** The sites of an organization with their units. */
export function readPlaces(db: PlatformDb, tenantId: string): Promise<SiteUnits[]> {
  return db.rows(sql<SiteUnits>`
    select t.id as "siteId", coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name))
      from unit u where u.tenant_id = t.id), '[]') as units
    from tenant t where t.parent_id = ${tenantId}`)
}

type Change = Omit<OidcForm, 'clientSecret' | 'rules'> & {
  tenantId: string
  version: number
  rules: OidcRule[]
  signInKey: string
  /** Null: the secret stays, unless the issuer changes. */
  secret: { sealed: string; lastFour: string } | null
}

/** False: somebody else saved meanwhile. A new key is used only the first time. */
export async function saveProvider(db: PlatformDb, by: Change, now: Date): Promise<boolean> {
  const { sealed = null, lastFour = null } = by.secret ?? {}
  const rules = JSON.stringify(by.rules)
  if (by.version === 0) {
    const added = await db.run(sql`
      insert into oidc_provider (tenant_id, is_enabled, issuer, client_id, client_secret, secret_last_four, sign_in_key,
        groups_claim, rules, is_forced, is_factor, updated_at)
      values (${by.tenantId}, ${by.isEnabled}, ${by.issuer}, ${by.clientId}, ${sealed}, ${lastFour}, ${by.signInKey},
        ${by.groupsClaim}, ${rules}::jsonb, ${by.isForced}, ${by.isFactor}, ${now}) on conflict do nothing`)
    return added === 1
  }
  // The secret of one provider is not sent to another.
  const stays = sql`issuer = ${by.issuer}`
  const changed = await db.run(sql`
    update oidc_provider set
      client_secret = case when ${sealed}::text is not null then ${sealed} when ${stays} then client_secret end,
      secret_last_four = case when ${sealed}::text is not null then ${lastFour} when ${stays} then secret_last_four end,
      is_enabled = ${by.isEnabled}, issuer = ${by.issuer}, client_id = ${by.clientId}, groups_claim = ${by.groupsClaim},
      rules = ${rules}::jsonb, is_forced = ${by.isForced}, is_factor = ${by.isFactor}, version = version + 1,
      updated_at = ${now}
    where tenant_id = ${by.tenantId} and version = ${by.version}`)
  return changed === 1
}
