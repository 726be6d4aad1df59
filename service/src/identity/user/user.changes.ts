/** Statements that change users. */
import type { UserPatch } from '@mimamori/contract/identity/user.ts'
import { accountSubject } from '#platform/auth/login-subject.ts'
import type { PlatformDb, Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { unlessTaken } from '#shared/person/user-rows.ts'

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

type Place = { tenantId: string; userId: string }

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

/** Forgets the code for a new password that the user has been sent. */
export async function dropResetCode(rows: Statements, { tenantId, userId }: Place): Promise<void> {
  await rows.run(sql`delete from reset_code where tenant_id = ${tenantId} and user_id = ${userId}`)
}

/** Resets the failed sign-ins of a user, for all names and devices. */
export async function forgetFailures(db: PlatformDb, userId: string): Promise<void> {
  await db.run(sql`delete from login_attempt
    where subject = ${accountSubject(userId)} or subject like ${`device:${userId}:%`}`)
}
