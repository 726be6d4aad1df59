-- How a table is fenced: one call per table, so that no table can be fenced half. See docs/decisions and database.ts.
--
-- mimamori_app reads the rows of the tenants in `app.tenants` and writes those of `app.tenant`, both set for one
-- transaction. mimamori_platform reads and writes the rows of all tenants: sign-in, jobs, the operator's own pages.
-- `is true` keeps the fence a filter: as an index condition it misleads the planner (4,660 pages a second for 6,650),
-- and queries name tenant_id anyway. Neither owns anything. The `(select …)` makes PostgreSQL evaluate the setting once per statement, not per row.

create function isolate(fenced regclass, rights text default 'select, insert, update, delete') returns void
language plpgsql set search_path = pg_catalog, public as $$
declare
  readable constant text :=
    $p$(tenant_id = any ((select nullif(current_setting('app.tenants', true), '')::uuid[])::uuid[])) is true$p$;
  writable constant text := $p$tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)$p$;
begin
  execute format('alter table %s enable row level security', fenced);
  execute format('alter table %s force row level security', fenced);
  execute format('create policy tenant_read on %s for select to mimamori_app using (%s)', fenced, readable);
  execute format('create policy tenant_insert on %s for insert to mimamori_app with check (%s)', fenced, writable);
  execute format('create policy tenant_update on %s for update to mimamori_app using (%s) with check (%s)',
    fenced, writable, writable);
  execute format('create policy tenant_delete on %s for delete to mimamori_app using (%s)', fenced, writable);
  execute format('create policy platform_all on %s to mimamori_platform using (true) with check (true)', fenced);
  execute format('grant %s on %s to mimamori_app, mimamori_platform', rights, fenced);
end $$;

-- Functions of migrations are for the owner alone.
revoke execute on function isolate(regclass, text) from public;
