/**
 * The tables as Kysely sees them. Each feature adds its own beside its queries:
 *
 *     declare module './schema.ts' {
 *       interface Schema { alert: AlertTable }
 *     }
 *
 * Instants are ISO strings (see database.ts), `jsonb` is the parsed value, `bigint` and `numeric` are numbers.
 */
import type { Role } from '@mimamori/contract/identity/roles.ts'
import type { ColumnType, Generated } from 'kysely'

/** `timestamptz(3)`: read as UTC with milliseconds, `2026-11-20T01:00:00.000Z`; written as that or as a Date. */
type Instant = ColumnType<string, string | Date, string | Date>
/** An instant that has a default in the table. */
type GeneratedInstant = ColumnType<string, string | Date | undefined, string | Date>

export interface Schema extends PlatformTables {}

interface PlatformTables {
  tenant: TenantTable
  app_user: UserTable
  user_unit: { tenant_id: string; user_id: string; unit_id: string }
  session: SessionTable
  login_attempt: { subject: string; failures: number; window_started_at: Instant; blocked_until: Instant | null }
  audit: AuditTable
}

type TenantTable = {
  id: string
  /** The organisation above a site; null for an organisation. */
  parent_id: string | null
  kind: 'organisation' | 'site'
  code: string
  name: string
  region: string
  timezone: string
  is_recording_enabled: Generated<boolean>
  is_live_streaming_enabled: Generated<boolean>
  streaming_restriction_minutes: number | null
  packages: Generated<string[]>
  room_camera_limit: Generated<number>
  public_camera_limit: Generated<number>
  is_demo: Generated<boolean>
  disabled_at: Instant | null
  version: Generated<number>
  created_at: GeneratedInstant
  updated_at: GeneratedInstant
}

type UserTable = {
  tenant_id: string
  id: string
  email: string
  user_name: string
  first_name: string
  last_name: string
  mobile_no: Generated<string>
  photo_url: string | null
  role: Role
  type: Generated<'SHARED' | 'REGULAR'>
  locale: Generated<string>
  timezone: Generated<string>
  date_format: Generated<string>
  password_hash: string | null
  user_config: Generated<Record<string, unknown>>
  disabled_at: Instant | null
  /** Tokens issued before this are refused. */
  tokens_valid_from: GeneratedInstant
  version: Generated<number>
  created_at: GeneratedInstant
  updated_at: GeneratedInstant
}

type SessionTable = {
  id: string
  /** Where the user belongs. */
  tenant_id: string
  user_id: string
  /** Whose rows the session works on: the user's own tenant, or the connected site. */
  acting_tenant_id: string
  /** The session to return to when the connected site is left. */
  origin_session_id: string | null
  jti: string
  previous_jti: string | null
  previous_valid_until: Instant | null
  /** When the token in force was issued. */
  issued_at: Instant
  device: Generated<string>
  ip: string | null
  created_at: Instant
  last_seen_at: Instant
  idle_limit_seconds: number
  absolute_until: Instant
  ended_at: Instant | null
  end_reason: string | null
}

type AuditTable = {
  tenant_id: string
  id: Generated<string>
  at: Instant
  /** Who acted; null for the service itself and for a sign-in that failed. */
  actor_user_id: string | null
  /** The actor's own tenant, when a site was connected. */
  actor_tenant_id: string | null
  hub_id: string | null
  session_id: string | null
  ip: string | null
  action: string
  object_type: string
  object_id: string | null
  outcome: 'done' | 'refused'
  reason: string | null
  details: Generated<Record<string, unknown>>
}
