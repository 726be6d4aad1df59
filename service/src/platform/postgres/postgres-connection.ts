/** One connection to PostgreSQL, used by one transaction at a time. */
import type postgres from 'postgres'
import { Failure } from '../failure.ts'
import { connect } from './postgres-url.ts'
import { POSTGRES_TYPES, toParameter } from './postgres-values.ts'
import { sessionSettings } from './server/session-settings.ts'

type ConnectionOptions = {
  url: string
  statementTimeoutMs: number
  /** Longest wait for an answer, connecting included, before the connection is given up. */
  answerWithinMs: number
  applicationName: string
  /** Left out: the address is the server's own. */
  pooler?: Pooler
}

/** PgBouncer before the server, which gives a connection to one transaction after another. */
export type Pooler = {
  /** Whether it knows the statements that a client prepared: PgBouncer 1.21 and newer, with `max_prepared_statements`. */
  prepares: boolean
}

type Row = Record<string, unknown>
type Rows = postgres.RowList<Row[]>

/** States and codes that mean: this connection is gone, or is about to be. */
const LOST = /^(57P0[1-5]|CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOENT|ETIMEDOUT)/

/**
 * A statement that may change something or hold a lock; one too many costs a little time, one too few a promise. So no
 * function of ours that a statement can call may write: the catalogue test keeps that.
 */
const WRITES = /\b(insert|update|delete|merge|truncate|copy|lock|notify|nextval|call|do)\b|advisory/i

/**
 * The driver reconnects by itself, which must never happen inside a transaction: what follows would run outside of it.
 * So a transaction whose BEGIN failed or whose connection was lost sends nothing more, and the next one starts on a
 * connection of its own. Should a statement slip through all the same, it runs as a login role without any right.
 */
export class PostgresConnection {
  readonly #options: ConnectionOptions
  #client: postgres.Sql
  /** What sets up the transaction, while none of its statements was sent. */
  #setup: { text: string; parameters: readonly unknown[] } | null = null
  #mayHaveWritten = false
  #isLost = false
  #isClosed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#client = this.#connect()
  }

  /** A transaction begins with its first statement: work that sends none costs the database nothing. */
  begin(setup: string, parameters: readonly unknown[]): void {
    this.#setup = { text: setup, parameters }
  }

  /** BEGIN, the setup and the statement that follows leave together; only the last one is waited for. */
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
   * Ends the transaction, if it began. Throws when it could not be committed. The end of one that only read is sent and
   * not waited for: it leaves together with the next transaction's begin, which spares a page of alerts a seventh.
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
    // PostgreSQL answers ROLLBACK to a COMMIT of a transaction in which a statement failed.
    if (how === 'commit' && result.command !== 'COMMIT') throw new Failure('conflict')
  }

  query(text: string, parameters: readonly unknown[]): Promise<Rows> {
    this.#open()
    this.#mayHaveWritten ||= WRITES.test(text)
    return this.#watched(() => this.#send(text, parameters))
  }

  /**
   * Sends a statement whose answer nobody needs. One that fails spoils the transaction, so that nothing after it runs
   * as if it had been; the next statement fails.
   */
  tell(text: string, parameters: readonly unknown[]): void {
    this.query(text, parameters).catch(() => {})
  }

  /** What comes after it is refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client.end({ timeout: 5 })
  }

  async #watched(send: () => Promise<Rows>): Promise<Rows> {
    if (this.#isLost || this.#isClosed) throw new Failure('database-unavailable')
    try {
      return await this.#within(send())
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      this.#isLost ||= LOST.test(code)
      throw this.#isLost ? new Failure('database-unavailable') : error
    }
  }

  /**
   * The driver waits for ever for an answer when a server closes each connection while it opens, and has lost answers of
   * a database that came back on a full disk. A connection that waited longer than any statement may take is given up.
   */
  async #within(answer: Promise<Rows>): Promise<Rows> {
    const lost = Promise.withResolvers<never>()
    const patience = setTimeout(() => {
      this.#isLost = true
      lost.reject(new Failure('database-unavailable'))
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
        // A pooler refuses a client that brings settings along: the login role has them, see server/session-settings.ts.
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
