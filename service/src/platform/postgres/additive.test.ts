// Which migrations an older program can live with. SCALE-03.
import { expect, test } from 'vitest'
import { isAdditive } from './additive.ts'

test.each([
  'alter table camera add column note text',
  "alter table camera add column sub_url text not null default '' check (sub_url !~ '^a,b@'), add column at timestamptz;",
  "-- A camera's mark; it is shown.\nalter table camera add column mark text default ';--'",
  'create index by_time on alert (tenant_id, occurred_at) include (id); grant select on alert to mimamori_app;',
  'create table visit (id uuid primary key); alter table visit enable row level security; create policy own on visit using (true);',
  "-- drop table camera;\ncreate table kind (name text unique);\ninsert into kind values ('a');",
  "create table visit (tenant_id uuid, id uuid, primary key (tenant_id, id)); select isolate('visit');",
  'create policy few on audit as restrictive for delete to app using (false); grant delete on audit to app',
  'create policy own on audit as restrictive for update to app using (true) with check (true); grant update (a, b) on audit to app',
])('adds alone: %s', (text) => {
  expect(isAdditive(text)).toBe(true)
})

test.each([
  'alter table camera drop column note',
  'alter table camera add column note text not null',
  'alter table camera add column note text, add constraint c check (note <> name)',
  'alter table camera add column code text unique',
  'create unique index one on alert (tenant_id)',
  'alter table camera rename column a to b',
  'update camera set name = name',
  'create policy own on camera using (true)',
  "select isolate('camera')",
  'create policy few on audit as restrictive for delete to app using (false)',
  'create policy few on audit as restrictive for delete to app using (false); grant delete on audit to another',
  'create or replace function f() returns int language sql as $$ select 1; $$',
  'create table a (id int); drop table camera',
  "alter table camera add column mark text default '--'; drop table unit",
  'do $$ begin drop table camera; end $$; create table a (id int)',
])('takes something away, forbids it or changes it: %s', (text) => {
  expect(isAdditive(text)).toBe(false)
})
