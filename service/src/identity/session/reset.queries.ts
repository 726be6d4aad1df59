/** All statements about forgotten passwords except issuing codes (platform/auth/reset-code.ts). */

import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { MAY_RESET } from '#platform/auth/reset-code.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** Requests per hour without a wait. */
const ASKED_AT_MOST = 5
const WINDOW_MS = 60 * 60_000

/** Records a request for a code. Returns seconds to wait if there were too many requests, otherwise null. */
export async function noteRequest(
  db: PlatformDb,
  { subject, sealedAddress }: { subject: string; sealedAddress: string },
  now: Date,
): Promise<number | null> {
  const since = new Date(now.getTime() - WINDOW_MS)
  const row = await db.first(sql<{ asked: number; windowStartedAt: string }>`
    insert into reset_request (subject, address, asked, window_started_at, asked_at)
    values (${subject}, ${sealedAddress}, 1, ${now}, ${now})
    on conflict (subject) do update set asked_at = excluded.asked_at,
      asked = case when reset_request.window_started_at <= ${since} then 1 else reset_request.asked + 1 end,
      window_started_at = case when reset_request.window_started_at <= ${since} then excluded.window_started_at
        else reset_request.window_started_at end,
      address = case when reset_request.window_started_at > ${since} and reset_request.asked >= ${ASKED_AT_MOST}
        then reset_request.address else excluded.address end
    returning asked, window_started_at as "windowStartedAt"`)
  if (row!.asked <= ASKED_AT_MOST) return null
  return Math.max(1, Math.ceil((Date.parse(row!.windowStartedAt) + WINDOW_MS - now.getTime()) / 1000))
}

type ResetRequest = { subject: string; address: string }

/** Claims requests that wait for their code: each belongs to one caller alone. */
export function takeRequests(db: PlatformDb, most: number): Promise<ResetRequest[]> {
  return db.rows(sql<ResetRequest>`
    update reset_request r set address = null
    from (select subject, address from reset_request where address is not null
      order by asked_at limit ${most} for update skip locked) waiting
    where r.subject = waiting.subject
    returning r.subject, waiting.address`)
}

/** Deletes requests once nothing depends on them. */
export function forgetRequests(db: PlatformDb, now: Date): Promise<number> {
  return db.run(sql`delete from reset_request where address is null
    and window_started_at <= ${new Date(now.getTime() - WINDOW_MS)}`)
}

type ResetAccount = { tenantId: string; userId: string }

/**
 * The account with this e-mail address, whether or not it may receive a code. Indexes: app_user_email,
 * app_user_owner_email.
 */
export function findByEmail(db: PlatformDb, email: string): Promise<ResetAccount | undefined> {
  return db.first(sql<ResetAccount>`
    select tenant_id as "tenantId", id as "userId" from app_user
    where plain(email) = plain(${email}) or plain(owner_email) = plain(${email})
    order by plain(email) = plain(${email}) desc limit 1`)
}

export type OpenCode = ResetAccount & {
  codeHash: Buffer
  /** The address to which the code was sent. */
  email: string
  /** Current and earlier sign-in names of the account. */
  names: (string | null)[]
  /** Names of the person and the site. */
  otherNames: string[]
  name: string
  locale: Locale
  timezone: string
  passwordMinLength: number
}

/** The open code for an address, locked against concurrent tries; undefined if there is none. */
export function lockCode(db: PlatformDb, email: string, now: Date, mostTries: number): Promise<OpenCode | undefined> {
  return db.first(sql<OpenCode>`
    select u.tenant_id as "tenantId", u.id as "userId", c.code_hash as "codeHash",
      coalesce(u.owner_email, u.email) as email, array[u.email, u.owner_email, u.user_name] as names,
      person_name(u.first_name, u.last_name) as name, u.locale, u.timezone,
      t.password_min_length as "passwordMinLength", array[u.first_name || u.last_name, u.last_name || u.first_name,
        t.name, t.code] as "otherNames"
    from app_user u
    join tenant t on t.id = u.tenant_id
    join reset_code c on c.tenant_id = u.tenant_id and c.user_id = u.id
    where (plain(u.email) = plain(${email}) or plain(u.owner_email) = plain(${email}))
      and c.expires_at > ${now} and c.tries < ${mostTries} and ${MAY_RESET}
    order by plain(u.email) = plain(${email}) desc limit 1 for update of c`)
}

/** Clears the failed tries of an account. */
export async function forgetFailures(db: PlatformDb, subject: string): Promise<void> {
  await db.run(sql`delete from login_attempt where subject = ${subject}`)
}

export async function countWrongTry(db: PlatformDb, { tenantId, userId }: ResetAccount): Promise<void> {
  await db.run(sql`update reset_code set tries = tries + 1 where tenant_id = ${tenantId} and user_id = ${userId}`)
}

/** Uses up the code; false if another call was faster. */
export async function useCode(db: PlatformDb, { tenantId, userId, codeHash }: OpenCode): Promise<boolean> {
  const used = await db.run(sql`delete from reset_code
    where tenant_id = ${tenantId} and user_id = ${userId} and code_hash = ${codeHash}`)
  return used === 1
}

/** Sets the password and ends every session of the user; returns the ended sessions. */
export async function setPassword(
  db: PlatformDb,
  { tenantId, userId }: ResetAccount,
  passwordHash: string,
  now: Date,
): Promise<{ sessionId: string; userId: string }[]> {
  await db.run(sql`update app_user set password_hash = ${passwordHash}, tokens_valid_from = ${now},
    owner_email = case when type = 'REGULAR' then owner_email end, version = version + 1, updated_at = ${now}
    where tenant_id = ${tenantId} and id = ${userId}`)
  return db.rows(sql<{ sessionId: string; userId: string }>`
    update session set ended_at = ${now}, end_reason = 'password-change'
    where tenant_id = ${tenantId} and user_id = ${userId} and ended_at is null
    returning id as "sessionId", user_id as "userId"`)
}
