/** What a handler gets and what it must be, derived from its entry in the contract's table. */
import type { Endpoint, InputOf, ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { AuditEntry } from './auth/audit.ts'
import type { Actor } from './auth/session.ts'
import type { Platform } from './platform.ts'
import type { PlatformDb, Scope, TenantDb } from './postgres/database.ts'

/** A hub that presented a valid token. */
export type Hub = { id: string; tenantId: string }
/** A hub by its token, which counts for one generation of its keys and programs. */
export type HubCaller = Hub & { generation: number; tokenEndsAt: Date }

/**
 * Runs `work`, which only reads, on the replica when that holds all that is committed, so that everybody finds what they wrote;
 * otherwise on the primary. It may run twice. Decision 0047.
 */
type OfThePast = <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>

type Base = Platform & {
  /** When the call arrived. */
  now: Date
  /** The caller's address. */
  ip: string
  /** What the caller's browser says it is, shortened. */
  userAgent: string
  requestId: string
  log: FastifyBaseLogger
}

/** Inside the call's one transaction, which commits when the handler returns and rolls back when it throws. */
type Transaction = {
  db: TenantDb
  /** Adds a row to the audit in this transaction; who and when are filled in. */
  audit(entry: AuditEntry): Promise<void>
  /** Runs after the commit, before the answer: `afterCommit(() => bus.publish(…))`. Not run when the call fails. */
  afterCommit(effect: () => void): void
  /** Reads or writes rows of all tenants within this same transaction; `reason` says why in a few words. */
  asPlatform<T>(reason: string, work: (db: PlatformDb) => Promise<T>): Promise<T>
  /** Falls back on this transaction. */
  ofThePast: OfThePast
}
/** For calls that last: each task opens its own short transaction. */
type Transactions = {
  asTenant<T>(work: (db: TenantDb) => Promise<T>): Promise<T>
  /** Adds a row to the audit in that transaction; who and when are filled in. */
  auditIn(db: TenantDb, entry: AuditEntry): Promise<void>
  ofThePast: OfThePast
}

/** Of a call without a token; rows only by `database.asPlatform`. */
export type PublicContext = Base
/** Of a signed-in user's call. */
export type Context = Base &
  Transaction & {
    actor: Actor
    /** The `jti` of the token that came with the call. */
    tokenId: string
  }
/** Of a hub's call. */
export type HubContext = Base & Transaction & { hub: HubCaller }
/** Of a signed-in user's stream, file, socket or `lasting` call. */
export type RawContext = Base & Transactions & { actor: Actor }
/** Of a hub's upload or socket. */
export type RawHubContext = Base & Transactions & { hub: HubCaller }

type Awaitable<T> = T | Promise<T>

type ContextOf<E> = E extends { access: 'public' } ? PublicContext : E extends { access: 'hub' } ? HubContext : Context
type RawContextOf<E> = E extends { access: 'public' }
  ? PublicContext
  : E extends { access: 'hub' }
    ? RawHubContext
    : RawContext

/** One entry's handler. `bytes` and `events` write to the reply themselves; a socket is open when it is handed over. */
export type HandlerOf<E extends Endpoint> = E extends { answer: 'socket' }
  ? (context: RawContextOf<E>, input: InputOf<E>, socket: WebSocket, request: FastifyRequest) => Awaitable<void>
  : E extends { answer: 'bytes' | 'events' }
    ? (context: RawContextOf<E>, input: InputOf<E>, reply: FastifyReply, request: FastifyRequest) => Promise<void>
    : E extends { intake: 'bytes' }
      ? (
          context: RawContextOf<E>,
          input: InputOf<E>,
          body: AsyncIterable<Uint8Array>,
          request: FastifyRequest,
        ) => Promise<ResultOf<E>>
      : E extends { lasting: true }
        ? (context: RawContextOf<E>, input: InputOf<E>) => Promise<ResultOf<E>>
        : (context: ContextOf<E>, input: InputOf<E>) => Promise<ResultOf<E>>

/** The handlers of a noun: one for each of its entries that is not `later: true`; a missing one does not compile. */
export type Handlers<Entries extends Record<string, Endpoint>> = {
  [K in keyof Entries as Entries[K] extends { later: true } ? never : K]: HandlerOf<Entries[K]>
}

/** The scope of a user's transactions. */
export function scopeOf(actor: Actor): Scope {
  return { tenantId: actor.tenantId, tenantIds: actor.tenantIds, userId: actor.userId, unitIds: actor.unitIds }
}

/** The scope of a hub's transactions: its one tenant, no user. */
export function scopeOfHub(hub: Hub): Scope {
  return { tenantId: hub.tenantId, tenantIds: [hub.tenantId], userId: null, unitIds: null }
}
