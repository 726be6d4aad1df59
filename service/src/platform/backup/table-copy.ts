/** Rows of a table as PostgreSQL's COPY writes them: out of a snapshot, and back into an empty table. */
import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { quoted } from '../postgres/postgres-url.ts'
import { BackupError } from './backup-error.ts'
import type { CopyClient } from './copy-client.ts'
import type { TableShape } from './table-list.ts'
import { unread } from './through.ts'

/** What shows that a table is the same: number of rows, and SHA-256 of its COPY text in the order of the disk. */
export type TableDigest = { rows: number; sha256: string }

/** A server that stores or sends nothing for this long in the middle of a COPY hangs. */
const ANSWER_WITHIN_MS = 5 * 60_000

/** Runs `work` in a transaction with a snapshot of the database, in physical order of the rows. */
export async function inSnapshot<T>(client: CopyClient, work: (snapshot: CopyClient) => Promise<T>): Promise<T> {
  await client.run('begin isolation level repeatable read read only')
  await prepare(client)
  const answer = await work(client)
  await client.run('commit')
  return answer
}

async function prepare(snapshot: CopyClient): Promise<void> {
  await snapshot.run(`set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;`)
  const [account] = await snapshot.rows<{ seesAll: boolean }>(
    `select rolsuper or rolbypassrls as "seesAll" from pg_roles where rolname = current_user`,
  )
  // Row security hides the rows of all tenants from the owner of the tables, too.
  if (!account?.seesAll) await snapshot.run('set local role mimamori_platform')
}

/** The table's rows; `digest` is complete when they have ended. */
export async function copyOut(snapshot: CopyClient, table: TableShape) {
  // No role of the service reaches some tables: these are read as the account itself, which has the rights of their owner.
  const [rights] = await snapshot.rows<{ may: boolean }>(`select has_table_privilege($1, 'select') as may`, [
    quoted(table.name),
  ])
  if (!rights!.may) await snapshot.run('set local role none')
  const stream = unread(
    snapshot.copyTo(`copy (select ${table.columns.map(quoted).join(', ')} from ${quoted(table.name)}) to stdout`),
  )
  const hash = createHash('sha256')
  const digest: TableDigest = { rows: 0, sha256: '' }
  async function* rows(): AsyncGenerator<Uint8Array> {
    for await (const bytes of answered(stream)) {
      hash.update(bytes)
      // In COPY's text a line break ends a row; one within a value is written as \n.
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) digest.rows++
      yield bytes
    }
    if (!rights!.may) await snapshot.run('set local role mimamori_platform')
    digest.sha256 = hash.digest('hex')
  }
  return { rows: rows(), digest }
}

/** The digest of what `copyOut` would write, without the bytes. */
export async function digestOf(snapshot: CopyClient, table: TableShape): Promise<TableDigest> {
  const { rows, digest } = await copyOut(snapshot, table)
  for await (const _ of rows);
  return digest
}

/** Adds the rows to the table. Throws the server's error when it refuses one; the transaction cannot go on then. */
export async function copyIn(client: CopyClient, table: TableShape, rows: AsyncIterable<Uint8Array>): Promise<void> {
  const into = client.copyFrom(`copy ${quoted(table.name)} (${table.columns.map(quoted).join(', ')}) from stdin`)
  const step = stepsOf(into)
  for await (const bytes of rows) await step((done) => into.write(bytes, done))
  await step((done) => into.end(done))
}

/** One write after another. The stream of the driver reports an error once, also between two writes, and never ends one. */
function stepsOf(into: Writable) {
  let firstError: Error | null = null
  let reject = (_error: Error) => {}
  into.on('error', (error) => {
    firstError ??= error
    reject(error)
  })
  return (begin: (done: () => void) => void): Promise<void> =>
    within(
      new Promise<void>((resolve, fail) => {
        if (firstError) return fail(firstError)
        reject = fail
        begin(resolve)
      }),
    )
}

async function* answered(stream: Readable): AsyncGenerator<Buffer> {
  const parts: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  for (let part = await within(parts.next()); !part.done; part = await within(parts.next())) yield part.value
}

async function within<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const patience = setTimeout(() => {
    late.reject(new BackupError('database-lost', `no answer within ${ANSWER_WITHIN_MS / 60_000} minutes`))
  }, ANSWER_WITHIN_MS)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(patience)
  }
}
