/** Statements of the rule that requires a second factor. */
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { hasFactor, isFactorRequired } from '#platform/auth/factor-due.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

type RuleRow = {
  kind: string
  since: Partial<Record<Role, string>>
  graceDays: number
  missing: number
  version: number
}

export function readRule(db: PlatformDb, tenantId: string): Promise<RuleRow | undefined> {
  return db.first(sql<RuleRow>`
    select h.kind, h.factor_since as since, h.factor_grace_days as "graceDays", h.factor_version as version,
      (select count(*)::int from app_user u where u.tenant_id = h.id and u.disabled_at is null
        and ${isFactorRequired} and not ${hasFactor}) as missing
    from tenant h where h.id = ${tenantId}`)
}

type RuleChange = { tenantId: string; since: RuleRow['since']; graceDays: number; version: number }

/** False: somebody else saved meanwhile. */
export async function saveRule(db: PlatformDb, by: RuleChange): Promise<boolean> {
  const saved = await db.run(sql`
    update tenant set factor_since = ${JSON.stringify(by.since)}::jsonb, factor_grace_days = ${by.graceDays},
      factor_version = factor_version + 1
    where id = ${by.tenantId} and factor_version = ${by.version}`)
  return saved === 1
}
