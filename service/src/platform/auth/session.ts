/** Who is calling: from a token to an actor, by the session's row and never by what the token says about rights. */
import { ORGANISERS, type Role } from '@mimamori/contract/identity/roles.ts'
import type { Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { Database, PlatformDb } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'
import type { Tokens, UserClaims } from './token.ts'

/** A signed-in user with a live session. Role, tenant and licence are as the database has them now. */
export type Actor = {
  userId: string
  sessionId: string
  role: Role
  /** The tenant that the session works on: the own one, or the connected site. */
  tenantId: string
  /** That tenant, and the sites below it when the role reaches them. */
  tenantIds: readonly string[]
  /** Where the user belongs. */
  homeTenantId: string
  isImpersonating: boolean
  /** The own session that the connected one came from; null when not connected. */
  originSessionId: string | null
  /** The units that the user is bound to; null: all of the site. */
  unitIds: readonly string[] | null
  /** Licence and switches of the tenant that the session works on. */
  packages: readonly string[]
  isRecordingEnabled: boolean
  isLiveStreamingEnabled: boolean
  streamingRestrictionMinutes: number | null
  /** The site's IANA zone. */
  tenantTimezone: string
  /** Networks from which the user may work, those of the own site; none: from everywhere. */
  allowedRanges: readonly string[]
}

export type SessionEnd = { sessionId: string; userId: string }

export type Sessions = {
  /** The actor of a token. Throws `signed-out` or `session-ended`. */
  authenticate(token: string | undefined): Promise<{ actor: Actor; claims: UserClaims }>
  /**
   * The actor of a session that still lives, for signed addresses and long-lived sockets; else null. It is the same
   * object as long as the session's row is remembered: what was found out for it holds as long as it does itself.
   */
  actorOf(sessionId: string): Promise<Actor | null>
  /** Announces that sessions changed or ended: clears the cache and notifies the listeners. Call after the commit. */
  changed(...sessions: SessionEnd[]): void
  /** Hears of every ended or changed session, to look at it again and close its streams and sockets. */
  onChange(listener: (session: SessionEnd) => void): () => void
}

type SessionOptions = {
  database: Database
  tokens: Tokens
  clock: Clock
  /** How long a session's row is remembered. At most 1 s: so late may a revocation on another instance take effect. */
  rememberMs?: number
}

type SessionRow = Omit<Actor, 'unitIds' | 'tenantIds'> & {
  unitIds: string[]
  childIds: string[]
  jti: string
  previousJti: string | null
  previousValidUntil: string | null
  lastSeenAt: string
  idleLimitSeconds: number
  isAlive: boolean
}

const TOUCH_AFTER_MS = 60_000

export function createSessions({ database, tokens, clock, rememberMs = 1_000 }: SessionOptions): Sessions {
  const read = createSessionReader(database, clock)
  const remembered = new Map<string, { row: Promise<SessionRow | undefined>; untilMs: number }>()
  const actors = new WeakMap<SessionRow, Actor>()
  const listeners = new Set<(session: SessionEnd) => void>()

  function rowOf(sessionId: string): Promise<SessionRow | undefined> {
    const nowMs = clock.now().getTime()
    const known = remembered.get(sessionId)
    if (known && known.untilMs > nowMs) return known.row
    if (remembered.size > 10_000) remembered.clear()
    const row = read(sessionId)
    if (rememberMs > 0) remembered.set(sessionId, { row, untilMs: nowMs + rememberMs })
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
      if (!token) throw new Failure('signed-out')
      const claims = await tokens.verifyUser(token, clock.now())
      if (!claims) throw new Failure('session-ended')
      const row = await livingRow(claims.sessionId)
      if (!row || row.userId !== claims.userId) throw new Failure('session-ended')
      if (!isTokenInForce(row, claims.jti, clock.now())) {
        await endStolen(row)
        throw new Failure('session-ended')
      }
      return { actor: actorFrom(row), claims }
    },
    async actorOf(sessionId) {
      const row = await livingRow(sessionId)
      return row ? actorFrom(row) : null
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

function toActor(row: SessionRow): Actor {
  const reachesSites = (ORGANISERS as readonly Role[]).includes(row.role)
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
    // Who runs the installation must be able to mend a site's ranges from anywhere.
    allowedRanges: row.role === 'SUPER_ADMIN' ? [] : row.allowedRanges,
  }
}

type Waiting = { sessionId: string; resolve: (row: SessionRow | undefined) => void; reject: (error: unknown) => void }

/**
 * Reads sessions, one statement at a time: those asked for while one runs are read together by the next. So many callers
 * at once cost little more than one, nobody waits for a timer, and what is answered was read after it was asked for.
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
          // Only now, with a connection at hand: while it was waited for, more may have asked.
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

/** A connected session ends when its role or its site's place no longer allow it. AUTH-13. */
const mayActThere = sql`(s.acting_tenant_id = s.tenant_id or u.role = 'SUPER_ADMIN'
  or (u.role = 'ORG_ADMIN' and t.parent_id = s.tenant_id))`
/** And when the session that it came from has ended. */
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
      s.last_seen_at as "lastSeenAt", s.idle_limit_seconds as "idleLimitSeconds",
      -- Null where a connected session's site has no organisation above it: then it may not act there.
      coalesce(s.ended_at is null and s.absolute_until > ${now} and u.disabled_at is null
        and u.tokens_valid_from <= s.issued_at and t.disabled_at is null and h.disabled_at is null
        and ${mayActThere} and ${isOriginAlive}, false) as "isAlive"
    from session s
    join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join tenant t on t.id = s.acting_tenant_id
    join tenant h on h.id = s.tenant_id
    where s.id = any(${sessionIds}::uuid[])`)
}
