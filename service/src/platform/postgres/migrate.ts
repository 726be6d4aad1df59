/** Migrates a database to the newest schema: SQL files in order, each once, forward only. Decision 0015. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import type { Secrets } from '../secrets.ts'
import { isAdditive } from './additive.ts'
import { connect, withParts } from './postgres-url.ts'
import { SERVICE_LOGIN } from './server/needs.ts'
import { prepareRoles } from './server/roles.ts'
import { prepareUuidV7 } from './server/uuid-v7.ts'
import { requireServer } from './server/version.ts'

type MigrateOptions = {
  /** URL with an account that may create roles, or has what `needsOf` names. */
  adminUrl: string
  /** Password of the login role that the service itself uses, see `servicePassword`. */
  servicePassword: string
  log: (line: string) => void
  /** The folder of the files; default: the service's own. */
  folder?: string
  /** Runs only pending files with these names; default: all. */
  only?: ReadonlySet<string>
}

type MigrationFile = { name: string; text: string; checksum: string }

const FOLDER = join(import.meta.dirname, '..', '..', 'migrations')
/** An arbitrary but fixed lock number: two instances that start together take turns. */
const LOCK = 7_246_001
const MIGRATION_TABLE = `
  create table if not exists schema_migration
    (name text primary key, checksum text not null, applied_at timestamptz not null default now(),
    -- A program that does not know the file can work with it: while an upgrade rolls, both versions run.
    is_additive boolean not null default false);
  alter table schema_migration owner to mimamori_owner;`

/** The password of the service's login role: the same on every instance that has the master key. */
export function servicePassword(secrets: Pick<Secrets, 'derive'>): string {
  return secrets.derive('database-login').toString('hex')
}

/**
 * Creates the roles, runs the pending files, and returns the URL with the service's own login role. That role has no
 * rights itself: each transaction assumes one of two roles, see database.ts.
 */
export async function migrate(options: MigrateOptions): Promise<string> {
  const client = connect(options.adminUrl, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    await requireServer(client)
    await client`select pg_advisory_lock(${LOCK})`
    await prepareRoles(client, options.servicePassword)
    await prepareUuidV7(client)
    await client.unsafe(MIGRATION_TABLE)
    await runFiles(client, options)
  } finally {
    await client.end()
  }
  return serviceUrl(options.adminUrl, options.servicePassword)
}

/** The database for the service's own login role. */
export function serviceUrl(adminUrl: string, password: string): string {
  return withParts(adminUrl, { user: SERVICE_LOGIN, password })
}

/** Names of all migrations of this program. */
export function knownMigrations(): string[] {
  return migrationFiles(FOLDER).map((file) => file.name)
}

/** Files that would change this database; empty if no file has run yet, because then nothing can be lost. */
export function pendingMigrations(adminUrl: string): Promise<string[]> {
  return withApplied(adminUrl, (applied) =>
    applied.size === 0 ? [] : knownMigrations().filter((name) => !applied.has(name)),
  )
}

/** Applied migrations that this program does not have: a later version has run. */
export function unknownMigrations(adminUrl: string): Promise<string[]> {
  const known = new Set(knownMigrations())
  return withApplied(adminUrl, (applied) => [...applied.keys()].filter((name) => !known.has(name)))
}

async function withApplied<T>(adminUrl: string, work: (applied: Map<string, string>) => T): Promise<T> {
  const client = connect(adminUrl, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    const [row] = await client`select to_regclass('public.schema_migration') as found`
    return work(row?.found === null ? new Map() : await appliedMigrations(client))
  } finally {
    await client.end()
  }
}

async function runFiles(client: postgres.Sql, { folder = FOLDER, log, only }: MigrateOptions): Promise<void> {
  const files = migrationFiles(folder)
  const applied = await appliedMigrations(client)
  for (const file of files) {
    const known = applied.get(file.name)
    applied.delete(file.name)
    if (known === file.checksum) continue
    if (known) throw new Error(`The migration ${file.name} was changed after it had run; add a new file instead.`)
    if (only && !only.has(file.name)) continue
    await client.begin(async (transaction) => {
      await transaction.unsafe(`set local role mimamori_owner;\n${file.text}`)
      await record(transaction, file)
    })
    log(`Migration ${file.name} has run.`)
  }
  const unknown = [...applied.keys()]
  const disturbing = unknown.length === 0 ? undefined : await firstDisturbing(client, unknown)
  if (disturbing) throw new Error(`The database is newer than this program: it has the migration ${disturbing}.`)
  if (unknown.length > 0) log(`The database is newer than this program, by files that only add: ${unknown.join(', ')}.`)
}

async function firstDisturbing(client: postgres.Sql, names: string[]): Promise<string | undefined> {
  const [row] = await client<{ name: string }[]>`
    select name from schema_migration where name in ${client(names)} and not is_additive order by name limit 1`
  return row?.name
}

async function appliedMigrations(client: postgres.Sql): Promise<Map<string, string>> {
  const rows = await client<{ name: string; checksum: string }[]>`select name, checksum from schema_migration`
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

async function record(transaction: postgres.ISql, { name, checksum, text }: MigrationFile): Promise<void> {
  await transaction`
    insert into schema_migration (name, checksum, is_additive) values (${name}, ${checksum}, ${isAdditive(text)})`
}

/** The files in order. The checksum ignores the kind of line ends. */
function migrationFiles(folder: string): MigrationFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}
