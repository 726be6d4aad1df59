/** All statements for signing in, staying signed in and signing out. */

import type { SessionUser } from '@mimamori/contract/identity/session.ts'
import type { Role, UserType } from '@mimamori/contract/shared/roles.ts'
import { hasFactor, isFactorRequired } from '#platform/auth/factor-due.ts'
import type { SessionEnd } from '#platform/auth/session.ts'
import { isShort } from '#platform/auth/session-end.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { ACCOUNT_LIMIT, type Counter, type Counters } from './session.rules.ts'

/**
 * Whether a password alone is not enough: the person switched a second step on, or has to have one and a passkey is it. Where
 * nobody requires it a passkey is a second way in, and losing it locks nobody out.
 */
const asksSecondStep = sql`(u.type <> 'SHARED' and (exists (select from second_factor f
    where f.tenant_id = u.tenant_id and f.user_id = u.id and f.confirmed_at is not null)
  or (${isFactorRequired} and ${hasFactor})))`

export type Account = {
  tenantId: string
  userId: string
  type: UserType
  passwordHash: string | null
  isActive: boolean
  /** Networks from which the user may sign in; empty: all. */
  allowedRanges: string[]
  hasSecondFactor: boolean
}

const ACCOUNT = sql`u.tenant_id as "tenantId", u.id as "userId", u.type, u.password_hash as "passwordHash",
  u.disabled_at is null and h.disabled_at is null as "isActive",
  case when u.role = 'SUPER_ADMIN' then '{}' else h.allowed_ranges end as "allowedRanges",
  ${asksSecondStep} as "hasSecondFactor"`

/** The account with this e-mail address or user name, ignoring case. Indexes: app_user_email, app_user_name. */
export function findAccount(db: PlatformDb, name: string): Promise<Account | undefined> {
  return db.first(sql<Account>`
    select ${ACCOUNT} from app_user u join tenant h on h.id = u.tenant_id
    where plain(u.email) = plain(${name}) or plain(u.user_name) = plain(${name})
    order by plain(u.email) = plain(${name}) desc limit 1`)
}

/** The account of a passkey or of a provider's subject; a station has none. */
export function readAccount(db: PlatformDb, userId: string): Promise<Account | undefined> {
  return db.first(sql<Account>`
    select ${ACCOUNT} from app_user u join tenant h on h.id = u.tenant_id where u.id = ${userId} and u.type <> 'SHARED'`)
}

export async function lockCounter(db: PlatformDb, subject: string, now: Date): Promise<Counter | undefined> {
  await db.run(sql`insert into login_attempt (subject, failures, window_started_at)
    values (${subject}, 0, ${now}) on conflict do nothing`)
  return db.first(sql<Counter>`
    select failures, window_started_at as "windowStartedAt", blocked_until as "blockedUntil"
    from login_attempt where subject = ${subject} for update`)
}

export async function saveCounter(db: PlatformDb, subject: string, counter: Counter): Promise<void> {
  await db.run(sql`update login_attempt set failures = ${counter.failures},
    window_started_at = ${counter.windowStartedAt}, blocked_until = ${counter.blockedUntil}
    where subject = ${subject}`)
}

/**
 * After a successful sign-in: resets account and device, and returns to the network the try that was counted in
 * advance.
 */
export async function forgiveTries(db: PlatformDb, counters: Counters): Promise<void> {
  for (const [subject, limit] of counters) {
    if (limit === ACCOUNT_LIMIT) await db.run(sql`delete from login_attempt where subject = ${subject}`)
    else {
      await db.run(sql`update login_attempt set failures = greatest(0, failures - 1), blocked_until = null
        where subject = ${subject}`)
    }
  }
}

/** From now on codes are sent to the new address, if the owner signed in with it. See app_user.owner_email. */
export async function agreeToAddress(db: PlatformDb, { tenantId, userId }: Account, typedName: string): Promise<void> {
  await db.run(sql`update app_user set owner_email = null
    where tenant_id = ${tenantId} and id = ${userId} and owner_email is not null and type = 'REGULAR'
      and plain(email) = plain(${typedName})`)
}

type NewSession = {
  tenantId: string
  userId: string
  device: string
  ip: string
  userAgent: string
  idleLimitSeconds: number
  absoluteUntil: Date
  provenAt: Date
  /** A provider's sign-in that its organization takes for the second step. */
  isFactorGiven: boolean
}

/** Opens a session, stores the time of the sign-in, and returns its id and the id of its first token. */
export async function insertSession(db: PlatformDb, of: NewSession, now: Date): Promise<{ id: string; jti: string }> {
  const user = await db.first(sql<{ role: Role }>`
    update app_user set last_sign_in_at = ${now} where tenant_id = ${of.tenantId} and id = ${of.userId} returning role`)
  const row = await db.first(sql<{ id: string; jti: string }>`
    insert into session (tenant_id, user_id, acting_tenant_id, jti, issued_at, device, user_agent, ip, created_at,
      last_seen_at, idle_limit_seconds, absolute_until, is_short, proven_at, is_factor_given)
    values (${of.tenantId}, ${of.userId}, ${of.tenantId}, gen_random_uuid(), ${now}, ${of.device}, ${of.userAgent},
      ${of.ip}, ${now}, ${now}, ${of.idleLimitSeconds}, ${of.absoluteUntil}, ${isShort(user!.role)}, ${of.provenAt}, ${of.isFactorGiven})
    returning id, jti`)
  return row!
}

type Rotation = { sessionId: string; tokenId: string; now: Date; graceUntil: Date; absoluteUntil: Date }

/** The token in force, and its latest end. */
export type InForce = { jti: string; absoluteUntil: string }

/** Puts a new token id in force, unless another call already did. The time limit of a connection is not extended. */
export async function rotateToken(db: PlatformDb, by: Rotation): Promise<InForce> {
  const row = await db.first(sql<InForce>`
    update session set
      jti = case when jti = ${by.tokenId} then gen_random_uuid() else jti end,
      previous_jti = case when jti = ${by.tokenId} then jti else previous_jti end,
      previous_valid_until = case when jti = ${by.tokenId} then ${by.graceUntil}::timestamptz
        else previous_valid_until end,
      issued_at = ${by.now}, last_seen_at = ${by.now},
      absolute_until = case when origin_session_id is null then ${by.absoluteUntil} else absolute_until end
    where id = ${by.sessionId}
    returning jti, absolute_until as "absoluteUntil"`)
  return row!
}

/**
 * Ends a session, the one that opened it, and all those opened from it: a user who signs out while connected to a site
 * signs out completely. Returns all ended sessions.
 */
export function endSessionAndKin(
  db: PlatformDb,
  sessionId: string,
  reason: 'logout' | 'provider',
  now: Date,
): Promise<SessionEnd[]> {
  return db.rows(sql<SessionEnd>`
    with own as (select coalesce(origin_session_id, id) as id from session where id = ${sessionId})
    update session set ended_at = ${now}, end_reason = ${reason}
    where ended_at is null and (id in (select id from own) or origin_session_id in (select id from own))
    returning id as "sessionId", user_id as "userId"`)
}

export async function savePasswordHash(db: PlatformDb, userId: string, hash: string): Promise<void> {
  await db.run(sql`update app_user set password_hash = ${hash} where id = ${userId}`)
}

export type SessionFacts = Omit<SessionUser, 'token' | 'tokenExpiresAt' | 'deviceMark'>

function tenantFacts(alias: 'home' | 'acting') {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`jsonb_build_object('id', ${of('id')}, 'schemaName', ${of('name')}, 'schemaCode', ${of('code')},
    'timezone', ${of('timezone')}, 'isRecordingEnabled', ${of('is_recording_enabled')},
    'isLiveStreamingEnabled', ${of('is_live_streaming_enabled')}, 'passwordMinLength', ${of('password_min_length')},
    'license', jsonb_build_object('packages', ${of('packages')}))`
}

/** The signed-in user of a session, as the console stores it. */
export async function readSessionUser(db: PlatformDb, sessionId: string): Promise<SessionFacts> {
  const row = await db.first(sql<SessionFacts>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName",
      person_name(u.first_name, u.last_name) as "displayName", u.email, u.user_name as "userName",
      u.photo_url as "photoURL", u.locale, u.timezone, u.date_format as "dateFormat", u.role, u.type,
      case when home.id <> ${OPERATOR_TENANT_ID} then ${tenantFacts('home')} end as "applicationTenant",
      case when acting.id <> home.id then ${tenantFacts('acting')} || jsonb_build_object(
        'reason', coalesce(s.connection_reason, ''),
        'until', to_char(s.absolute_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        end as "impersonatedTenant",
      array(select unit_id from user_unit where tenant_id = u.tenant_id and user_id = u.id) as "unitIds"
    from session s
    join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join tenant home on home.id = s.tenant_id
    join tenant acting on acting.id = s.acting_tenant_id
    where s.id = ${sessionId}`)
  return row!
}

/** The user's language, time zone and date format; omitted fields stay unchanged. */
export async function patchProfile(
  db: TenantDb | PlatformDb,
  userId: string,
  change: { locale?: string; timezone?: string; dateFormat?: string },
  now: Date,
): Promise<void> {
  await db.run(sql`update app_user set locale = coalesce(${change.locale}, locale),
    timezone = coalesce(${change.timezone}, timezone), date_format = coalesce(${change.dateFormat}, date_format),
    version = version + 1, updated_at = ${now}
    where id = ${userId}`)
}
