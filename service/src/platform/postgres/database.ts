/** The only access to rows: asTenant and asPlatform, each one transaction with its role and tenant set. */

import { channel } from 'node:diagnostics_channel'
import { ServiceError } from '../service-error.ts'
import { type Pooler, PostgresConnection } from './postgres-connection.ts'
import { type Sql, sql } from './sql.ts'

/** The rows that a transaction may access. */
export type Scope = {
  /** The one tenant that may be written. */
  tenantId: string
  /** The tenants that may be read: the own one, and for an organization its sites. */
  tenantIds: readonly string[]
  userId: string | null
  /** The units to which the user is bound; null: all units. */
  unitIds: readonly string[] | null
}

declare const brand: unique symbol

/** Statements inside one transaction, for any tenant. */
export type Statements = {
  /** All rows of a `sql` template. */
  rows<T>(query: Sql<T>): Promise<T[]>
  /** The first row of a `sql` template. */
  first<T>(query: Sql<T>): Promise<T | undefined>
  /** Runs a `sql` template and returns the number of affected rows. */
  run(query: Sql): Promise<number>
  /** Runs `work` so that an error in it (such as a unique violation) rolls back only `work`. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
}

/** A transaction that sees one tenant's rows. Created by asTenant alone. */
export type TenantDb = Scope &
  Statements & {
    readonly [brand]: 'tenant'
    /** Makes another of the readable tenants the writable one, for the rest of this transaction. */
    writeTo(tenantId: string): Promise<void>
    /** Reads or writes rows of all tenants within this transaction. `reason` is for readers. */
    asPlatform<T>(reason: string, work: (db: PlatformDb) => Promise<T>): Promise<T>
  }
/** A transaction that sees the rows of every tenant. Created by asPlatform alone. */
export type PlatformDb = Statements & { readonly [brand]: 'platform' }

export type Database = {
  /** Runs `work` in a transaction that may read `scope.tenantIds` and write `scope.tenantId`; commits unless it throws. */
  asTenant<T>(scope: Scope, work: (db: TenantDb) => Promise<T>): Promise<T>
  /**
   * Runs `work` in a transaction over all tenants. `reason` explains why in a few words, for readers and
   * `pg_stat_activity`.
   */
  asPlatform<T>(reason: string, work: (db: PlatformDb) => Promise<T>): Promise<T>
  /** Whether the last write statement found the server's disk full. */
  isFull(): boolean
  stop(): Promise<void>
}

type DatabaseOptions = {
  /** URL with the login role `mimamori_service` (see migrate.ts), which has no rights of its own. */
  url: string
  /** `url` is a pooler's. */
  pooler?: Pooler
  /** Number of connections. More than 4 gain nothing on two cores. */
  connections?: number
  statementTimeoutMs?: number
  /** Longest wait for the response to one statement, including connecting. */
  answerWithinMs?: number
}

const CONNECT_WITHIN_MS = 10_000
/** Timeout of one statement, unless the caller sets another one. */
export const STATEMENT_TIMEOUT_MS = 5_000
/** Longest wait for a free connection before the caller gets the error that the database is busy. */
const PATIENCE_MS = 10_000
const SET_TENANT = `select set_config('role', 'mimamori_app', true), set_config('app.tenant', $1, true),
  set_config('app.tenants', $2, true), set_config('app.user', $3, true)`
/** For the rest of the transaction, or of the savepoint. */
const SET_ROLE = `select set_config('role', $1, true)`
const SET_PLATFORM = `select set_config('role', 'mimamori_platform', true), set_config('application_name', $1, true)`

/** Connects at the first use, and again whenever the connection was lost. */
export function openDatabase(options: DatabaseOptions): Database {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, answerWithinMs = statementTimeoutMs + CONNECT_WITHIN_MS } = options
  const disk = { isFull: false }
  const connections = Array.from(
    { length: options.connections ?? 4 },
    () =>
      new PostgresConnection({
        url: options.url,
        ...(options.pooler && { pooler: options.pooler }),
        statementTimeoutMs,
        answerWithinMs,
        applicationName: 'mimamori',
        disk,
      }),
  )
  const pool = createPool(connections)

  async function transaction<T>(
    setup: string,
    parameters: unknown[],
    work: (connection: PostgresConnection) => Promise<T>,
  ): Promise<T> {
    const connection = await pool.take()
    try {
      connection.begin(setup, parameters)
      const result = await work(connection)
      await connection.end('commit')
      return result
    } catch (error) {
      await connection.end('rollback').catch(() => {})
      throw error
    } finally {
      pool.give(connection)
    }
  }

  return {
    asTenant(scope, work) {
      const tenants = `{${scope.tenantIds.join(',')}}`
      return transaction(SET_TENANT, [scope.tenantId, tenants, scope.userId ?? ''], (connection) =>
        work(tenantDb(connection, scope)),
      )
    },
    asPlatform(reason, work) {
      const name = `mimamori: ${reason}`.slice(0, 63)
      return transaction(SET_PLATFORM, [name], (connection) => work(statements(connection) as PlatformDb))
    },
    isFull: () => disk.isFull,
    stop: async () => void (await Promise.all(connections.map((connection) => connection.close()))),
  }
}

/**
 * Each statement and its result, published in the caller's own stack. Subscribers must be cheap: it is the hot path.
 */
export const STATEMENTS = channel('mimamori:statement')
export type SentStatement = { query: Sql; answer: ReturnType<PostgresConnection['query']> }

function statements(connection: PostgresConnection): Statements {
  const send = (query: Sql) => {
    const answer = connection.query(query.text, query.values)
    if (STATEMENTS.hasSubscribers) STATEMENTS.publish({ query, answer } satisfies SentStatement)
    return answer
  }
  return {
    rows: async <T>(query: Sql<T>) => [...(await send(query))] as T[],
    first: async <T>(query: Sql<T>) => (await send(query))[0] as T | undefined,
    run: async (query) => (await send(query)).count,
    async savepoint(work) {
      await connection.query('savepoint attempt', [])
      try {
        const result = await work()
        await connection.query('release savepoint attempt', [])
        return result
      } catch (error) {
        await connection.query('rollback to savepoint attempt', [])
        // It still exists: an outer one has the same name.
        await connection.query('release savepoint attempt', [])
        throw error
      }
    },
  }
}

function tenantDb(connection: PostgresConnection, scope: Scope): TenantDb {
  const own = statements(connection)
  const bound = {
    ...scope,
    ...own,
    async writeTo(tenantId: string) {
      if (!scope.tenantIds.includes(tenantId)) throw new ServiceError('not-found')
      await own.run(sql`select set_config('app.tenant', ${tenantId}, true)`)
      bound.tenantId = tenantId
    },
    async asPlatform<T>(_reason: string, work: (db: PlatformDb) => Promise<T>) {
      connection.tell(SET_ROLE, ['mimamori_platform'])
      try {
        return await work(own as PlatformDb)
      } finally {
        connection.tell(SET_ROLE, ['mimamori_app'])
      }
    },
  }
  return bound as unknown as TenantDb
}

type Pool = { take(): Promise<PostgresConnection>; give(connection: PostgresConnection): void }

function createPool(connections: readonly PostgresConnection[]): Pool {
  const free = [...connections]
  const waiting: ((connection: PostgresConnection) => void)[] = []
  return {
    take() {
      const connection = free.pop()
      if (connection) return Promise.resolve(connection)
      return new Promise((resolve, reject) => {
        const giveUp = setTimeout(() => {
          waiting.splice(waiting.indexOf(got), 1)
          reject(new ServiceError('database-unavailable'))
        }, PATIENCE_MS)
        const got = (next: PostgresConnection) => {
          clearTimeout(giveUp)
          resolve(next)
        }
        waiting.push(got)
      })
    },
    give(connection) {
      const next = waiting.shift()
      if (next) next(connection)
      else free.push(connection)
    },
  }
}

/** SQLSTATE of a PostgreSQL error, undefined for any other. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** Whether the values themselves were invalid, so that a retry fails again. Class 22 of SQLSTATE, "data exception". */
export function isDataError(error: unknown): boolean {
  return sqlState(error)?.startsWith('22') ?? false
}

/** Whether the error is a violated unique constraint (of that name, if given). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false
  return constraint === undefined || (error as { constraint_name?: string }).constraint_name === constraint
}

/** A UUID of version 7: later ones sort later. */
export async function newId(db: Statements): Promise<string> {
  return (await db.first(sql<{ id: string }>`select uuidv7() as id`))!.id
}
