/** The recipients of e-mails about a site's hubs and cameras. Requirements HUB-02, PROOF-01. */

import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { ADMINS } from '@mimamori/contract/shared/roles.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

type Reader = { to: string; locale: Locale; timezone: string }

/** `role`: users with another role instead. */
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
