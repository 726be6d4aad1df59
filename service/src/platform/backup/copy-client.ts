/**
 * A connection of `pg` for backups and restores. The driver of the rest of the service never reports a row that the
 * server rejected in COPY, and waits forever (decision 0066).
 */
import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { socketFolderOf } from '../postgres/postgres-url.ts'
import { BackupError } from './backup-error.ts'

export type CopyClient = {
  /** Rows of one statement. Numbers of 8 bytes are text. */
  rows<Row extends object>(statement: string, parameters?: unknown[]): Promise<Row[]>
  /** Runs statements that take no parameters. */
  run(statements: string): Promise<void>
  /** The bytes that `copy ... to stdout` writes. */
  copyTo(statement: string): Readable
  /** Accepts the bytes of `copy ... from stdin`; it finishes when the server has stored them all. */
  copyFrom(statement: string): Writable
}

const CONNECT_WITHIN_MS = 10_000
/** After this silence the system asks whether the other end is still there; it gives up ten seconds later. */
const KEEP_ALIVE_AFTER_MS = 10_000
const CONNECTION: pg.ClientConfig = {
  application_name: 'mimamori backup',
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
}

/**
 * Runs `work` on a separate connection, which is closed afterwards: an open transaction is rolled back. Throws
 * BackupError for errors of the database and of the connection, and rethrows other errors of `work`.
 */
export async function withCopyClient<T>(url: string, work: (client: CopyClient) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...CONNECTION, ...addressOf(url) })
  // Not every wait of the driver ends with its connection.
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  client.on('error', lost.reject).on('end', () => lost.reject(new Error('the connection was closed')))
  try {
    await client.connect()
    return await Promise.race([work(copyClient(client)), lost.promise])
  } catch (error) {
    throw inWords(error)
  } finally {
    await client.end().catch(() => {})
  }
}

function copyClient(client: pg.Client): CopyClient {
  return {
    rows: async <Row extends object>(statement: string, parameters: unknown[] = []) =>
      (await client.query<Row>(statement, parameters)).rows,
    run: async (statements) => void (await client.query(statements)),
    copyTo: (statement) => client.query(copyTo(statement)),
    copyFrom: (statement) => client.query(copyFrom(statement)),
  }
}

function addressOf(url: string): pg.ClientConfig {
  const address = new URL(url)
  const mode = address.searchParams.get('sslmode') ?? address.searchParams.get('ssl') ?? 'disable'
  return {
    host: socketFolderOf(address) ?? address.hostname,
    port: Number(address.port || 5432),
    user: decodeURIComponent(address.username),
    password: decodeURIComponent(address.password),
    database: decodeURIComponent(address.pathname.slice(1)),
    ssl: SSL[mode] ?? true,
  }
}
/** As the service's own driver reads `sslmode`: these modes check no certificate, every other one does. */
const UNCHECKED = { rejectUnauthorized: false }
const SSL: Record<string, pg.ClientConfig['ssl']> = {
  ...{ disable: false, false: false },
  ...{ allow: UNCHECKED, prefer: UNCHECKED, require: UNCHECKED },
}

/** SQLSTATE of a full disk, and of a disk quota. */
const FULL = '53100'
/** The server rejected a row: class 22, of a value, and 23, of a constraint. */
const REFUSED = /^2[23]/
const LOST = /^(08|57P0[1-5]$|ECONN|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_)/

function inWords(error: unknown): unknown {
  if (error instanceof BackupError || !(error instanceof Error)) return error
  const { code = '', table, where } = error as Error & { code?: string; table?: string; where?: string }
  const cause = { cause: error }
  if (code === FULL) return new BackupError('database-full', error.message, cause)
  if (REFUSED.test(code)) {
    // "COPY camera, line 3, column id: ..." begins with the place in the backup.
    const place = /^COPY (\S+, line \d+(, column \w+)?)/.exec(where ?? '')?.[1] ?? table ?? ''
    // The invalid value is at the end, in quotation marks: it may be somebody's name, so remove it.
    const words = error.message.replace(/: ".*$/s, '')
    return new BackupError('refused', [place, words].filter(Boolean).join(': '), cause)
  }
  return LOST.test(code) || /^(the connection was closed|Connection terminated)/.test(error.message)
    ? new BackupError('database-lost', error.message, cause)
    : error
}
