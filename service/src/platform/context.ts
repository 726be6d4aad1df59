/** The types of handlers and their contexts, derived from the contract's table. */
import type { Endpoint, InputOf, ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { AuditEntry } from './auth/audit.ts'
import type { Actor } from './auth/session.ts'
import type { Platform } from './platform.ts'
import type { PlatformDb, Scope, TenantDb } from './postgres/database.ts'

/** A hub that presented a valid token. */
export type Hub = { id: string; tenantId: string }
/** A hub by its token, which is valid for one generation of its keys and programs. */
export type HubCaller = Hub & { generation: number; tokenEndsAt: Date }

type Base = Platform & {
  /** When the call arrived. */
  now: Date
  /** The caller's address. */
  ip: string
  /** The browser's User-Agent, shortened. */
  userAgent: string
  requestId: string
  log: FastifyBaseLogger
}

/** The call's only transaction, which commits when the handler returns and rolls back when it throws. */
type Transaction = {
  db: TenantDb
  /** Adds an audit row in this transaction; actor and time are filled in. */
  audit(entry: AuditEntry): Promise<void>
  /** Runs after the commit, before the response: `afterCommit(() => bus.publish(…))`. Not run if the call fails. */
  afterCommit(effect: () => void): void
  /** Reads or writes rows of all tenants within this transaction; `reason` explains why in a few words. */
  asPlatform<T>(reason: string, work: (db: PlatformDb) => Promise<T>): Promise<T>
}
/** For long-running calls: each step opens its own short transaction. */
type Transactions = {
  asTenant<T>(work: (db: TenantDb) => Promise<T>): Promise<T>
  /** Adds an audit row in that transaction; actor and time are filled in. */
  auditIn(db: TenantDb, entry: AuditEntry): Promise<void>
}

/** For a call without a token; rows only through `database.asPlatform`. */
export type PublicContext = Base
/** For a signed-in user's call. */
export type Context = Base &
  Transaction & {
    actor: Actor
    /** The `jti` of the call's token. */
    tokenId: string
  }
/** For a hub's call. */
export type HubContext = Base & Transaction & { hub: HubCaller }
/** For a signed-in user's stream, file, socket or `lasting` call. */
export type RawContext = Base & Transactions & { actor: Actor }
/** For a hub's upload or socket. */
export type RawHubContext = Base & Transactions & { hub: HubCaller }

type Awaitable<T> = T | Promise<T>

type ContextOf<E> = E extends { access: 'public' } ? PublicContext : E extends { access: 'hub' } ? HubContext : Context
type RawContextOf<E> = E extends { access: 'public' }
  ? PublicContext
  : E extends { access: 'hub' }
    ? RawHubContext
    : RawContext

/** The handler of one entry. `bytes` and `events` write to the reply themselves; a socket is already open. */
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

/** The handlers of a noun: one for each entry that is not `later: true`; a missing one does not compile. */
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
