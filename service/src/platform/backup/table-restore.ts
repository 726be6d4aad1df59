/**
 * Rows of a backup into tables that the migrations have made: without triggers, without row security and without keys
 * between tables while they come, and with all of them again before the transaction ends. Works for an owner who is no
 * superuser.
 */
import type postgres from 'postgres'
import { quoted } from '../postgres/postgres-url.ts'

type ForeignKey = { table: string; name: string; definition: string }
type Trigger = { table: string; name: string }

/** Takes away what would refuse or change rows that are copied in; answers what brings it back, which checks all keys. */
export async function openTables(transaction: postgres.ISql): Promise<() => Promise<void>> {
  const keys = await transaction<ForeignKey[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`
  const triggers = await transaction<Trigger[]>`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled = 'O' and tgparentid = 0`
  const forced = await transaction<{ table: string }[]>`
    select oid::regclass::text as table from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relforcerowsecurity`
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

/** Where each sequence stands; those that were never used are left out. */
export async function readSequences(client: postgres.ISql): Promise<SequenceState[]> {
  return client<SequenceState[]>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`
}

/** Sets sequences to where they stood. */
export async function writeSequences(client: postgres.ISql, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, last } of sequences) await client`select setval(${quoted(name)}::regclass, ${last}::bigint)`
}

async function run(transaction: postgres.ISql, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await transaction.unsafe(statement)
}
