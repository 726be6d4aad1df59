/** Authentication: from a token to an actor, by the session's row and never by rights in the token. */
import { PROOF_MINUTES } from '@mimamori/contract/identity/proof.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { type CallerRole, ORGANISERS } from '@mimamori/contract/shared/roles.ts'
import type { Clock } from '../clock.ts'
import type { Database, PlatformDb } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'
import { ServiceError } from '../service-error.ts'
import { factorDue } from './factor-due.ts'
import { idleLimit, latestEnd } from './session-end.ts'
import type { Tokens, UserClaims } from './token.ts'

/** A signed-in user with a live session. Role, tenant and license are the current database values. */
export type Actor = {
  /** The person, or the service account. */
  userId: string
  /** Empty: without a session. */
  sessionId: string
  role: CallerRole
  /** The service account whose token made the call; omitted for people. */
  accountId?: string
  /** The tenant on which the session works: the own one, or the connected site. */
  tenantId: string
  /** That tenant, and its sites if the role reaches them. */
  tenantIds: readonly string[]
  /** The user's own tenant. */
  homeTenantId: string
  isImpersonating: boolean
  /** The own session that opened the connected one; null if not connected. */
  originSessionId: string | null
  /** The units to which the user is bound; null: the whole site. */
  unitIds: readonly string[] | null
  /** License and switches of the tenant on which the session works. */
  packages: readonly string[]
  isRecordingEnabled: boolean
  isLiveStreamingEnabled: boolean
  streamingRestrictionMinutes: number | null
  /** The site's IANA time zone. */
  tenantTimezone: string
  /** Networks from which the user may work, set by the own site; empty: all. */
  allowedRanges: readonly string[]
  /**
   * The last day to set up a required second factor is over. `alarms`: the session is from before it, and what sees and answers
   * alarms stays open; `set-up`: nothing but setting it up is.
   */
  factorLimit: 'alarms' | 'set-up' | null
  /** When the person last proved who they are, in this session. */
  provenAt: string | null
}

export type SessionEnd = { sessionId: string; userId: string }

export type Sessions = {
  /** The actor of a token. Throws `signed-out` or `session-ended`. */
  authenticate(token: string | undefined): Promise<{ actor: Actor; claims: UserClaims }>
  /**
   * The actor of a live session, for signed URLs and long-lived sockets; otherwise null. Returns the same object as
   * long as the session's row is cached: caches may be attached to it. Also null without a required second factor; with `use` alarms,
   * only where these are closed as well.
   */
  actorOf(sessionId: string, use?: 'alarms'): Promise<Actor | null>
  /** Announces changed or ended sessions: clears the cache and notifies the listeners. Call after the commit. */
  changed(...sessions: SessionEnd[]): void
  /** Called for every ended or changed session, to check it again and close its streams and sockets. */
  onChange(listener: (session: SessionEnd) => void): () => void
}

type SessionOptions = {
  database: Database
  tokens: Tokens
  clock: Clock
}

/** What an actor is made of. */
export type ActorRow = Omit<Actor, 'unitIds' | 'tenantIds'> & { unitIds: string[]; childIds: string[] }
type SessionRow = ActorRow & {
  jti: string
  previousJti: string | null
  previousValidUntil: string | null
  lastSeenAt: string
  idleLimitSeconds: number
  isAlive: boolean
}

const TOUCH_AFTER_MS = 60_000
/** How long a session's row is cached, ms: a revocation on another instance takes effect within this time. */
const REMEMBER_MS = 1_000

/** Rows of sessions are cached for a second; a change on this instance takes effect at once. */
export function createSessions({ database, tokens, clock }: SessionOptions): Sessions {
  const read = createSessionReader(database, clock)
  const remembered = new Map<string, { row: Promise<SessionRow | undefined>; untilMs: number }>()
  const actors = new WeakMap<SessionRow, Actor>()
  const listeners = new Set<(session: SessionEnd) => void>()

  function rowOf(sessionId: string): Promise<SessionRow | undefined> {
    const nowMs = clock.now().getTime()
    const known = remembered.get(sessionId)
    // If the clock was ahead when the row was read, it must not stay cached longer.
    if (known && known.untilMs > nowMs && known.untilMs <= nowMs + REMEMBER_MS) return known.row
    if (remembered.size > 10_000) remembered.clear()
    const row = read(sessionId)
    remembered.set(sessionId, { row, untilMs: nowMs + REMEMBER_MS })
    row.catch(() => remembered.delete(sessionId))
    return row
  }

  async function livingRow(sessionId: string): Promise<SessionRow | null> {
    const row = await rowOf(sessionId)
    if (!row?.isAlive) return null
    const idleMs = clock.now().getTime() - Date.parse(row.lastSeenAt)
    if (idleMs > row.idleLimitSeconds * 1000) return null
    if (idleMs > TOUCH_AFTER_MS) {
      const now = clock.now()
      row.lastSeenAt = now.toISOString()
      await database.asPlatform('session seen', (db) =>
        db.run(sql`update session set last_seen_at = ${now} where id = ${sessionId}`),
      )
    }
    return row
  }

  /** A cached row may be older than the token, if another call or instance exchanged it meanwhile. Then reads again. */
  async function rowForToken({ sessionId, jti }: UserClaims): Promise<SessionRow | null> {
    const row = await livingRow(sessionId)
    if (!row || isTokenInForce(row, jti, clock.now())) return row
    remembered.delete(sessionId)
    return livingRow(sessionId)
  }

  function actorFrom(row: SessionRow): Actor {
    const actor = actors.get(row) ?? toActor(row)
    actors.set(row, actor)
    return actor
  }

  async function endStolen(row: SessionRow): Promise<void> {
    const now = clock.now()
    await database.asPlatform('token reuse', async (db) => {
      await db.run(sql`update session set ended_at = ${now}, end_reason = 'token-reuse'
        where id = ${row.sessionId} and ended_at is null`)
      await db.run(sql`insert into audit
        (tenant_id, at, actor_user_id, session_id, action, object_type, object_id, outcome, reason)
        values (${row.homeTenantId}, ${now}, ${row.userId}, ${row.sessionId}, 'session.end', 'session',
          ${row.sessionId}, 'done', 'An exchanged token was used again.')`)
    })
    self.changed({ sessionId: row.sessionId, userId: row.userId })
  }

  const self: Sessions = {
    async authenticate(token) {
      if (!token) throw new ServiceError('signed-out')
      const claims = await tokens.verifyUser(token, clock.now())
      if (!claims) throw new ServiceError('session-ended')
      const row = await rowForToken(claims)
      if (!row || row.userId !== claims.userId) throw new ServiceError('session-ended')
      if (!isTokenInForce(row, claims.jti, clock.now())) {
        await endStolen(row)
        throw new ServiceError('session-ended')
      }
      return { actor: actorFrom(row), claims }
    },
    async actorOf(sessionId, use) {
      const row = await livingRow(sessionId)
      const actor = row && actorFrom(row)
      return !actor?.factorLimit || (use && actor.factorLimit === use) ? actor : null
    },
    changed(...sessions) {
      for (const session of sessions) {
        remembered.delete(session.sessionId)
        for (const listener of [...listeners]) listener(session)
      }
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return self
}

function isTokenInForce(row: SessionRow, jti: string, now: Date): boolean {
  if (row.jti === jti) return true
  return (
    row.previousJti === jti && row.previousValidUntil !== null && Date.parse(row.previousValidUntil) > now.getTime()
  )
}

/** The rights of a row. */
export function toActor(row: ActorRow): Actor {
  const reachesSites = (ORGANISERS as readonly CallerRole[]).includes(row.role)
  return {
    userId: row.userId,
    sessionId: row.sessionId,
    role: row.role,
    tenantId: row.tenantId,
    tenantIds: reachesSites ? [row.tenantId, ...row.childIds] : [row.tenantId],
    homeTenantId: row.homeTenantId,
    isImpersonating: row.isImpersonating,
    originSessionId: row.originSessionId,
    unitIds: row.unitIds.length === 0 || row.isImpersonating ? null : row.unitIds,
    packages: row.packages,
    isRecordingEnabled: row.isRecordingEnabled,
    isLiveStreamingEnabled: row.isLiveStreamingEnabled,
    streamingRestrictionMinutes: row.streamingRestrictionMinutes,
    tenantTimezone: row.tenantTimezone,
    // The operator must be able to correct a site's ranges from anywhere.
    allowedRanges: row.role === 'SUPER_ADMIN' ? [] : row.allowedRanges,
    factorLimit: row.factorLimit,
    provenAt: row.provenAt,
  }
}

type Waiting = { sessionId: string; resolve: (row: SessionRow | undefined) => void; reject: (error: unknown) => void }

/**
 * Reads sessions with one statement at a time: requests that arrive meanwhile are combined in the next one. Many
 * concurrent callers cost little more than one, nobody waits for a timer, and each result was read after its request.
 */
function createSessionReader(database: Database, clock: Clock): (sessionId: string) => Promise<SessionRow | undefined> {
  let waiting: Waiting[] = []
  let isReading = false

  async function readWaiting(): Promise<void> {
    isReading = true
    while (waiting.length > 0) {
      let asked = waiting
      try {
        const rows = await database.asPlatform('authenticate', (db) => {
          // Taken only now, with a connection available: more requests may have arrived while waiting for it.
          asked = waiting
          waiting = []
          return readSessions(db, [...new Set(asked.map(({ sessionId }) => sessionId))], clock.now())
        })
        const byId = new Map(rows.map((row) => [row.sessionId, row]))
        for (const { sessionId, resolve } of asked) resolve(byId.get(sessionId))
      } catch (error) {
        waiting = waiting.filter((one) => !asked.includes(one))
        for (const { reject } of asked) reject(error)
      }
    }
    isReading = false
  }

  return (sessionId) =>
    new Promise((resolve, reject) => {
      waiting.push({ sessionId, resolve, reject })
      if (!isReading) void readWaiting()
    })
}

/** A connected session ends when its role or the site's parent no longer allows it. AUTH-13. */
const mayActThere = sql`(s.acting_tenant_id = s.tenant_id or u.role = 'SUPER_ADMIN'
  or (u.role = 'ORG_ADMIN' and t.parent_id = s.tenant_id))`
/** It also ends when the session that opened it has ended. */
const isOriginAlive = sql`(s.origin_session_id is null
  or exists (select from session o where o.id = s.origin_session_id and o.ended_at is null))`

function readSessions(db: PlatformDb, sessionIds: readonly string[], now: Date): Promise<SessionRow[]> {
  return db.rows(sql<SessionRow>`
    select s.id as "sessionId", s.user_id as "userId", u.role, s.acting_tenant_id as "tenantId",
      s.tenant_id as "homeTenantId", s.acting_tenant_id <> s.tenant_id as "isImpersonating",
      s.origin_session_id as "originSessionId",
      array(select unit_id from user_unit where tenant_id = s.tenant_id and user_id = s.user_id) as "unitIds",
      array(select id from tenant where parent_id = t.id and disabled_at is null) as "childIds",
      t.packages, t.is_recording_enabled as "isRecordingEnabled",
      t.is_live_streaming_enabled as "isLiveStreamingEnabled",
      t.streaming_restriction_minutes as "streamingRestrictionMinutes", t.timezone as "tenantTimezone",
      h.allowed_ranges as "allowedRanges",
      s.jti, s.previous_jti as "previousJti", s.previous_valid_until as "previousValidUntil",
      s.last_seen_at as "lastSeenAt", ${idleLimit} as "idleLimitSeconds",
      s.proven_at as "provenAt", case when due.at <= ${now} and not s.is_factor_given then case when s.created_at < due.at then 'alarms' else 'set-up' end end as "factorLimit",
      -- Null where a connected session's site has no organisation above it: then it may not act there.
      coalesce(s.ended_at is null and ${latestEnd} > ${now} and u.disabled_at is null
        and u.tokens_valid_from <= s.issued_at and t.disabled_at is null and h.disabled_at is null
        and ${mayActThere} and ${isOriginAlive}, false) as "isAlive"
    from session s
    join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join tenant t on t.id = s.acting_tenant_id
    join tenant h on h.id = s.tenant_id
    cross join lateral (select ${factorDue} as at) due
    where s.id = any(${sessionIds}::uuid[])`)
}

/** Whether somebody proved who they are a short time ago: a screen that was left open proves nothing. REACH-24. */
export function isProven({ provenAt }: Pick<Actor, 'provenAt'>, now: Date): boolean {
  return provenAt !== null && now.getTime() - Date.parse(provenAt) <= PROOF_MINUTES * MINUTE_MS
}
