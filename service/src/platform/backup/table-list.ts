/** Which tables a backup holds, read from the catalogue of the database itself: a new table is in the next backup. */
import type postgres from 'postgres'

export type TableShape = {
  name: string
  /** In their order, without columns that the database works out. */
  columns: string[]
}

/** The migrations' own table is written by the migrations of a restore. */
const NOT_COPIED = 'schema_migration'

/** Tables of the schema in the order of their names; partitions are part of their table. */
export async function readTables(client: postgres.ISql): Promise<TableShape[]> {
  return client<TableShape[]>`
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> ${NOT_COPIED}
    group by c.relname order by c.relname collate "C"`
}

/** Names of the migrations that the database has run. */
export async function readMigrations(client: postgres.ISql): Promise<string[]> {
  const rows = await client<{ name: string }[]>`select name from schema_migration order by name collate "C"`
  return rows.map((row) => row.name)
}
