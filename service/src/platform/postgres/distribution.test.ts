/** Whether the schema could be distributed by tenant_id (Citus): keys and references that would leave a shard. SCALE-04. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'

/** On every machine, in Citus' words reference tables: few rows, read with those of any tenant. */
const REFERENCE = ['tenant']
/** Tables on one machine: they are never joined with rows of tenants. */
const LOCAL = [
  ...['installation', 'job_lease', 'key_check', 'login_attempt', 'oidc_sign_in', 'passkey_challenge', 'reset_request'],
  'schema_migration',
]

/** Unique over all tenants, which a distributed table cannot enforce. Each with a replacement. */
const GLOBAL_KEYS: Record<string, string> = {
  agent_public_id:
    'twelve random hexadecimal digits, by which a hub is found before its tenant is known: a local table of them',
  app_user_email:
    'sign-in finds a person by it before the tenant is known: a local table of names, written with the person',
  app_user_name: 'as the e-mail',
  app_user_id: 'an id of version 7 is unique by itself; the index is for looking a person up by it alone',
  passkey_credential: 'a random name, unique by itself, by which a person is found: a local table of them',
  oidc_provider_key: 'a random key, which could name the organization, too',
  oidc_identity_subject: 'read by organization, which could be the first column of a table of its own',
  service_account_token: 'the hash of a random token, which could name the tenant, too',
  session_id: 'as the id of a person, for tokens, which could name the tenant, too',
  invitation_token: 'the hash of a random token, unique by itself; its link could name the tenant, too',
  site_key_hash: 'the hash of a random key, by which a site is found: a local table of them',
}

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('SCALE-04 every table is of tenants, on every machine, or local', async () => {
  const rows = await service.sql<{ name: string }[]>`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull and not a.attisdropped)
    order by 1`
  expect(rows.map(({ name }) => name)).toEqual([...REFERENCE, ...LOCAL].sort())
})

test('SCALE-04 keys contain tenant_id, or are listed with a replacement', async () => {
  const rows = await service.sql<{ name: string }[]>`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    where x.indisunique and c.relnamespace = 'public'::regnamespace and c.relname <> all(${[...REFERENCE, ...LOCAL]}::text[])
      and (select attnum from pg_attribute where attrelid = c.oid and attname = 'tenant_id') <> all(x.indkey::int2[])
    order by 1`
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(GLOBAL_KEYS).sort())
})

test('SCALE-04 references carry tenant_id or lead to a table that is on every machine', async () => {
  const rows = await service.sql<{ name: string }[]>`
    select c.relname || ' ' || k.conname as name from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and t.relname <> all(${REFERENCE}::text[]) and not exists (
      select from unnest(k.conkey, k.confkey) as p (own, other)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.own and a.attname = 'tenant_id'
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = p.other and b.attname = 'tenant_id')
    order by 1`
  expect(rows.map(({ name }) => name)).toEqual([])
})
