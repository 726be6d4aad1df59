/** The tables of a backup, read from the database's catalog: a new table is part of the next backup. */
import type { CopyClient } from './copy-client.ts'

export type TableShape = {
  name: string
  /** In their order, without columns that the database works out. */
  columns: string[]
}

/** The migrations' own table is written by the migrations of a restore. */
const NOT_COPIED = 'schema_migration'

/** Tables of the schema in the order of their names; partitions are part of their table. */
export async function readTables(client: CopyClient): Promise<TableShape[]> {
  return client.rows<TableShape>(
    `
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> $1
    group by c.relname order by c.relname collate "C"`,
    [NOT_COPIED],
  )
}

/** Names of the migrations that the database has run. */
export async function readMigrations(client: CopyClient): Promise<string[]> {
  const rows = await client.rows<{ name: string }>('select name from schema_migration order by name collate "C"')
  return rows.map((row) => row.name)
}
