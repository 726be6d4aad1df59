/** The six digits with which a user sets a new password. Requirement AUTH-15. */
import { createHmac, randomInt } from 'node:crypto'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { Clock } from '../clock.ts'
import type { Mail } from '../messaging/mail.ts'
import type { PlatformDb, TenantDb } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'
import type { Secrets } from '../secrets.ts'
import type { InvitedUser } from './invitation.ts'

const CODE_MINUTES = 15
const DIGITS = 6

export type ResetOptions = { mail: Mail; secrets: Pick<Secrets, 'derive'>; clock: Clock }
type Owner = { email: string; name: string; locale: Locale; isMadeShared: boolean; passwordMinLength: number }

/**
 * Issues a code that replaces an earlier one and e-mails it, in the transaction of `db`. Returns false without effect
 * for accounts that cannot have one: SHARED, DEMO_USER, disabled, or without a password yet. If somebody else changes
 * the address or type, codes are sent to the old address until the owner agrees.
 */
export async function sendResetCode(
  { mail, secrets, clock }: ResetOptions,
  db: TenantDb | PlatformDb,
  { tenantId, userId }: InvitedUser,
): Promise<boolean> {
  const owner = await db.first(sql<Owner>`
    select coalesce(u.owner_email, u.email) as email, person_name(u.first_name, u.last_name) as name, u.locale,
      u.type = 'SHARED' as "isMadeShared", t.password_min_length as "passwordMinLength"
    from app_user u join tenant t on t.id = u.tenant_id
    where u.tenant_id = ${tenantId} and u.id = ${userId} and ${MAY_RESET}`)
  if (!owner) return false
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000)
  await db.run(sql`
    insert into reset_code (tenant_id, user_id, code_hash, issued_at, expires_at)
    values (${tenantId}, ${userId}, ${hashOfCode(secrets, userId, code)}, ${now}, ${expiresAt})
    on conflict (tenant_id, user_id) do update set code_hash = excluded.code_hash, issued_at = excluded.issued_at,
      expires_at = excluded.expires_at, tries = 0`)
  const { email: to, ...facts } = owner
  await mail.send(db, { template: 'reset-code', tenantId, to, ...facts, code, minutes: CODE_MINUTES })
  return true
}

/** Whether the app_user `u` of tenant `t` may set a new password with a code. AUTH-18. */
export const MAY_RESET = sql<boolean>`((u.type = 'REGULAR' or u.owner_email is not null) and u.role <> 'DEMO_USER' and u.password_hash is not null
  and u.disabled_at is null and t.disabled_at is null)`

/** The stored form of a code: without the key, a million tries would find it. */
export function hashOfCode(secrets: Pick<Secrets, 'derive'>, userId: string, code: string): Buffer {
  return createHmac('sha256', secrets.derive('reset-codes')).update(`${userId}|${code}`).digest()
}
