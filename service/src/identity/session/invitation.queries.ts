/** All statements about invitations except issuing them (platform/auth/invitation.ts). */

import type { Invitation } from '@mimamori/contract/identity/invitation.ts'
import type { Role, UserType } from '@mimamori/contract/shared/roles.ts'
import { hashOfInvitation } from '#platform/auth/invitation.ts'
import type { PlatformDb, Scope, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { isManagedBy } from '#shared/user-scope.ts'

export type Invited = Invitation & { tenantId: string; userId: string; type: UserType; names: string[] }

/** The open invitation of a token. Undefined if it is unknown, used or expired, or the account is closed. */
export function findInvitation(db: PlatformDb, token: string, now: Date): Promise<Invited | undefined> {
  return db.first(sql<Invited>`
    select u.tenant_id as "tenantId", u.id as "userId", u.type, u.email, u.first_name as "firstName",
      u.last_name as "lastName", u.locale, u.timezone, t.name as "siteName", i.expires_at as "expiresAt",
      t.password_min_length as "passwordMinLength", array[u.email, u.user_name, t.code] as names
    from invitation i
    join app_user u on u.tenant_id = i.tenant_id and u.id = i.user_id
    join tenant t on t.id = i.tenant_id
    where i.token_hash = ${hashOfInvitation(token)} and i.accepted_at is null and i.expires_at > ${now}
      and u.password_hash is null and u.disabled_at is null and t.disabled_at is null`)
}

type Acceptance = {
  firstName: string
  lastName: string
  locale: string
  timezone: string
  passwordHash: string
}

/** Uses up the invitation and activates its user; false if another call was faster. */
export async function acceptInvitation(
  db: PlatformDb,
  { tenantId, userId }: Invited,
  by: Acceptance & { token: string },
  now: Date,
): Promise<boolean> {
  const used = await db.run(sql`
    update invitation set accepted_at = ${now}
    where tenant_id = ${tenantId} and user_id = ${userId} and token_hash = ${hashOfInvitation(by.token)}
      and accepted_at is null`)
  if (used === 0) return false
  const changed = await db.run(sql`
    update app_user set first_name = ${by.firstName}, last_name = ${by.lastName}, locale = ${by.locale},
      timezone = ${by.timezone}, password_hash = ${by.passwordHash}, version = version + 1, updated_at = ${now}
    where tenant_id = ${tenantId} and id = ${userId} and password_hash is null`)
  return changed === 1
}

export type InvitedUser = { tenantId: string; userId: string; role: Role }

/** A user within the transaction's reach whom `manager` manages. */
export function findInvited(
  db: TenantDb | PlatformDb,
  userId: string,
  manager: Pick<Scope, 'userId' | 'unitIds'>,
): Promise<InvitedUser | undefined> {
  return db.first(sql<InvitedUser>`
    select tenant_id as "tenantId", id as "userId", role from app_user u
    where id = ${userId} and ${isManagedBy('u', manager)}`)
}
