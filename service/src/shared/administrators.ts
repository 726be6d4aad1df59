/** The people that letters about a site's hubs and cameras go to. Requirements HUB-02, PROOF-01. */
import type { ADMINS } from '@mimamori/contract/identity/roles.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

type Reader = { to: string; locale: Locale; timezone: string }

/** With `role`: people of another role instead. */
export function administrators(
  db: PlatformDb,
  tenantId: string,
  role: (typeof ADMINS)[number] = 'ADMIN',
): Promise<Reader[]> {
  return db.rows(sql<Reader>`
    select email as "to", locale, timezone from app_user
    where tenant_id = ${tenantId} and role = ${role} and disabled_at is null
    order by id`)
}
