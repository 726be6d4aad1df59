/** Rows of a table as PostgreSQL's COPY writes them: out of a snapshot, and back into an empty table. */
import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type postgres from 'postgres'
import { quoted } from '../postgres/postgres-url.ts'
import type { TableShape } from './table-list.ts'
import { unread } from './through.ts'

/** What shows that a table is the same: number of rows, and SHA-256 of its COPY text in the order of the disk. */
export type TableDigest = { rows: number; sha256: string }

/**
 * Opens a transaction that sees the database of one moment, in the order in which its rows lie on the disk. An error
 * ends the client: a COPY that nobody reads to its end would hold up the rollback for ever.
 */
export async function inSnapshot<T>(client: postgres.Sql, work: (snapshot: postgres.ISql) => Promise<T>): Promise<T> {
  let answer: { value: T } | undefined
  let failure: { error: unknown } | undefined
  const transaction = client.begin('isolation level repeatable read read only', async (snapshot) => {
    try {
      await prepare(snapshot)
      answer = { value: await work(snapshot) }
    } catch (error) {
      failure = { error }
      void client.end({ timeout: 0 })
      throw error
    }
  })
  await transaction.catch((error: unknown) => {
    failure ??= { error }
  })
  if (failure) throw failure.error
  return answer!.value
}

async function prepare(snapshot: postgres.ISql): Promise<void> {
  await snapshot.unsafe(`set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;`)
  const [account] = await snapshot<{ seesAll: boolean }[]>`
    select rolsuper or rolbypassrls as "seesAll" from pg_roles where rolname = current_user`
  // Row security hides the rows of all tenants from the owner of the tables, too.
  if (!account?.seesAll) await snapshot.unsafe('set local role mimamori_platform')
}

/** The table's rows; `digest` is complete when they have ended. */
export async function copyOut(snapshot: postgres.ISql, table: TableShape) {
  // No role of the service reaches some tables: these are read as the account itself, which has the rights of their owner.
  const [rights] = await snapshot<
    { may: boolean }[]
  >`select has_table_privilege(${quoted(table.name)}, 'select') as may`
  if (!rights!.may) await snapshot.unsafe('set local role none')
  const stream: Readable = unread(
    await snapshot
      .unsafe(`copy (select ${table.columns.map(quoted).join(', ')} from ${quoted(table.name)}) to stdout`)
      .readable(),
  )
  const hash = createHash('sha256')
  const digest: TableDigest = { rows: 0, sha256: '' }
  async function* rows(): AsyncGenerator<Uint8Array> {
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      hash.update(bytes)
      // In COPY's text a line break ends a row; one within a value is written as \n.
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) digest.rows++
      yield bytes
    }
    // The driver stops its socket when the reader is slower than the server, and starts it again when more is wanted: after the
    // last bytes nothing is, and the next statement would wait for ever.
    stream._read(0)
    if (!rights!.may) await snapshot.unsafe('set local role mimamori_platform')
    digest.sha256 = hash.digest('hex')
  }
  return { rows: rows(), digest }
}

/** What `copyOut` would write, without the bytes. */
export async function digestOf(snapshot: postgres.ISql, table: TableShape): Promise<TableDigest> {
  const { rows, digest } = await copyOut(snapshot, table)
  for await (const _ of rows);
  return digest
}

/** Adds the rows to the table. */
export async function copyIn(
  transaction: postgres.ISql,
  table: TableShape,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  const into: Writable = await transaction
    .unsafe(`copy ${quoted(table.name)} (${table.columns.map(quoted).join(', ')}) from stdin`)
    .writable()
  await pipeline(rows, into)
}
