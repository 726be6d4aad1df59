/** One connection to PostgreSQL, used by one transaction at a time, and the Kysely that speaks through it. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type postgres from 'postgres'
import { Failure } from './failure.ts'
import { connect } from './postgres-url.ts'
import { POSTGRES_TYPES, toParameter } from './postgres-values.ts'
import type { Schema } from './schema.ts'

export type LaneOptions = { url: string; statementTimeoutMs: number; applicationName: string }

type Row = Record<string, unknown>
type Rows = postgres.RowList<Row[]>

/**
 * The driver reconnects by itself, which must never happen inside a transaction: what follows would run outside of it.
 * So every statement of a transaction checks that its connection is still the one that BEGIN went to.
 */
export class Lane {
  readonly kysely: Kysely<Schema>
  readonly #client: postgres.Sql
  #generation = 0
  #expected = 0

  constructor(options: LaneOptions) {
    this.#client = connect(options.url, {
      max: 1,
      max_lifetime: null,
      idle_timeout: undefined,
      connect_timeout: 10,
      fetch_types: false,
      types: POSTGRES_TYPES as unknown as Record<string, postgres.PostgresType>,
      onnotice: () => {},
      onclose: () => {
        this.#generation++
      },
      connection: {
        application_name: options.applicationName,
        TimeZone: 'UTC',
        statement_timeout: options.statementTimeoutMs,
        lock_timeout: 4_000,
        idle_in_transaction_session_timeout: 15_000,
      },
    })
    this.kysely = new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new LaneDriver(this),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
  }

  /** BEGIN and the statement that follows leave together; neither is waited for, the first query of the work is. */
  begin(setup: string, parameters: readonly unknown[]): void {
    this.#expected = this.#generation
    for (const pending of [this.#client.unsafe('begin'), this.#send(setup, parameters)]) pending.catch(() => {})
  }

  /** Ends the transaction. Throws when it could not be committed. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#expected !== this.#generation) {
      if (how === 'rollback') return
      throw new Failure('database-unavailable')
    }
    const result: Rows = await this.#client.unsafe(how)
    // PostgreSQL answers ROLLBACK to a COMMIT of a transaction in which a statement failed.
    if (how === 'commit' && result.command !== 'COMMIT') throw new Failure('conflict')
  }

  async query(text: string, parameters: readonly unknown[]): Promise<Rows> {
    if (this.#expected !== this.#generation) throw new Failure('database-unavailable')
    return await this.#send(text, parameters)
  }

  async close(): Promise<void> {
    await this.#client.end({ timeout: 5 })
  }

  #send(text: string, parameters: readonly unknown[]): postgres.PendingQuery<Row[]> {
    return this.#client.unsafe(text, parameters.map(toParameter) as postgres.ParameterOrJSON<never>[], {
      prepare: true,
    })
  }
}

class LaneDriver implements Driver {
  readonly #connection: DatabaseConnection
  constructor(lane: Lane) {
    this.#connection = {
      async executeQuery<R>(compiled: CompiledQuery) {
        const rows = await lane.query(compiled.sql, compiled.parameters)
        return { rows: [...rows] as R[], numAffectedRows: BigInt(rows.count ?? 0) }
      },
      streamQuery() {
        throw new Error('Streaming is not offered: read in pages.')
      },
    }
  }
  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async releaseConnection() {}
  async destroy() {}
  beginTransaction(): Promise<void> {
    throw new Error('A transaction is opened by asTenant or asPlatform; inside of one use savepoint().')
  }
  commitTransaction = this.beginTransaction
  rollbackTransaction = this.beginTransaction
}
