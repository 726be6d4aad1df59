-- What was done, by whom, in the same transaction as the deed. Rows are added and read, never changed.
create table audit (
  tenant_id     uuid not null references tenant (id),
  id            uuid not null default uuidv7(),
  at            timestamptz(3) not null,
  -- Null: the service itself, a hub, or somebody who could not sign in.
  actor_user_id uuid,
  -- The actor's own tenant, when a site was connected.
  actor_tenant_id uuid references tenant (id),
  hub_id        uuid,
  session_id    uuid,
  ip            inet,
  -- Noun and verb: 'session.login', 'alert.archive'.
  action        text not null check (length(action) between 1 and 80),
  object_type   text not null,
  object_id     uuid,
  outcome       text not null check (outcome in ('done', 'refused')),
  reason        text,
  details       jsonb not null default '{}',
  primary key (tenant_id, id)
);
create index audit_by_time on audit (tenant_id, at desc);
create index audit_by_object on audit (tenant_id, object_type, object_id, at desc);
select isolate('audit', 'select, insert');
