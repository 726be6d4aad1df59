/** Statements about the devices of users: their open sessions, and their registrations for notifications. */

import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { Role, UserType } from '@mimamori/contract/shared/roles.ts'
import type { SessionEnd } from '#platform/auth/session.ts'
import { idleLimit, latestEnd } from '#platform/auth/session-end.ts'
import type { PlatformDb, Scope } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { isManagedBy } from '#shared/user-scope.ts'

export type DeviceOwner = {
  tenantId: string
  userId: string
  role: Role
  type: UserType
  name: string
  email: string
  locale: Locale
  timezone: string
  passwordHash: string | null
  passwordMinLength: number
  /** Names of the person and the site, which a password must not be. */
  names: string[]
}

/** `reach`: the tenants in reach, null: all of them. `manager`: only users whom they manage. */
export function readOwner(
  db: PlatformDb,
  reach: readonly string[] | null,
  userId: string,
  manager?: Pick<Scope, 'userId' | 'unitIds'>,
): Promise<DeviceOwner | undefined> {
  return db.first(sql<DeviceOwner>`
    select u.tenant_id as "tenantId", u.id as "userId", u.role, u.type, u.email, u.locale, u.timezone,
      person_name(u.first_name, u.last_name) as name, u.password_hash as "passwordHash",
      t.password_min_length as "passwordMinLength", array[u.email, u.user_name, u.first_name || u.last_name,
        u.last_name || u.first_name, t.name, t.code] as names
    from app_user u join tenant t on t.id = u.tenant_id
    where u.id = ${userId} and ${reach === null ? sql`true` : sql`u.tenant_id = any(${reach}::uuid[])`}
      and ${manager ? isManagedBy('u', manager) : sql`true`}`)
}

export type DeviceRow = {
  id: string
  userAgent: string
  address: string | null
  firstSeenAt: string
  lastSeenAt: string
  provenAt: string | null
  idleEndsAt: string
  endsAt: string
}
const LAST_SEEN = sql`greatest(last_seen_at, (select max(last_seen_at) from session c
  where c.tenant_id = s.tenant_id and c.origin_session_id = s.id))`
type Place = { tenantId: string; userId: string }

/**
 * Devices that are signed in now, most recently used first. A connected site is part of the session that opened it. A device at
 * which an administrator has to sign in again stays in the list: messages go on to reach it.
 */
export function readDevices(db: PlatformDb, { tenantId, userId }: Place, now: Date): Promise<DeviceRow[]> {
  return db.rows(sql<DeviceRow>`
    select id, user_agent as "userAgent", host(ip) as address, created_at as "firstSeenAt",
      ${LAST_SEEN} as "lastSeenAt", ${LAST_SEEN} + make_interval(secs => ${idleLimit}) as "idleEndsAt",
      ${latestEnd} as "endsAt",
      (select max(d.proven_at) from alarm_device d where d.session_id = s.id) as "provenAt"
    from session s
    where tenant_id = ${tenantId} and user_id = ${userId} and ended_at is null and origin_session_id is null
      and absolute_until > ${now}
      and (last_seen_at + make_interval(secs => idle_limit_seconds) > ${now} or exists (select from session c
        where c.tenant_id = s.tenant_id and c.origin_session_id = s.id and c.ended_at is null))
    order by "lastSeenAt" desc, id desc limit 100`)
}

/** The session of the device: for a connected site, the session that opened it. */
export async function readDeviceId(db: PlatformDb, sessionId: string): Promise<string> {
  const row = await db.first(sql<{ id: string }>`
    select coalesce(origin_session_id, id) as id from session where id = ${sessionId}`)
  return row!.id
}

export type Ending = {
  /** Null: all of them. */
  deviceIds: readonly string[] | null
  exceptId: string | null
  reason: 'by-administrator' | 'logout' | 'password-change'
}

/** Ends open sessions and those opened from them; returns them, to notify their listeners. */
export function endDevices(db: PlatformDb, { tenantId, userId }: Place, by: Ending, now: Date): Promise<SessionEnd[]> {
  return db.rows(sql<SessionEnd>`
    update session set ended_at = ${now}, end_reason = ${by.reason}
    where tenant_id = ${tenantId} and user_id = ${userId} and ended_at is null
      and ${by.deviceIds === null ? sql`true` : sql`coalesce(origin_session_id, id) = any(${by.deviceIds}::uuid[])`}
      and coalesce(origin_session_id, id) is distinct from ${by.exceptId}::uuid
    returning id as "sessionId", user_id as "userId"`)
}

/** The new password; tokens issued before are refused, but for the session that changed it. */
export async function savePassword(
  db: PlatformDb,
  { tenantId, userId }: Place,
  by: { hash: string; sessionId: string },
  now: Date,
): Promise<void> {
  await db.run(sql`update app_user set password_hash = ${by.hash}, tokens_valid_from = ${now}, version = version + 1,
    updated_at = ${now} where tenant_id = ${tenantId} and id = ${userId}`)
  await db.run(sql`update session set issued_at = ${now} where tenant_id = ${tenantId} and id = ${by.sessionId}`)
}

/** Replaces the earlier registration of the same device, and those of other users on the same browser. */
export async function saveRegistration(
  db: PlatformDb,
  { tenantId, userId }: Place,
  by: { device: string; kind: DeviceKind; subscription: string; isToken: boolean; sessionId: string },
  now: Date,
): Promise<void> {
  await db.run(sql`delete from push_registration where subscription = ${by.subscription} and user_id <> ${userId}`)
  await db.run(sql`delete from push_registration
    where tenant_id = ${tenantId} and user_id = ${userId} and device = ${by.device} and kind <> ${by.kind}`)
  await db.run(sql`
    insert into push_registration (tenant_id, user_id, kind, device, subscription, is_token, session_id, created_at, updated_at)
    values (${tenantId}, ${userId}, ${by.kind}, ${by.device}, ${by.subscription}, ${by.isToken}, ${by.sessionId}, ${now}, ${now})
    on conflict (tenant_id, user_id, kind, device) do update
      set subscription = excluded.subscription, is_token = excluded.is_token, session_id = excluded.session_id, updated_at = excluded.updated_at`)
}

/** Returns the number removed. */
export function removeRegistration(db: PlatformDb, { tenantId, userId }: Place, device: string): Promise<number> {
  return db.run(sql`
    delete from push_registration
    where tenant_id = ${tenantId} and user_id = ${userId} and device = ${device}`)
}
