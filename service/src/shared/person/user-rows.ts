/** Statements that add people and place them, for administrators and for sign-ins through a provider. USER-01, REACH-41. */
import type { userDraft } from '@mimamori/contract/identity/user.ts'
import type { z } from 'zod'
import { isUniqueViolation, type PlatformDb, type Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'

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

/** Runs `work`; an address or name that is in use becomes the error of its field. */
export async function unlessTaken<T>(rows: Statements, work: () => Promise<T>): Promise<T> {
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

/** The open sessions of a user, which must look again at what they may do. */
export function openSessionsOf(
  rows: Statements,
  { tenantId, userId }: Place,
): Promise<{ sessionId: string; userId: string }[]> {
  return rows.rows(sql<{ sessionId: string; userId: string }>`
    select id as "sessionId", user_id as "userId" from session
    where tenant_id = ${tenantId} and user_id = ${userId} and ended_at is null`)
}
