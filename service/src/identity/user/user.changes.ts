/** Statements that change users. */
import type { UserPatch, userDraft } from '@mimamori/contract/identity/user.ts'
import type { z } from 'zod'
import { accountSubject } from '#platform/auth/login-subject.ts'
import { fail } from '#platform/failure.ts'
import { isUniqueViolation, type PlatformDb, type Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

export type NewUser = Omit<z.output<typeof userDraft>, 'password' | 'tenantId'> & {
  tenantId: string
  passwordHash: string | null
}

/**
 * Adds the user and returns the id. An address or name that is in use anywhere is rejected without saying where. Alerts from
 * before count as seen: the list of a new person begins empty of them.
 */
export async function insertUser(rows: Statements, of: NewUser, now: Date): Promise<string> {
  const row = await unlessTaken(rows, () =>
    rows.first(sql<{ id: string }>`
      with added as (insert into app_user (tenant_id, email, user_name, first_name, last_name, kana, mobile_no, role, type, locale, timezone,
        date_format, password_hash, away_until, created_at, updated_at)
      values (${of.tenantId}, ${of.email}, ${of.userName || of.email}, ${of.firstName}, ${of.lastName}, ${of.kana}, ${of.mobileNo},
        ${of.role}, ${of.type}, ${of.locale}, ${of.timezone}, ${of.dateFormat}, ${of.passwordHash}, ${of.awayUntil}, ${now}, ${now})
      returning tenant_id, id, created_at)
      insert into user_alert_watermark (tenant_id, user_id, seen_until)
      select tenant_id, id, created_at from added returning user_id as id`),
  )
  return row!.id
}

export type UserChange = Omit<UserPatch, 'id' | 'version' | 'password' | 'unitIds' | 'shiftIds'> & {
  passwordHash?: string
  /** The account becomes personal: the shared password is no longer valid. */
  dropsPassword?: boolean
  /** Codes for a new password go to the present address until the owner agrees to the change. */
  keepsOwnerEmail?: boolean
}

/** Omitted fields stay. False: the user has another version by now. */
export async function updateUser(
  rows: Statements,
  at: { tenantId: string; id: string; version: number | undefined },
  change: UserChange,
  now: Date,
): Promise<boolean> {
  // An emptied user name is the address again.
  const userName = change.userName === undefined ? null : change.userName || change.email || ''
  const touched = await unlessTaken(rows, () =>
    rows.run(sql`
      update app_user set first_name = coalesce(${change.firstName}, first_name),
        last_name = coalesce(${change.lastName}, last_name), kana = coalesce(${change.kana}, kana), email = coalesce(${change.email}, email),
        user_name = case when ${userName}::text = '' then email else coalesce(${userName}, user_name) end,
        mobile_no = coalesce(${change.mobileNo}, mobile_no), role = coalesce(${change.role}, role),
        type = coalesce(${change.type}, type), locale = coalesce(${change.locale}, locale),
        timezone = coalesce(${change.timezone}, timezone), date_format = coalesce(${change.dateFormat}, date_format),
        password_hash = case when ${change.dropsPassword ?? false} then null
          else coalesce(${change.passwordHash}, password_hash) end,
        owner_email = case when ${change.keepsOwnerEmail ?? false} then coalesce(owner_email, email)
          else owner_email end,
        away_until = case when ${change.awayUntil !== undefined} then ${change.awayUntil ?? null}::date
          else away_until end,
        version = version + 1, updated_at = ${now}
      where tenant_id = ${at.tenantId} and id = ${at.id}
        and version = coalesce(${at.version}::integer, version)`),
  )
  return touched === 1
}

async function unlessTaken<T>(rows: Statements, work: () => Promise<T>): Promise<T> {
  try {
    return await rows.savepoint(work)
  } catch (error) {
    if (isUniqueViolation(error, 'app_user_email')) throw fail('invalid-request', { email: 'user.email-unusable' })
    if (isUniqueViolation(error, 'app_user_name'))
      throw fail('invalid-request', { userName: 'user.user-name-unusable' })
    throw error
  }
}

/**
 * Refuses an address that somebody else signs in with as a user name, and the other way round: two people must not
 * answer to one name.
 */
export async function refuseTakenNames(
  db: PlatformDb,
  names: { email?: string; userName?: string },
  exceptId: string | null,
): Promise<void> {
  const isTaken = async (column: 'email' | 'user_name', name: string | undefined) =>
    name !== undefined &&
    name !== '' &&
    (await db.first(sql`select from app_user
      where plain(${sql.ref(column)}) = plain(${name}) and id is distinct from ${exceptId}::uuid`)) !== undefined
  if (await isTaken('user_name', names.email)) throw fail('invalid-request', { email: 'user.email-unusable' })
  if (await isTaken('email', names.userName)) throw fail('invalid-request', { userName: 'user.user-name-unusable' })
}

type Place = { tenantId: string; userId: string }

/** Binds the user to exactly these units. A unit of another tenant is rejected. */
export async function bindUnits(rows: Statements, { tenantId, userId }: Place, unitIds: readonly string[]) {
  await rows.run(sql`delete from user_unit where tenant_id = ${tenantId} and user_id = ${userId}`)
  const bound = await rows.run(sql`insert into user_unit (tenant_id, user_id, unit_id)
    select tenant_id, ${userId}, id from unit where tenant_id = ${tenantId} and id = any(${unitIds}::uuid[])`)
  if (bound < new Set(unitIds).size) throw fail('invalid-request', { unitIds: 'user.unit-unknown' })
}

/** Assigns the user to exactly these shifts. A shift of another tenant is rejected. */
export async function bindShifts(rows: Statements, { tenantId, userId }: Place, shiftIds: readonly string[]) {
  await rows.run(sql`delete from user_shift where tenant_id = ${tenantId} and user_id = ${userId}`)
  const bound = await rows.run(sql`insert into user_shift (tenant_id, user_id, shift_id)
    select tenant_id, ${userId}, id from shift where tenant_id = ${tenantId} and id = any(${shiftIds}::uuid[])`)
  if (bound < new Set(shiftIds).size) throw fail('invalid-request', { shiftIds: 'user.shift-unknown' })
}

/** Returns those that changed. */
export async function switchUsers(
  rows: Statements,
  { tenantId, ids, isDisabled }: { tenantId: string; ids: readonly string[]; isDisabled: boolean },
  now: Date,
): Promise<string[]> {
  const switched = await rows.rows(sql<{ id: string }>`
    update app_user set disabled_at = ${isDisabled ? now : null}, version = version + 1, updated_at = ${now}
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and (disabled_at is not null) <> ${isDisabled}
    returning id`)
  return switched.map(({ id }) => id)
}

/** False: somebody else has deleted the user meanwhile. */
export async function deleteUser(rows: Statements, { tenantId, userId }: Place): Promise<boolean> {
  return 1 === (await rows.run(sql`delete from app_user where tenant_id = ${tenantId} and id = ${userId}`))
}

/** Ends the open sessions of these users and returns them, to notify their listeners. */
export function endSessions(
  rows: Statements,
  { tenantId, userIds }: { tenantId: string; userIds: readonly string[] },
  now: Date,
): Promise<{ sessionId: string; userId: string }[]> {
  return rows.rows(sql<{ sessionId: string; userId: string }>`
    update session set ended_at = ${now}, end_reason = 'by-administrator'
    where tenant_id = ${tenantId} and user_id = any(${userIds}::uuid[]) and ended_at is null
    returning id as "sessionId", user_id as "userId"`)
}

/** The open sessions of a user, which must look again at what they may do. */
export function openSessionsOf(
  rows: Statements,
  { tenantId, userId }: Place,
): Promise<{ sessionId: string; userId: string }[]> {
  return rows.rows(sql<{ sessionId: string; userId: string }>`
    select id as "sessionId", user_id as "userId" from session
    where tenant_id = ${tenantId} and user_id = ${userId} and ended_at is null`)
}

/** Forgets the code for a new password that the user has been sent. */
export async function dropResetCode(rows: Statements, { tenantId, userId }: Place): Promise<void> {
  await rows.run(sql`delete from reset_code where tenant_id = ${tenantId} and user_id = ${userId}`)
}

/** Resets the failed sign-ins of a user, for all names and devices. */
export async function forgetFailures(db: PlatformDb, userId: string): Promise<void> {
  await db.run(sql`delete from login_attempt
    where subject = ${accountSubject(userId)} or subject like ${`device:${userId}:%`}`)
}
