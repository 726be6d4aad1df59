/** Statements of a tenant's address ranges. */
import type { Security } from '@mimamori/contract/identity/security.ts'
import type { SessionEnd } from '#platform/auth/session.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

type SecurityRow = Omit<Security, 'ownAddress'>

export function readSecurity(db: PlatformDb, tenantId: string): Promise<SecurityRow | undefined> {
  return db.first(sql<SecurityRow>`
    select id as "tenantId", name as "tenantName", allowed_ranges as ranges,
      is_station_pin_asked as "isStationPinAsked", security_edited_by as "lastEditedBy",
      security_edited_at as "lastEditedAt", security_version as version
    from tenant where id = ${tenantId}`)
}

type SecurityChange = {
  tenantId: string
  ranges: readonly string[]
  isStationPinAsked: boolean | undefined
  version: number
  editorId: string
}

/** False: somebody else saved meanwhile. */
export async function saveSecurity(db: PlatformDb, by: SecurityChange, now: Date): Promise<boolean> {
  return (
    1 ===
    (await db.run(sql`
      update tenant set allowed_ranges = ${by.ranges}::text[], security_version = security_version + 1,
        is_station_pin_asked = coalesce(${by.isStationPinAsked ?? null}::boolean, is_station_pin_asked),
        security_edited_at = ${now},
        security_edited_by = (select person_name(first_name, last_name) from app_user where id = ${by.editorId})
      where id = ${by.tenantId} and security_version = ${by.version}`))
  )
}

/** The open sessions of the tenant's users, which must look again from where they may work. */
export function openSessions(db: PlatformDb, tenantId: string): Promise<SessionEnd[]> {
  return db.rows(sql<SessionEnd>`
    select id as "sessionId", user_id as "userId" from session where tenant_id = ${tenantId} and ended_at is null`)
}
