/** The database in which a backup is restored on trial: made and dropped, or emptied where the account may make none. */
import { connect, withParts } from '../postgres/postgres-url.ts'
import { BackupError } from './backup-error.ts'

const NAME = 'mimamori_drill'

/** Runs `work` with the address of an empty database, which holds nothing afterwards. Throws BackupError `not-allowed`. */
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
  const client = connect(url, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    const [row] = await client<{ mayMake: boolean; isThere: boolean }[]>`
      select (select rolsuper or rolcreatedb from pg_roles where rolname = current_user) as "mayMake",
        exists (select from pg_database where datname = ${NAME}) as "isThere"`
    return row!
  } finally {
    await client.end()
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = connect(url, { max: 1, onnotice: () => {}, fetch_types: false })
  await client.unsafe(statement).finally(() => client.end())
}
