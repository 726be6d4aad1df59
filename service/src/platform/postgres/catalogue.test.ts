import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { sql } from './sql.ts'

/** Tables that belong to no tenant, or to one in another way, each with its reason. */
const EXCEPTIONS: Record<string, string> = {
  tenant: 'is the tenant itself: its policies name its own id',
  login_attempt: 'counts tries for names that nobody may have; only the platform role reaches it',
  reset_request: 'asks for codes by addresses that nobody may have; only the platform role reaches it',
  oidc_sign_in: 'is for somebody who is not known yet; only the platform role reaches it',
  passkey_challenge: 'is for somebody who is not known yet; only the platform role reaches it',
  job_lease: 'one row per job of the installation; only the platform role reaches it',
  installation: 'facts about the whole installation; only the platform role reaches it',
  key_check: 'is read before any role is taken on; no role of the service reaches it',
  schema_migration: 'written by the migrations; no role of the service reaches it',
}

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** What is wrong with the fence of any table; empty when all is well. */
async function errors(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ error: string; name: string }[]>`
    with tables as (
      select c.oid, c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced, c.relowner,
        c.relkind, c.relispartition,
        exists (select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as has_tenant
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')
    ), fenced as (select * from tables where has_tenant),
    commands as (select polrelid, string_agg(polcmd::text, '' order by polcmd::text) as covered from pg_policy
      where polroles = array[(select oid from pg_roles where rolname = 'mimamori_app')] group by polrelid)
    select 'has no tenant_id' as error, name from tables where not has_tenant
    union all select 'has row security switched off', name from tables where not enabled and name not in ('schema_migration', 'key_check')
    union all select 'does not force row security', name from tables where not forced and name not in ('schema_migration', 'key_check')
    union all select 'is not owned by mimamori_owner', name from tables
      where relowner <> (select oid from pg_roles where rolname = 'mimamori_owner')
    union all select 'lacks a policy for a command', name from fenced
      left join commands on polrelid = fenced.oid
      -- A partition is reached through its parent alone, so it may have no policy: then nobody sees its rows directly.
      where covered is distinct from 'adrw' and not (relispartition and covered is null)
    union all select 'has a policy that does not ask for the tenant', name from fenced
      join pg_policy on polrelid = fenced.oid
      where polroles = array[(select oid from pg_roles where rolname = 'mimamori_app')]
        and coalesce(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) !~ 'tenant_id = '
    union all select 'has a policy for everybody', name from tables join pg_policy on polrelid = tables.oid where polroles = '{0}'
    union all select 'has a primary key that does not start with tenant_id', name from fenced
      left join pg_constraint on conrelid = fenced.oid and contype = 'p'
      where conkey[1] is distinct from
        (select attnum from pg_attribute where attrelid = fenced.oid and attname = 'tenant_id')
    union all select 'refers without tenant_id to ' || target.name || ' by ' || conname, fenced.name from fenced
      join pg_constraint on conrelid = fenced.oid and contype = 'f'
      join fenced target on target.oid = confrelid
      where not ((select attnum from pg_attribute where attrelid = fenced.oid and attname = 'tenant_id') = any (conkey))
    union all select 'is a view that runs with its owner''s rights', c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
        and not coalesce('security_invoker=true' = any (c.reloptions), false)
    union all select 'is a materialised view', c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'm'
    union all select 'is a function that runs with its owner''s rights', p.proname from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef`
  return rows
    .filter(({ name, error }) => !(name in EXCEPTIONS && error === 'has no tenant_id'))
    .map(({ name, error }) => `${name} ${error}`)
}

test('S20 every table has forced row level security, four policies, and the tenant first in each key', async () => {
  expect(await errors(service.sql)).toEqual([])
})

test('S20 a table whose fence was forgotten or half built is found', async () => {
  const found = await service.sql
    .begin(async (sql) => {
      await sql.unsafe(`
        create table forgotten (id uuid primary key, name text);
        create table half (tenant_id uuid not null, id uuid primary key, tenant uuid references tenant (id));
        alter table half enable row level security;
        create policy wide on half to mimamori_app using (true);
        create table child (tenant_id uuid not null, id uuid, half_id uuid references half (id),
          primary key (tenant_id, id));
        alter table child owner to mimamori_owner;
        select isolate('child');
        create view peephole as select * from app_user;`)
      throw Object.assign(new Error('undo'), { found: await errors(sql as unknown as postgres.Sql) })
    })
    .catch((undo: Error & { found?: string[] }) => undo.found)
  expect(found).toEqual(
    expect.arrayContaining([
      'forgotten has no tenant_id',
      'forgotten has row security switched off',
      'half does not force row security',
      'half is not owned by mimamori_owner',
      'half lacks a policy for a command',
      'half has a policy that does not ask for the tenant',
      'half has a primary key that does not start with tenant_id',
      'child refers without tenant_id to half by child_half_id_fkey',
      "peephole is a view that runs with its owner's rights",
    ]),
  )
})

test('S20 the roles of the service own nothing, change no table and pass no fence', async () => {
  const roles = await service.sql`
    select rolname, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as mighty,
      (select count(*)::int from pg_class where relowner = r.oid) as owns,
      has_schema_privilege(oid, 'public', 'create') as makes
    from pg_roles r where rolname in ('mimamori_app', 'mimamori_platform', 'mimamori_service') order by 1`
  expect([...roles]).toEqual(
    ['mimamori_app', 'mimamori_platform', 'mimamori_service'].map((rolname) => ({
      rolname,
      mighty: false,
      owns: 0,
      makes: false,
    })),
  )
  const truncates = await service.sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and
      (has_table_privilege('mimamori_app', oid, 'truncate') or has_table_privilege('mimamori_platform', oid, 'truncate'))`
  expect([...truncates]).toEqual([])
})

test('no function of a statement writes: a read is known by its text, its commit not awaited', async () => {
  const writers = await service.sql`
    select p.proname from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype
      -- Before PostgreSQL 18: it remembers the time of the last id in a setting of its session.
      and p.proname <> 'uuidv7'
      and (has_function_privilege('mimamori_app', p.oid, 'execute')
        or has_function_privilege('mimamori_platform', p.oid, 'execute'))`
  expect([...writers]).toEqual([])
})

test('the audit can be added to and read, not changed, and not removed without its tenant', async () => {
  for (const role of ['mimamori_app', 'mimamori_platform']) {
    const [rights] = await service.sql`select has_table_privilege(${role}, 'audit', 'insert') as adds,
      has_table_privilege(${role}, 'audit', 'update') as changes,
      has_any_column_privilege('mimamori_app', 'audit', 'update') as "changesSome",
      has_table_privilege('mimamori_app', 'audit', 'delete') as removes`
    expect(rights).toEqual({ adds: true, changes: false, changesSome: false, removes: false })
  }
  const tenant = await service.tenant()
  await service.sql`
    insert into audit (tenant_id, at, actor_tenant_id, action, object_type, outcome)
    values (${tenant.id}, now(), ${tenant.id}, 'unit.create', 'unit', 'done')`
  const touched = await service.database.asPlatform('try to change the audit', async (db) => [
    await db.run(sql`delete from audit where tenant_id = ${tenant.id}`),
    await db.run(sql`update audit set actor_tenant_id = null where tenant_id = ${tenant.id}`),
  ])
  expect(touched).toEqual([0, 0])
})
