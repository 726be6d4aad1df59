/** Due rows of a table whose rows are leased by their `next_at`, tenants in turn. */
import { type Sql, sql } from '../../postgres/sql.ts'
import type { InWork } from './side-by-side.ts'

type Turn = {
  now: Date
  /** Maximum number of rows in total, and of one tenant including its rows in work. */
  most: number
  mostOfTenant: number
  inWork: InWork
  /** Which rows `w` of a tenant come first, as a query of all columns with its limit; the others follow by due time. */
  first?: (limit: Sql) => Sql
  /** A tenant with nothing in work gets one row beyond `most`. */
  isFirstExtra?: boolean
}

/**
 * The beginning of a statement: `due` are rows (tenant_id, id) of `table`, which has `next_at` and an index (tenant_id,
 * next_at) of the rows where it is not null. Tenants without rows in work come first.
 */
export function dueInTurn(table: string, { now, most, mostOfTenant, inWork, first, isFirstExtra = false }: Turn): Sql {
  const name = sql.ref(table)
  // As literals: for unknown limits PostgreSQL sorts all rows of a tenant.
  const [limit, limitOfTenant] = [most, mostOfTenant].map((rows) => sql.raw(String(Math.trunc(rows)))) as [Sql, Sql]
  const busy = JSON.stringify([...inWork].map(([id, rows]) => ({ id, rows })))
  const longest = sql`(select w.tenant_id, w.id, w.next_at, 1 as rank from ${name} w
    where w.tenant_id = site.tenant_id and w.next_at <= ${now} order by w.next_at limit ${limitOfTenant})`
  const extra = sql.raw(isFirstExtra ? ' or place = 1' : '')
  const urgent = first ? sql`${first(limitOfTenant)} union all ` : sql``
  return sql`
    with recursive site as (
      (select q.tenant_id from ${name} q where q.next_at is not null order by q.tenant_id limit 1)
      union all
      select (select q.tenant_id from ${name} q where q.next_at is not null and q.tenant_id > site.tenant_id
        order by q.tenant_id limit 1)
      from site where site.tenant_id is not null),
    ready as (
      select w.tenant_id, w.id, min(w.next_at) as next_at, min(w.rank) as rank from site
        cross join lateral (${urgent}${longest}) w
      where site.tenant_id is not null group by 1, 2),
    placed as (
      select r.*, coalesce(b.rows, 0)
        + row_number() over (partition by r.tenant_id order by r.rank, r.next_at) as place
      from ready r left join jsonb_to_recordset(${busy}::jsonb) as b (id uuid, rows integer) on b.id = r.tenant_id),
    ranked as (select *, row_number() over (order by place, next_at) as rank_of_all from placed),
    due as materialized (
      select tenant_id, id from ranked where place <= ${limitOfTenant} and (rank_of_all <= ${limit}${extra}))`
}
