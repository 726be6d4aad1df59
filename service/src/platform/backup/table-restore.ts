/**
 * Copies rows of a backup into tables created by the migrations: without triggers, row-level security and foreign keys
 * during the copy, and with all of them again before the transaction ends. Works for an owner who is not a superuser.
 */
import { quoted } from '../postgres/postgres-url.ts'
import type { CopyClient } from './copy-client.ts'

type ForeignKey = { table: string; name: string; definition: string }
type Trigger = { table: string; name: string }

/**
 * Drops everything that would reject or change copied rows; returns a function that restores it, which checks all keys.
 */
export async function openTables(transaction: CopyClient): Promise<() => Promise<void>> {
  const keys = await transaction.rows<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  const triggers = await transaction.rows<Trigger>(`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled = 'O' and tgparentid = 0`)
  const forced = await transaction.rows<{ table: string }>(`
    select oid::regclass::text as table from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relforcerowsecurity`)
  await run(transaction, [
    ...forced.map(({ table }) => `alter table ${table} no force row level security`),
    ...triggers.map(({ table, name }) => `alter table ${table} disable trigger ${quoted(name)}`),
    ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${quoted(name)}`),
  ])
  return () =>
    run(transaction, [
      ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`),
      ...triggers.map(({ table, name }) => `alter table ${table} enable trigger ${quoted(name)}`),
      ...forced.map(({ table }) => `alter table ${table} force row level security`),
    ])
}

export type SequenceState = { name: string; last: string }

/** The state of each sequence; unused ones are left out. */
export async function readSequences(client: CopyClient): Promise<SequenceState[]> {
  return client.rows<SequenceState>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`)
}

/** Restores the state of sequences. */
export async function writeSequences(client: CopyClient, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, last } of sequences)
    await client.rows('select setval($1::regclass, $2::bigint)', [quoted(name), last])
}

/**
 * Removes what the migrations created, and nothing else in the database. All statements are generated before the first
 * one runs: objects dropped by a cascade no longer have names.
 */
export const DROP_OURS = `set role mimamori_owner; do $$ declare one text; begin
  foreach one in array (select coalesce(array_agg(statement), '{}') from (select format('drop table if exists %s cascade', c.oid::regclass) as statement from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relowner = 'mimamori_owner'::regrole
  union all select format('drop %s if exists %s cascade', case p.prokind when 'p' then 'procedure' else 'function' end, p.oid::regprocedure)
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proowner = 'mimamori_owner'::regrole
  union all select format('drop type if exists %s cascade', t.oid::regtype) from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd') and t.typowner = 'mimamori_owner'::regrole
  union all select format('drop collation if exists public.%I cascade', l.collname) from pg_collation l
    where l.collnamespace = 'public'::regnamespace and l.collowner = 'mimamori_owner'::regrole) every)
  loop execute one; end loop; end $$`

async function run(transaction: CopyClient, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await transaction.run(statement)
}
