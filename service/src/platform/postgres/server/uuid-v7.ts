/** Ids of version 7 on servers that do not make them by themselves (PostgreSQL before 18). Decision 0034. */
import type postgres from 'postgres'

/**
 * The same layout as in PostgreSQL 18, so that ids of both sort together: 48 bits of milliseconds, the version, 12 bits
 * of the fraction of the millisecond (RFC 9562, 6.2, method 3), the variant, and 62 bits of the server's strong random
 * numbers. Within one session each id is later than the previous one, even if the clock is set back: a setting of the
 * session stores the last moment. Names are qualified, so that search_path does not affect them.
 */
const OWN_FUNCTION = `
  create or replace function public.uuidv7() returns uuid language plpgsql volatile as $body$
  declare
    -- 4,096 to the millisecond.
    ticks bigint := pg_catalog.trunc(extract(epoch from pg_catalog.clock_timestamp()) * 4096000)::bigint;
    last  bigint := nullif(pg_catalog.current_setting('mimamori.uuid_ticks', true), '')::bigint;
    digits text;
  begin
    if ticks <= last then
      ticks := last + 1;
    end if;
    perform pg_catalog.set_config('mimamori.uuid_ticks', ticks::text, false);
    digits := pg_catalog.lpad(pg_catalog.to_hex(ticks), 15, '0');
    return (pg_catalog.left(digits, 12) || '7' || pg_catalog.right(digits, 3)
      || pg_catalog.right(pg_catalog.replace(pg_catalog.gen_random_uuid()::text, '-', ''), 16))::uuid;
  end $body$;
  comment on function public.uuidv7() is 'For servers before PostgreSQL 18, which has its own.';`

/**
 * Ensures that `uuidv7()` exists before a migration uses it. On a server upgraded to 18 or newer its own function
 * replaces ours in every default, and ours is dropped. Assumes the role of the tables' owner.
 */
export async function prepareUuidV7(client: postgres.Sql): Promise<void> {
  const [row] = await client<{ server: boolean; own: boolean }[]>`
    select to_regprocedure('pg_catalog.uuidv7()') is not null as server, to_regprocedure('public.uuidv7()') is not null as own`
  if (!row!.server) {
    if (!row!.own) await asOwner(client, OWN_FUNCTION)
    return
  }
  if (!row!.own) return
  const defaults = await client<{ table: string; column: string }[]>`
    select adrelid::regclass::text as table, quote_ident(attname) as column
    from pg_depend join pg_attrdef d on d.oid = objid join pg_attribute on attrelid = adrelid and attnum = adnum
    where classid = 'pg_attrdef'::regclass and refobjid = to_regprocedure('public.uuidv7()')`
  await asOwner(
    client,
    [
      ...defaults.map(({ table, column }) => `alter table ${table} alter ${column} set default pg_catalog.uuidv7()`),
      'drop function public.uuidv7()',
    ].join(';'),
  )
}

async function asOwner(client: postgres.Sql, statements: string): Promise<void> {
  await client.begin((transaction) => transaction.unsafe(`set local role mimamori_owner; ${statements}`))
}
