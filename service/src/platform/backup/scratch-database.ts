/** The database for trial restores: created and dropped, or emptied if the account may not create one. */
import { withParts } from '../postgres/postgres-url.ts'
import { BackupError } from './backup-error.ts'
import { withCopyClient } from './copy-client.ts'

/** PostgreSQL cuts longer names off. */
const NAME_MAX = 63
const ENDING = '_drill'
/** `mimamori_drill` beside `mimamori`: installations that share a server must not drop each other's. */
const nameBeside = (database: string) => `${database.slice(0, NAME_MAX - ENDING.length)}${ENDING}`

/** Runs `work` with the URL of an empty database, which is empty again afterwards. Throws BackupError `not-allowed`. */
export async function inScratchDatabase<T>(adminUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = nameBeside(await databaseOf(adminUrl))
  const [own, server] = [withParts(adminUrl, { database: name }), withParts(adminUrl, { database: 'postgres' })]
  const { mayMake, isThere } = await lookAround(adminUrl, name)
  if (!mayMake && !isThere) throw new BackupError('not-allowed', name)
  const quoted = `"${name.replaceAll('"', '""')}"`
  const drop = `drop database if exists ${quoted} with (force)`
  const clean = mayMake ? () => run(server, drop) : () => run(own, EMPTY)
  await clean()
  if (mayMake) await run(server, `create database ${quoted}`)
  try {
    return await work(own)
  } finally {
    await clean()
  }
}

/** The schema belongs to mimamori_owner in every database of ours: see postgres/server/needs.ts. */
const EMPTY = `set role mimamori_owner; drop schema public cascade; create schema public;`

async function databaseOf(url: string): Promise<string> {
  const [row] = await withCopyClient(url, (client) =>
    client.rows<{ name: string }>('select current_database() as name', []),
  )
  return row!.name
}

async function lookAround(url: string, name: string): Promise<{ mayMake: boolean; isThere: boolean }> {
  const [row] = await withCopyClient(url, (client) =>
    client.rows<{ mayMake: boolean; isThere: boolean }>(
      `select (select rolsuper or rolcreatedb from pg_roles where rolname = current_user) as "mayMake",
        exists (select from pg_database where datname = $1) as "isThere"`,
      [name],
    ),
  )
  return row!
}

const run = (url: string, statement: string): Promise<void> => withCopyClient(url, (client) => client.run(statement))
