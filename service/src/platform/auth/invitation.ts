/** The one-time link with which an invited user activates their account. Requirement AUTH-14. */
import { createHash, randomBytes } from 'node:crypto'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Mail } from '../messaging/mail.ts'
import type { PlatformDb, TenantDb } from '../postgres/database.ts'
import { type Sql, sql } from '../postgres/sql.ts'
import { fail, found } from '../service-error.ts'

const INVITATION_HOURS = 72
const TOKEN_BYTES = 32

export type InvitedUser = { tenantId: string; userId: string }
export type InvitationOptions = { mail: Mail; config: Pick<Config, 'publicUrl'>; clock: Clock }

type Invited = {
  email: string
  name: string
  locale: Locale
  timezone: string
  siteName: string
  isRegistered: boolean
  invitedBy: string | null
}

/**
 * Issues a link for a user without a password and e-mails it, in the transaction of `db`. It replaces an earlier one.
 * Throws `already-registered` if there is a password. `invitedBy`: the id of the inviting user. Returns the link where
 * no e-mail leaves this installation: then only the inviting user can hand it over.
 */
export async function invite(
  { mail, config, clock }: InvitationOptions,
  db: TenantDb | PlatformDb,
  { tenantId, userId }: InvitedUser,
  invitedBy: string | null,
): Promise<string | null> {
  const invited = found(await readInvited(db, { tenantId, userId }, invitedBy))
  if (invited.isRegistered) throw fail('already-registered')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + INVITATION_HOURS * 60 * 60_000)
  await db.run(sql`
    insert into invitation (tenant_id, user_id, token_hash, issued_at, expires_at, issued_by)
    values (${tenantId}, ${userId}, ${hashOfInvitation(token)}, ${now}, ${expiresAt}, ${invitedBy})
    on conflict (tenant_id, user_id) do update set token_hash = excluded.token_hash, issued_at = excluded.issued_at,
      expires_at = excluded.expires_at, issued_by = excluded.issued_by, accepted_at = null`)
  const { email: to, locale, name, siteName, timezone, invitedBy: by } = invited
  // The fragment is never sent to a server, so no server log contains it.
  const link = `${config.publicUrl}/auth/register-unprotected#${token}`
  await mail.send(db, {
    ...{ template: 'invitation', tenantId, to, locale },
    ...{ name, siteName, invitedBy: by, link, expiresAt, timezone },
  })
  return mail.isSent ? null : link
}

/** The stored form of a link's token: 256 random bits need no slow hash. */
export function hashOfInvitation(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function readInvited(db: TenantDb | PlatformDb, { tenantId, userId }: InvitedUser, invitedBy: string | null) {
  // An inviting user of another tenant (the operator) is not visible to a site's transaction: then the site itself
  // invites.
  return db.first(sql<Invited>`
    select u.email, person_name(u.first_name, u.last_name) as name, u.locale, u.timezone, t.name as "siteName",
      u.password_hash is not null as "isRegistered",
      (select person_name(i.first_name, i.last_name) from app_user i where i.id = ${invitedBy}) as "invitedBy"
    from app_user u join tenant t on t.id = u.tenant_id
    where u.tenant_id = ${tenantId} and u.id = ${userId}
    for update of u`)
}

/** Whether the user `u` has answered the invitation, or a provider knows them: such a person has no password. */
export const hasWayIn: Sql<boolean> = sql`(u.password_hash is not null
  or exists (select from oidc_identity i where i.tenant_id = u.tenant_id and i.user_id = u.id))`
