/** The schema of a migrated database as one text: the content of `docs/schema.sql`. */
import type postgres from 'postgres'

/** Tables by name, each with its columns, keys, indexes, policies and triggers; then views, then functions. */
export async function schemaText(sql: postgres.Sql): Promise<string> {
  const tables = await sql<{ text: string }[]>`
    select format(E'%screate table %I (\n%s\n)%s;%s', coalesce('-- ' || obj_description(c.oid) || E'\n', ''), c.relname,
      concat_ws(E',\n', ${columns(sql)}, ${constraints(sql)}),
      case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end,
      coalesce(E'\n' || ${indexes(sql)}, '') || coalesce(E'\n' || ${policies(sql)}, '') ||
        coalesce(E'\n' || ${triggers(sql)}, '')) as text
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`
  const views = await sql<{ text: string }[]>`
    select format(E'create view %I as\n%s', relname, pg_get_viewdef(oid, true)) as text from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v' order by relname`
  const functions = await sql<{ text: string }[]>`
    select rtrim(pg_get_functiondef(p.oid), E' \n') || ';' as text from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
      -- On servers before PostgreSQL 18 alone.
      and p.proname <> 'uuidv7'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname, pg_get_function_identity_arguments(p.oid)`
  const parts = [...tables, ...views, ...functions].map(({ text }) => text)
  return `${[HEAD, ...parts].join('\n\n')}\n`.replaceAll(/timestamp(\(3\))? with time zone/g, 'timestamptz$1')
}

const HEAD = `-- The whole schema, as the migrations leave it. Generated: \`npx vitest run --project service schema -u\` writes it anew.
-- Tables by name, each with its keys, indexes, policies (row level security is enabled and forced) and triggers.`

const columns = (sql: postgres.Sql) => sql`(
  select string_agg(format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
      when a.attidentity <> '' then ' generated always as identity'
      when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end,
    case when a.attnotnull then ' not null' else '' end), E',\n' order by a.attnum)
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)`

/** Not-null constraints are shown at the column. */
const constraints = (sql: postgres.Sql) => sql`(
  select string_agg('  ' || pg_get_constraintdef(k.oid, true), E',\n' order by k.contype desc, k.conname)
  from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x'))`

const indexes = (sql: postgres.Sql) => sql`(
  select string_agg(replace(pg_get_indexdef(i.indexrelid), ' public.', ' ') || ';', E'\n' order by x.relname)
  from pg_index i join pg_class x on x.oid = i.indexrelid
  where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid))`

/** The four policies created by `isolate` of the first migration are one line; only differences are written out. */
const policies = (sql: postgres.Sql) => sql`(
  select case when ${policyList(sql, sql`'x'`)} = (
      select ${policyList(sql, sql`'x'`)} from pg_policies p where p.schemaname = 'public' and p.tablename = 'unit')
    then format('select isolate(%L);', c.relname) else ${policyList(sql, sql`c.relname`)} end
  from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname)`

const policyList = (sql: postgres.Sql, table: postgres.PendingQuery<postgres.Row[]>) => sql`
  string_agg(format('create policy %I on %I for %s to %s%s%s;', p.policyname, ${table}, lower(p.cmd),
    array_to_string(p.roles, ', '), ' using (' || p.qual || ')', ' with check (' || p.with_check || ')'), E'\n'
    order by p.policyname)`

const triggers = (sql: postgres.Sql) => sql`(
  select string_agg(replace(pg_get_triggerdef(t.oid, true), ' public.', ' ') || ';', E'\n' order by t.tgname)
  from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)`
