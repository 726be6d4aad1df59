/** A database of the release before the baseline: the 98 migrations as they were, and rows that its demo and jobs made. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type postgres from 'postgres'
import { createSecrets } from '#platform/auth/secrets.ts'
import { migrate, servicePassword } from '#platform/postgres/migrate.ts'
import { connect } from '#platform/postgres/postgres-url.ts'
import { TEST_MASTER_KEY } from './key.ts'

type Fixture = {
  /** Text of each migration by its name: their checksums are those that BASELINE.digest is made of. */
  migrations: Record<string, string>
  /** Rows of each table as to_jsonb() gave them, without generated columns. */
  rows: Record<string, Record<string, unknown>[]>
}

const FILE = join(import.meta.dirname, 'before-baseline.json.br')

const readFixture = () => JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString()) as Fixture

/** The old release needed PostgreSQL 18, which had words that 15 lacks; on these empty tables both say the same. */
const forEveryServer = (text: string) => text.replace('extra_config is json object', "extra_config like '{%'")

/** Runs the old migrations whose names come before `before`, all of them when it is left out; those that ran do not run again. */
export async function migrateOld(url: string, before?: string): Promise<void> {
  const client = connect(url, { max: 1, onnotice: () => {} })
  const [made] = await client`select to_regclass('schema_migration') is not null as is`
  const rows = made!.is ? await client<{ name: string }[]>`select name from schema_migration` : []
  const hasRun = new Set(rows.map(({ name }) => name))
  const files = Object.entries(readFixture().migrations).filter(([name]) => before === undefined || name < before)
  const changed = files.filter(([name, text]) => !hasRun.has(name) && forEveryServer(text) !== text)
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-before-'))
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  for (const [name, text] of changed) writeFileSync(join(folder, name), forEveryServer(text))
  const password = servicePassword(createSecrets(TEST_MASTER_KEY))
  await migrate({ adminUrl: url, servicePassword: password, log: () => {}, folder })
  rmSync(folder, { recursive: true })
  for (const [name, text] of changed) {
    const checksum = createHash('sha256').update(text).digest('hex')
    await client`update schema_migration set checksum = ${checksum} where name = ${name}`
  }
  await client.end()
}

/** Makes the database at the address, which is empty, what the release before would have made of it. */
export async function makeOldDatabase(url: string): Promise<void> {
  const { rows } = readFixture()
  await migrateOld(url)
  const client = connect(url, { max: 1, onnotice: () => {} })
  await client.begin(async (sql) => {
    // Triggers have done their part when the rows were made.
    await sql`set local session_replication_role = replica`
    await sql`delete from tenant`
    for (const [table, list] of Object.entries(rows)) {
      const columns = sql(Object.keys(list[0]!))
      await sql`insert into ${sql(table)} (${columns})
        select ${columns} from jsonb_populate_recordset(null::${sql(table)}, ${sql.json(list as never)})`
    }
  })
  await client.end()
}

/** All rows of all tables, each as text, in one order. */
export async function readRows(sql: postgres.Sql): Promise<Map<string, string[]>> {
  const tables = await sql<{ name: string }[]>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migration'`
  const all = new Map<string, string[]>()
  for (const { name } of tables) {
    const rows = await sql<{ text: string }[]>`select to_jsonb(t)::text as text from ${sql(name)} t order by 1`
    all.set(
      name,
      rows.map(({ text }) => text),
    )
  }
  return all
}
