/** The database for trial restores: created and dropped, or emptied if the account may not create one. */
import { withParts } from '../postgres/postgres-url.ts'
import { BackupError } from './backup-error.ts'
import { withCopyClient } from './copy-client.ts'

const NAME = 'mimamori_drill'

/** Runs `work` with the URL of an empty database, which is empty again afterwards. Throws BackupError `not-allowed`. */
export async function inScratchDatabase<T>(adminUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const [own, server] = [withParts(adminUrl, { database: NAME }), withParts(adminUrl, { database: 'postgres' })]
  const { mayMake, isThere } = await lookAround(adminUrl)
  if (!mayMake && !isThere) throw new BackupError('not-allowed', NAME)
  const drop = `drop database if exists ${NAME} with (force)`
  const clean = mayMake ? () => run(server, drop) : () => run(own, EMPTY)
  await clean()
  if (mayMake) await run(server, `create database ${NAME}`)
  try {
    return await work(own)
  } finally {
    await clean()
  }
}

/** The schema belongs to mimamori_owner in every database of ours: see postgres/server/needs.ts. */
const EMPTY = `set role mimamori_owner; drop schema public cascade; create schema public;`

async function lookAround(url: string): Promise<{ mayMake: boolean; isThere: boolean }> {
  const [row] = await withCopyClient(url, (client) =>
    client.rows<{ mayMake: boolean; isThere: boolean }>(
      `select (select rolsuper or rolcreatedb from pg_roles where rolname = current_user) as "mayMake",
        exists (select from pg_database where datname = $1) as "isThere"`,
      [NAME],
    ),
  )
  return row!
}

const run = (url: string, statement: string): Promise<void> => withCopyClient(url, (client) => client.run(statement))
