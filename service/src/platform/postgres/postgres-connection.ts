/** One connection to PostgreSQL, used by one transaction at a time. */
import type postgres from 'postgres'
import { ServiceError } from '../service-error.ts'
import { connect } from './postgres-url.ts'
import { POSTGRES_TYPES, toParameter } from './postgres-values.ts'
import { sessionSettings } from './server/session-settings.ts'
import { isDiskFull, isLost } from './unavailable.ts'

type ConnectionOptions = {
  url: string
  statementTimeoutMs: number
  /** Longest wait for a response, including connecting, before the connection is given up. */
  answerWithinMs: number
  applicationName: string
  /** State of the server, shared by its connections: whether the last write found no room. */
  disk: { isFull: boolean }
  /** Omitted: the address is the server's own. */
  pooler?: Pooler
}

/** PgBouncer before the server, which assigns a connection to one transaction after another. */
export type Pooler = {
  /** Whether it supports prepared statements of clients: PgBouncer 1.21 and newer, with `max_prepared_statements`. */
  prepares: boolean
}

type Row = Record<string, unknown>
type Rows = postgres.RowList<Row[]>

/**
 * A statement that may change something or take a lock. A false positive costs a little time; a false negative could
 * lose a commit. So no function of the schema that a statement can call may write: the catalog test enforces that.
 */
const WRITES = /\b(insert|update|delete|merge|truncate|copy|lock|notify|nextval|call|do)\b|advisory/i

/**
 * The driver reconnects automatically, which must never happen inside a transaction: later statements would run outside
 * of it. So a transaction whose BEGIN failed or whose connection was lost sends nothing more, and the next one starts
 * on its own connection. A statement that slips through runs as a login role without any rights.
 */
export class PostgresConnection {
  readonly #options: ConnectionOptions
  #client: postgres.Sql
  /** The setup of the transaction, until its first statement is sent. */
  #setup: { text: string; parameters: readonly unknown[] } | null = null
  #mayHaveWritten = false
  #isLost = false
  #isClosed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#client = this.#connect()
  }

  /** A transaction begins with its first statement: work without statements costs the database nothing. */
  begin(setup: string, parameters: readonly unknown[]): void {
    this.#setup = { text: setup, parameters }
  }

  /** BEGIN, the setup and the following statement are sent together; only the last one is awaited. */
  #open(): void {
    const setup = this.#setup
    this.#setup = null
    if (!setup || this.#isClosed) return
    this.#mayHaveWritten = false
    if (this.#isLost) this.#renew()
    const lose = () => {
      this.#isLost = true
    }
    this.#client.unsafe('begin').catch(lose)
    this.#send(setup.text, setup.parameters).catch(lose)
  }

  /**
   * Ends the transaction, if it began. Throws if it could not be committed. The end of a read-only one is sent without
   * waiting: it is sent together with the next transaction's begin, which saves a seventh of the time of a page of
   * alerts.
   */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#setup) {
      this.#setup = null
      return
    }
    if (how === 'commit' && !this.#mayHaveWritten && !this.#isLost && !this.#isClosed) {
      const client = this.#client
      client.unsafe('commit').catch(() => {
        this.#isLost ||= client === this.#client
      })
      return
    }
    const result: Rows = await this.#watched(() => this.#client.unsafe(how))
    if (result.command === 'COMMIT' && this.#mayHaveWritten) this.#options.disk.isFull = false
    // PostgreSQL responds with ROLLBACK to the COMMIT of a transaction with a failed statement.
    if (how === 'commit' && result.command !== 'COMMIT') throw new ServiceError('conflict')
  }

  query(text: string, parameters: readonly unknown[]): Promise<Rows> {
    this.#open()
    this.#mayHaveWritten ||= WRITES.test(text)
    return this.#watched(() => this.#send(text, parameters))
  }

  /**
   * Sends a statement whose result is not needed. If it fails, the transaction is aborted, and the next statement
   * fails.
   */
  tell(text: string, parameters: readonly unknown[]): void {
    this.query(text, parameters).catch(() => {})
  }

  /** Later statements are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client.end({ timeout: 5 })
  }

  async #watched(send: () => Promise<Rows>): Promise<Rows> {
    if (this.#isLost || this.#isClosed) throw new ServiceError('database-unavailable')
    try {
      return await this.#within(send())
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      this.#isLost ||= isLost(code)
      if (isDiskFull(code)) this.#options.disk.isFull = true
      if (this.#isLost) throw new ServiceError('database-unavailable')
      throw error
    }
  }

  /**
   * The driver waits forever for a response if a server closes each connection while it opens, and has lost responses
   * of a database that came back on a full disk. A connection that waited longer than any statement may take is given
   * up.
   */
  async #within(answer: Promise<Rows>): Promise<Rows> {
    const lost = Promise.withResolvers<never>()
    const patience = setTimeout(() => {
      this.#isLost = true
      lost.reject(new ServiceError('database-unavailable'))
      // Ends its attempts to connect as well.
      this.#client.end({ timeout: 0 }).catch(() => {})
    }, this.#options.answerWithinMs)
    try {
      return await Promise.race([answer, lost.promise])
    } finally {
      clearTimeout(patience)
    }
  }

  #renew(): void {
    this.#client.end({ timeout: 0 }).catch(() => {})
    this.#client = this.#connect()
    this.#isLost = false
  }

  #connect(): postgres.Sql {
    const client = connect(this.#options.url, {
      max: 1,
      max_lifetime: null,
      idle_timeout: undefined,
      connect_timeout: 10,
      fetch_types: false,
      types: POSTGRES_TYPES as unknown as Record<string, postgres.PostgresType>,
      onnotice: () => {},
      onclose: () => {
        if (client === this.#client) this.#isLost = true
      },
      connection: {
        application_name: this.#options.applicationName,
        // A pooler rejects clients with settings: the login role has them, see server/session-settings.ts.
        ...(!this.#options.pooler && sessionSettings(this.#options.statementTimeoutMs)),
      },
    })
    return client
  }

  #send(text: string, parameters: readonly unknown[]): postgres.PendingQuery<Row[]> {
    return this.#client.unsafe(text, parameters.map(toParameter) as postgres.ParameterOrJSON<never>[], {
      prepare: this.#options.pooler?.prepares ?? true,
    })
  }
}
