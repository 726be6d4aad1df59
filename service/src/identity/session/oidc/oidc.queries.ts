/** Statements of sign-ins through a provider. REACH-41, REACH-43. */
import { createHash, randomBytes } from 'node:crypto'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { OidcClaims } from '#shared/oidc/oidc-claims.ts'

/** Time between the button and the last step. */
const SIGN_IN_MS = 10 * MINUTE_MS
const HANDLE_BYTES = 32

/** What the provider said of a person. */
export type OidcAnswer = {
  claims: OidcClaims
  subject: string
  refreshToken: string | null
  checkAfterMs: number
  /** Where the browser signs out at the provider; null: it offers that nowhere. */
  endUrl: string | null
}
/** `answer`: the provider has answered, and a further step is missing. */
export type OidcFacts = {
  state: string
  nonce: string
  verifier: string
  issuer: string
  answer: OidcAnswer | null
  /** The session that its person proves themselves in; null: it opens a session. */
  provesSession: string | null
}
export type OidcSignIn = { organizationId: string; locale: Locale; facts: OidcFacts; expiresAt: string }

const hashOf = (handle: string) => createHash('sha256').update(handle).digest()
const placeOfFacts = (organizationId: string) => `${organizationId}|oidc_sign_in|facts|`

/** Returns the random text by which its browser finishes the sign-in. */
export async function beginSignIn(
  db: PlatformDb,
  secrets: Secrets,
  of: { organizationId: string; locale: Locale; facts: OidcFacts },
  now: Date,
): Promise<string> {
  await db.run(sql`delete from oidc_sign_in where handle_hash in (select handle_hash from oidc_sign_in
    where expires_at <= ${now} order by expires_at limit 100 for update skip locked)`)
  const handle = randomBytes(HANDLE_BYTES).toString('base64url')
  await keepSignIn(db, secrets, handle, { ...of, expiresAt: new Date(now.getTime() + SIGN_IN_MS).toISOString() })
  return handle
}

/** Stores one that waits for a further step, until the same end. */
export async function keepSignIn(db: PlatformDb, secrets: Secrets, handle: string, of: OidcSignIn): Promise<void> {
  const facts = secrets.seal(JSON.stringify(of.facts), placeOfFacts(of.organizationId))
  await db.run(sql`insert into oidc_sign_in (handle_hash, organization_id, facts, locale, expires_at)
    values (${hashOf(handle)}, ${of.organizationId}, ${facts}, ${of.locale}, ${of.expiresAt})`)
}

/** Takes it away: of two that finish the same sign-in one comes too late. */
export async function takeSignIn(
  db: PlatformDb,
  secrets: Secrets,
  handle: string,
  now: Date,
): Promise<OidcSignIn | null> {
  const row = await db.first(sql<Omit<OidcSignIn, 'facts'> & { facts: string }>`
    delete from oidc_sign_in where handle_hash = ${hashOf(handle)} and expires_at > ${now}
    returning organization_id as "organizationId", facts, locale, expires_at as "expiresAt"`)
  if (!row) return null
  const facts = JSON.parse(secrets.open(row.facts, placeOfFacts(row.organizationId))) as OidcFacts
  return { ...row, facts }
}

type Subject = { organizationId: string; issuer: string; subject: string }

export async function findIdentity(db: PlatformDb, by: Subject): Promise<string | null> {
  const row = await db.first(sql<{ userId: string }>`
    select user_id as "userId" from oidc_identity
    where organization_id = ${by.organizationId} and issuer = ${by.issuer} and subject = ${by.subject}`)
  return row?.userId ?? null
}

type Person = { tenantId: string; userId: string }

/** The subject by which the person is known; undefined: no provider was linked. */
export function readSubject(db: PlatformDb, userId: string): Promise<Subject | undefined> {
  return db.first(sql<Subject>`
    select organization_id as "organizationId", issuer, subject from oidc_identity where user_id = ${userId}`)
}

/** The person is known by this subject alone from now on. */
export async function linkIdentity(
  db: PlatformDb,
  { tenantId, userId }: Person,
  by: Subject,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into oidc_identity (tenant_id, user_id, organization_id, issuer, subject, created_at)
    values (${tenantId}, ${userId}, ${by.organizationId}, ${by.issuer}, ${by.subject}, ${now})
    on conflict (tenant_id, user_id) do update set organization_id = excluded.organization_id, issuer = excluded.issuer,
      subject = excluded.subject, created_at = excluded.created_at`)
}

/** Whether an account of any organization has this address, as an address or a name. */
export async function isAddressTaken(db: PlatformDb, email: string): Promise<boolean> {
  const row = await db.first(
    sql`select from app_user where plain(email) = plain(${email}) or plain(user_name) = plain(${email})`,
  )
  return row !== undefined
}

export type Placed = Person & { name: string; role: Role; unitIds: string[]; isLinkable: boolean }

/** A person with their present place. `email`: whether this is an address of theirs, and they belong to the organization. */
export function readPlaced(
  db: PlatformDb,
  userId: string,
  of: { organizationId: string; email: string | null },
): Promise<Placed | undefined> {
  return db.first(sql<Placed>`
    select u.tenant_id as "tenantId", u.id as "userId", person_name(u.first_name, u.last_name) as name, u.role,
      array(select unit_id from user_unit where tenant_id = u.tenant_id and user_id = u.id) as "unitIds",
      coalesce(u.type = 'REGULAR' and ${of.organizationId} in (h.id, h.parent_id)
        and plain(${of.email}) in (plain(u.email), plain(u.user_name)), false) as "isLinkable"
    from app_user u join tenant h on h.id = u.tenant_id where u.id = ${userId} for update of u`)
}

export async function changeRole(db: PlatformDb, { tenantId, userId }: Person, role: Role, now: Date): Promise<void> {
  await db.run(sql`update app_user set role = ${role}, version = version + 1, updated_at = ${now}
    where tenant_id = ${tenantId} and id = ${userId}`)
}

export async function readZone(db: PlatformDb, tenantId: string): Promise<string> {
  return (await db.first(sql<{ timezone: string }>`select timezone from tenant where id = ${tenantId}`))!.timezone
}

/** How long the provider may not answer before its sessions end. */
const SILENT_MS = 24 * HOUR_MS
/** A check that failed for a passing reason, or whose instance ended, is made again after this time. */
const AGAIN_MS = 5 * MINUTE_MS

const placeOfEnd = (sessionId: string) => `${sessionId}|oidc_session|end_url`
const placeOfToken = (sessionId: string) => `${sessionId}|oidc_session|refresh_token`

export async function storeCheck(
  db: PlatformDb,
  secrets: Secrets,
  of: Person & { sessionId: string } & Pick<OidcAnswer, 'refreshToken' | 'checkAfterMs' | 'endUrl'>,
  now: Date,
): Promise<void> {
  const token = of.refreshToken === null ? null : secrets.seal(of.refreshToken, placeOfToken(of.sessionId))
  const end = of.endUrl === null ? null : secrets.seal(of.endUrl, placeOfEnd(of.sessionId))
  const at = new Date(now.getTime() + of.checkAfterMs)
  await db.run(sql`insert into oidc_session (tenant_id, session_id, user_id, refresh_token, end_url, check_at, confirmed_at)
    values (${of.tenantId}, ${of.sessionId}, ${of.userId}, ${token}, ${end}, ${at}, ${now})
    on conflict (tenant_id, session_id) do update set check_at = excluded.check_at, confirmed_at = excluded.confirmed_at,
      refresh_token = coalesce(excluded.refresh_token, oidc_session.refresh_token),
      end_url = coalesce(excluded.end_url, oidc_session.end_url)`)
}

/** Where the provider of one of these sessions ends its own; null: no provider opened them. Signing out never fails for it. */
export async function readEnd(
  db: PlatformDb,
  secrets: Secrets,
  sessionIds: readonly string[],
): Promise<{ endUrl: string | null } | null> {
  const row = await db.first(sql<{ sessionId: string; endUrl: string | null }>`
    select session_id as "sessionId", end_url as "endUrl" from oidc_session
    where session_id = any(${sessionIds}::uuid[]) limit 1`)
  return row ? { endUrl: row.endUrl && opened(secrets, row.endUrl, placeOfEnd(row.sessionId)) } : null
}

/** Null: it was sealed with a master key that was exchanged since. */
function opened(secrets: Secrets, sealed: string, place: string): string | null {
  try {
    return secrets.open(sealed, place)
  } catch {
    return null
  }
}

export type DueCheck = Person & {
  sessionId: string
  organizationId: string | null
  issuer: string | null
  subject: string | null
  refreshToken: string | null
  isSilentTooLong: boolean
}

/** Sessions whose check is due, and the rows of ended ones are removed. Other instances skip them. Index: oidc_session_check. */
export async function claimDue(db: PlatformDb, secrets: Secrets, now: Date, most: number): Promise<DueCheck[]> {
  const again = new Date(now.getTime() + AGAIN_MS)
  const silentSince = new Date(now.getTime() - SILENT_MS)
  const due = sql`select tenant_id, session_id from oidc_session where check_at <= ${now} order by check_at limit ${most}
    for update skip locked`
  await db.run(sql`delete from oidc_session c using (${due}) d join session s on s.tenant_id = d.tenant_id and s.id = d.session_id
    where c.tenant_id = d.tenant_id and c.session_id = d.session_id and (s.ended_at is not null or s.absolute_until <= ${now})`)
  const rows = await db.rows(sql<DueCheck>`
    with taken as (update oidc_session c set check_at = ${again} from (${due}) d
      where c.tenant_id = d.tenant_id and c.session_id = d.session_id returning c.*)
    select t.tenant_id as "tenantId", t.user_id as "userId", t.session_id as "sessionId", t.refresh_token as "refreshToken",
      t.confirmed_at <= ${silentSince} as "isSilentTooLong", i.organization_id as "organizationId", i.issuer, i.subject
    from taken t left join oidc_identity i on i.tenant_id = t.tenant_id and i.user_id = t.user_id`)
  return rows.map((row) => ({
    ...row,
    refreshToken: row.refreshToken && secrets.open(row.refreshToken, placeOfToken(row.sessionId)),
  }))
}
