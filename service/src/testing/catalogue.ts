/** What PostgreSQL knows of a database's schema, one line a fact, also rights and names that `schemaText` leaves out. */
import type postgres from 'postgres'

/** Two databases with the same lines have the same schema. The order of columns counts, their numbers do not. */
export async function catalogueOf(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with relations as (
      select * from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
    )
    select concat_ws(' ', 'relation', relname, relkind, relowner::regrole, relrowsecurity, relforcerowsecurity, relpersistence,
      reloptions::text, (select string_agg(a::text, ',' order by a::text) from unnest(relacl) a),
      case when relkind = 'v' then pg_get_viewdef(oid) end, obj_description(oid)) as line from relations
    union all
    select concat_ws(' ', 'column', c.relname, row_number() over (partition by c.oid order by attnum), attname,
      format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity, attstorage, attcompression, attacl::text,
      pg_get_expr(adbin, adrelid), col_description(c.oid, attnum))
      from relations c join pg_attribute on attrelid = c.oid left join pg_attrdef on adrelid = c.oid and adnum = attnum
      where attnum > 0 and not attisdropped
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, contype, convalidated, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'index', indisvalid, indisreplident, pg_get_indexdef(indexrelid)) from pg_index
      where indrelid in (select oid from relations)
    union all
    select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all
    select concat_ws(' ', 'policy', tablename, policyname, permissive, roles::text, cmd, qual, with_check) from pg_policies
      where schemaname = 'public'
    union all
    select concat_ws(' ', 'function', proowner::regrole, prosecdef, proconfig::text, procost,
      (select string_agg(a::text, ',' order by a::text) from unnest(proacl) a), pg_get_functiondef(oid)) from pg_proc
      where pronamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'type', typname, typtype, typowner::regrole, typacl::text) from pg_type
      where typnamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'schema', nspname, nspowner::regrole, nspacl::text) from pg_namespace where nspname = 'public'
    union all
    select concat_ws(' ', 'default right', defaclrole::regrole, defaclobjtype, defaclacl::text) from pg_default_acl
    union all
    select concat_ws(' ', 'extension', extname, extversion) from pg_extension`
  return rows.map(({ line }) => line).sort()
}
