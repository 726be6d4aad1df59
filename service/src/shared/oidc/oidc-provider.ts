/** The stored provider of an organization. REACH-40. */
import type { Config } from '#platform/config.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { OidcRule } from './oidc-claims.ts'
import type { OidcTarget } from './oidc-client.ts'

export type StoredProvider = {
  tenantId: string
  isEnabled: boolean
  issuer: string
  clientId: string
  /** Sealed. */
  clientSecret: string | null
  secretLastFour: string | null
  signInKey: string
  groupsClaim: string
  rules: OidcRule[]
  isForced: boolean
  isFactor: boolean
  version: number
}

const COLUMNS = sql`p.tenant_id as "tenantId", p.is_enabled as "isEnabled", p.issuer, p.client_id as "clientId",
  p.client_secret as "clientSecret", p.secret_last_four as "secretLastFour", p.sign_in_key as "signInKey",
  p.groups_claim as "groupsClaim", p.rules, p.is_forced as "isForced", p.is_factor as "isFactor", p.version`

/** Returns undefined if none was saved. */
export function readProvider(db: PlatformDb, tenantId: string): Promise<StoredProvider | undefined> {
  return db.first(sql<StoredProvider>`select ${COLUMNS} from oidc_provider p where p.tenant_id = ${tenantId}`)
}

/** The provider with this key, if people may sign in through it. */
export function findProvider(db: PlatformDb, signInKey: string): Promise<StoredProvider | undefined> {
  return db.first(sql<StoredProvider>`select ${COLUMNS} from oidc_provider p join tenant t on t.id = p.tenant_id
    where p.sign_in_key = ${signInKey} and p.is_enabled and t.disabled_at is null`)
}

/** The rules whose sites and units exist: a rule never means more than what was chosen. */
export async function livingRules(db: PlatformDb, { tenantId, rules }: StoredProvider): Promise<OidcRule[]> {
  const rows = await db.rows(sql<{ siteId: string; unitIds: string[] }>`
    select t.id as "siteId", array(select u.id from unit u where u.tenant_id = t.id) as "unitIds"
    from tenant t where t.parent_id = ${tenantId} and t.disabled_at is null`)
  const unitsOf = new Map(rows.map(({ siteId, unitIds }) => [siteId, unitIds]))
  return rules.filter(({ siteId, unitId }) => {
    if (siteId === null) return true
    const units = unitsOf.get(siteId)
    return units !== undefined && (unitId === null || units.includes(unitId))
  })
}

/** Where a secret is sealed: it cannot be opened for another organization. */
export function placeOfOidcSecret(tenantId: string): string {
  return `${tenantId}|oidc_provider|client_secret|${tenantId}`
}

/** Null: the settings are not complete. */
export function targetOf(secrets: Pick<Secrets, 'open'>, provider: StoredProvider | undefined): OidcTarget | null {
  if (!provider?.issuer || !provider.clientId) return null
  const { tenantId, issuer, clientId, clientSecret: sealed } = provider
  return { issuer, clientId, clientSecret: sealed === null ? '' : secrets.open(sealed, placeOfOidcSecret(tenantId)) }
}

/** Where the provider sends people back to: the sign-in page. */
export function redirectUri({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `${publicUrl}/auth/login`
}
