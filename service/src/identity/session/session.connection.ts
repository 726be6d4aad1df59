/** Connecting to a site and returning: a separate session beside the person's own. AUTH-13, SITE-03. */
import { CONNECTION_MINUTES, type connectionDraft, type SessionUser } from '@mimamori/contract/identity/session.ts'
import type { z } from 'zod'
import type { SessionEnd } from '#platform/auth/session.ts'
import { TOKEN_SECONDS } from '#platform/auth/token.ts'
import type { Context } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail, found } from '#platform/service-error.ts'
import { auditAt } from '#shared/audit-at.ts'
import { type InForce, readSessionUser, type SessionFacts } from './session.queries.ts'
import { GRACE_SECONDS } from './session.rules.ts'

type Draft = z.output<typeof connectionDraft>

/**
 * Opens the connected session beside the own one, which stays open for the return. A site connected earlier from the
 * same session is left. A site out of reach counts as not found.
 */
export async function connect(context: Context, { body }: { body: Draft }): Promise<SessionUser> {
  const { actor, afterCommit, asPlatform, sessions, tokens, now } = context
  if (actor.isImpersonating) throw fail('not-while-connected')
  const { left, opened, user } = await asPlatform('connect to a site', async (db) => {
    await requireReach(db, context, body.tenantId)
    const left = await leaveConnections(db, actor.sessionId, now)
    const opened = await insertConnection(db, context, body)
    const entry = { action: 'session.connect', objectType: 'tenant', objectId: body.tenantId, reason: body.reason }
    const details = { until: opened.absoluteUntil }
    // In the audit of the site, so that its administrators see it.
    await auditAt(db, context, body.tenantId, { ...entry, details }, opened.sessionId)
    return { left, opened, user: await readSessionUser(db, opened.sessionId) }
  })
  afterCommit(() => sessions.changed(...left))
  return withToken({ tokens, now }, user, { userId: actor.userId, sessionId: opened.sessionId }, opened)
}

/** Ends the connected session and returns the own one, with a new token. */
export async function disconnect(context: Context): Promise<SessionUser> {
  const { actor, afterCommit, asPlatform, audit, sessions, tokens, now } = context
  const { originSessionId, userId } = actor
  // Perhaps the person has already returned in another tab.
  if (originSessionId === null) throw fail('conflict')
  await audit({ action: 'session.disconnect', objectType: 'tenant', objectId: actor.tenantId })
  const { left, token, user } = await asPlatform('leave a site', async (db) => ({
    left: await leaveConnections(db, originSessionId, now),
    token: await restoreSession(db, originSessionId, now),
    user: await readSessionUser(db, originSessionId),
  }))
  afterCommit(() => sessions.changed(...left, { sessionId: originSessionId, userId }))
  return withToken({ tokens, now }, user, { userId, sessionId: originSessionId }, token)
}

/** The user, with a token of that session. */
export async function withToken(
  { tokens, now }: Pick<Context, 'tokens' | 'now'>,
  user: SessionFacts,
  of: { userId: string; sessionId: string },
  { jti, absoluteUntil }: InForce,
): Promise<SessionUser> {
  const { token, expiresAt } = await tokens.signUser({ ...of, jti }, now, new Date(absoluteUntil))
  return { ...user, token, tokenExpiresAt: expiresAt.toISOString() }
}

/** SUPER_ADMIN reaches every site, ORG_ADMIN those below the own organization; nobody reaches a disabled one. */
async function requireReach(db: PlatformDb, { actor }: Context, tenantId: string): Promise<void> {
  const below = actor.role === 'SUPER_ADMIN' ? sql`true` : sql`parent_id = ${actor.homeTenantId}`
  const site = found(
    await db.first(sql<{ isDisabled: boolean }>`
      select disabled_at is not null as "isDisabled" from tenant
      where id = ${tenantId} and kind = 'site' and ${below}`),
  )
  if (site.isDisabled) throw fail('invalid-request', { tenantId: 'tenant.is-disabled' })
}

async function insertConnection(db: PlatformDb, { actor, now, ip }: Context, { tenantId, reason }: Draft) {
  const lastsSeconds = CONNECTION_MINUTES * 60
  const until = new Date(now.getTime() + lastsSeconds * 1000)
  const row = await db.first(sql<InForce & { sessionId: string }>`
    insert into session (tenant_id, user_id, acting_tenant_id, origin_session_id, connection_reason, jti, issued_at,
      device, user_agent, ip, created_at, last_seen_at, idle_limit_seconds, absolute_until, proven_at)
    select tenant_id, user_id, ${tenantId}, id, ${reason ?? null}::text, gen_random_uuid(), ${now}::timestamptz, device, user_agent, ${ip}::inet,
      ${now}, ${now}, ${lastsSeconds}, ${until}, proven_at
    from session where id = ${actor.sessionId}
    returning id as "sessionId", jti, absolute_until as "absoluteUntil"`)
  return row!
}

/** Ends all connected sessions that were opened from this session. */
function leaveConnections(db: PlatformDb, originSessionId: string, now: Date): Promise<SessionEnd[]> {
  return db.rows(sql<SessionEnd>`
    update session set ended_at = ${now}, end_reason = 'site-left'
    where origin_session_id = ${originSessionId} and ended_at is null
    returning id as "sessionId", user_id as "userId"`)
}

/** The own session continues with a new token; the previous one stays valid for another minute, for other tabs. */
async function restoreSession(db: PlatformDb, sessionId: string, now: Date): Promise<InForce> {
  const graceUntil = new Date(now.getTime() + GRACE_SECONDS * 1000)
  const absoluteUntil = new Date(now.getTime() + TOKEN_SECONDS * 1000)
  const row = await db.first(sql<InForce>`
    update session set jti = gen_random_uuid(), previous_jti = jti, previous_valid_until = ${graceUntil},
      issued_at = ${now}, last_seen_at = ${now}, absolute_until = ${absoluteUntil}
    where id = ${sessionId} and ended_at is null
    returning jti, absolute_until as "absoluteUntil"`)
  if (!row) throw fail('session-ended')
  return row
}
