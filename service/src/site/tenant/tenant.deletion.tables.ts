/** The tables with rows of a tenant, read from the database's catalog: a new table is part of the next export. */
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

export type TenantTable = {
  name: string
  /** Columns of the primary key, without the tenant. */
  keys: { name: string; type: string }[]
  columns: string[]
  /** Tables of tenants to which this table's rows refer. */
  refersTo: string[]
  /** False: its rows are deleted with those to which they belong. */
  isRemovable: boolean
  hasBytes: boolean
}

/** All tables with a tenant, each after those that refer to it: they can be emptied in this order. */
export async function readTenantTables(db: PlatformDb): Promise<TenantTable[]> {
  const tables = await db.rows(sql<TenantTable>`
    select c.relname::text as name,
      coalesce((select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by k.place)
        from pg_constraint p cross join unnest(p.conkey) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where p.conrelid = c.oid and p.contype = 'p' and a.attname <> 'tenant_id'), '[]') as keys,
      (select jsonb_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select jsonb_agg(distinct t.relname) from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and t.oid <> c.oid), '[]') as "refersTo",
      has_table_privilege('mimamori_platform', c.oid, 'delete') as "isRemovable",
      exists (select from pg_attribute a where a.attrelid = c.oid and a.atttypid = 'bytea'::regtype
        and not a.attisdropped) as "hasBytes"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
    order by c.relname`)
  return childrenFirst(tables)
}

/** The tables in which the tenant has rows, in the given order. */
export async function tablesWithRows(
  db: PlatformDb,
  tables: readonly TenantTable[],
  tenantId: string,
): Promise<TenantTable[]> {
  const looks = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name where exists (select from ${sql.ref(name)} where tenant_id = ${tenantId})`,
  )
  const found = await db.rows(sql<{ name: string }>`${sql.join(looks, ' union all ')}`)
  const names = new Set(found.map(({ name }) => name))
  return tables.filter(({ name }) => names.has(name))
}

/** Tables that refer to each other retain their order: the removal repeats over all tables until none has a row. */
export function childrenFirst<T extends { name: string; refersTo: readonly string[] }>(tables: readonly T[]): T[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const sorted: T[] = []
  while (left.size > 0) {
    const named = new Set([...left.values()].flatMap(({ refersTo }) => refersTo))
    const free = [...left.values()].filter(({ name }) => !named.has(name))
    const next = free.length > 0 ? free : [...left.values()]
    for (const table of next) left.delete(table.name)
    sorted.push(...next)
  }
  return sorted
}
