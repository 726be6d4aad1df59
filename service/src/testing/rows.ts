/** Rows that nearly every test of the service needs: tenants, users and their sessions. */
import { randomUUID } from 'node:crypto'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import type postgres from 'postgres'
import { OPERATOR_TENANT_ID, type Platform } from '#platform/platform.ts'

export type TenantDraft = {
  name?: string
  kind?: 'organisation' | 'site'
  /** The organization above a site. */
  parent?: { id: string }
  /** Default: VCARE, so that apps detect. */
  packages?: string[]
  isRecordingEnabled?: boolean
  isLiveStreamingEnabled?: boolean
  timezone?: string
}

export type UserDraft = {
  role: Role
  tenant?: { id: string }
  /** Units to which the user is bound; empty: the whole site. */
  unitIds?: readonly string[]
  email?: string
  /** Hashed as the service does; without it nobody can sign in by password. */
  password?: string
  type?: 'REGULAR' | 'SHARED'
}

export async function insertTenant(sql: postgres.Sql, draft: TenantDraft): Promise<{ id: string; code: string }> {
  const code = `t-${randomUUID().slice(0, 13)}`
  const [row] = await sql<{ id: string }[]>`
    insert into tenant (kind, code, name, parent_id, packages, is_recording_enabled, is_live_streaming_enabled, timezone)
    values (${draft.kind ?? 'site'}, ${code}, ${draft.name ?? code}, ${draft.parent?.id ?? null},
      string_to_array(${(draft.packages ?? ['VCARE']).join(',')}, ','), ${draft.isRecordingEnabled ?? true},
      ${draft.isLiveStreamingEnabled ?? true}, ${draft.timezone ?? 'Asia/Tokyo'})
    returning id`
  return { id: row!.id, code }
}

type InsertedUser = { id: string; tenantId: string; email: string; role: Role; homeTenantId: string }

export async function insertUser(
  sql: postgres.Sql,
  { passwords }: Pick<Platform, 'passwords'>,
  draft: UserDraft & { tenantId: string },
): Promise<InsertedUser> {
  // SUPER_ADMIN belongs to the operator, also when the test connects it to a site.
  const homeTenantId = draft.role === 'SUPER_ADMIN' ? OPERATOR_TENANT_ID : draft.tenantId
  const email = draft.email ?? `${draft.role.toLowerCase()}-${randomUUID().slice(0, 8)}@test.example`
  const hash = draft.password === undefined ? null : await passwords.hash(draft.password)
  const [row] = await sql<{ id: string }[]>`
    insert into app_user (tenant_id, email, user_name, first_name, last_name, role, type, password_hash)
    values (${homeTenantId}, ${email}, ${email}, 'Test', ${draft.role}, ${draft.role}, ${draft.type ?? 'REGULAR'}, ${hash})
    returning id`
  for (const unitId of draft.unitIds ?? []) {
    await sql`insert into user_unit (tenant_id, user_id, unit_id) values (${homeTenantId}, ${row!.id}, ${unitId})`
  }
  const tenantId = draft.tenant?.id ?? homeTenantId
  return { id: row!.id, tenantId, email, role: draft.role, homeTenantId }
}

/** A live session; it works on `tenantId`, which for an organiser may be a connected site. */
export async function insertSession(
  sql: postgres.Sql,
  { clock, tokens }: Pick<Platform, 'clock' | 'tokens'>,
  user: InsertedUser,
): Promise<{ token: string; sessionId: string }> {
  const now = clock.now()
  const until = new Date(now.getTime() + 365 * 24 * 60 * 60_000).toISOString()
  const [row] = await sql<{ id: string; jti: string }[]>`
    insert into session (tenant_id, user_id, acting_tenant_id, jti, issued_at, created_at, last_seen_at,
      idle_limit_seconds, absolute_until, proven_at)
    values (${user.homeTenantId}, ${user.id}, ${user.tenantId}, gen_random_uuid(), ${now.toISOString()},
      ${now.toISOString()}, ${now.toISOString()}, ${30 * 24 * 60 * 60}, ${until}, ${now.toISOString()})
    returning id, jti`
  const signed = await tokens.signUser({ userId: user.id, sessionId: row!.id, jti: row!.jti }, now)
  return { token: signed.token, sessionId: row!.id }
}
