-- An organisation or a site is deleted in two steps: marked, then removed after a delay. Requirement OPS-09; decision 0031.

-- Written by site/tenant. While the row is there nobody signs in to the tenant and its cameras are off.
create table tenant_deletion (
  tenant_id       uuid primary key references tenant (id) on delete cascade,
  marked_at       timestamptz(3) not null,
  -- Names stay when users go.
  marked_by       text not null check (marked_by <> ''),
  -- The removal begins then, and not before; until it begins the mark can be withdrawn.
  due_at          timestamptz(3) not null,
  -- A tenant that was switched off before is so again when the mark is withdrawn.
  was_disabled    boolean not null,
  -- Set by the first batch: from then on nothing can be withdrawn.
  begun_at        timestamptz(3),
  removed_rows    bigint not null default 0,
  removed_files   bigint not null default 0,
  check (due_at > marked_at)
);
create index tenant_deletion_due on tenant_deletion (due_at);
select isolate('tenant_deletion');

-- A download of all rows of a tenant. Written by site/tenant: without a recent one that came to its end nothing is marked.
create table tenant_export (
  tenant_id       uuid not null references tenant (id),
  id              uuid not null default uuidv7(),
  started_at      timestamptz(3) not null,
  -- Null: the download broke off.
  finished_at     timestamptz(3),
  made_by         text not null check (made_by <> ''),
  -- False: what is about residents was left out, because the operator does not see it.
  is_whole        boolean not null,
  primary key (tenant_id, id)
);
select isolate('tenant_export');

-- The audit and handovers can be added to and read. They go with their tenant alone, and what a tenant's people did elsewhere
-- stays without its name.
create policy audit_goes_with_tenant on audit as restrictive for delete to mimamori_platform
  using (exists (select from tenant_deletion d where d.tenant_id = audit.tenant_id and d.begun_at is not null));
grant delete on audit to mimamori_platform;
create policy audit_forgets_tenant on audit as restrictive for update to mimamori_platform
  using (exists (select from tenant_deletion d where d.tenant_id = audit.actor_tenant_id and d.begun_at is not null))
  with check (actor_tenant_id is null);
grant update (actor_tenant_id) on audit to mimamori_platform;
create policy handover_goes_with_tenant on handover as restrictive for delete to mimamori_platform
  using (exists (select from tenant_deletion d where d.tenant_id = handover.tenant_id and d.begun_at is not null));
grant delete on handover to mimamori_platform;
