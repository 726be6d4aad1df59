-- Upgrades of hubs from the service, one row for each hub and try. Requirement OPS-04.
alter table agent
  -- How the hub was started, and so who can upgrade it; null: a hub of before.
  add column installed_by text check (installed_by in ('launcher', 'keyless', 'container', 'checkout')),
  add column processor    text check (length(processor) <= 20);

create table hub_upgrade (
  tenant_id       uuid not null,
  id              uuid not null default uuidv7(),
  agent_id        uuid not null,
  -- The same for all hubs of one upgrade of a site; null: of this hub alone.
  site_upgrade_id uuid,
  -- The others of the site follow when this one has been healthy for a while.
  is_first        boolean not null,
  version         text not null check (version <> ''),
  version_before  text,
  state           text not null check (state in ('waiting', 'offered', 'downloading', 'checking', 'starting', 'healthy',
                    'returned', 'failed', 'cancelled')),
  percent         smallint check (percent between 0 and 100),
  reason          text check (reason <> ''),
  created_at      timestamptz(3) not null,
  changed_at      timestamptz(3) not null,
  healthy_at      timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, agent_id) references agent (tenant_id, id) on update cascade on delete cascade
);
create unique index hub_upgrade_open on hub_upgrade (tenant_id, agent_id)
  where state in ('waiting', 'offered', 'downloading', 'checking', 'starting');
-- Serves the last upgrade of a hub.
create index hub_upgrade_by_agent on hub_upgrade (tenant_id, agent_id, id desc);
create index hub_upgrade_by_site on hub_upgrade (tenant_id, site_upgrade_id) where site_upgrade_id is not null;
select isolate('hub_upgrade');
