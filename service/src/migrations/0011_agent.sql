-- Agents: the service's records of hubs. Requirements HUB-01 to HUB-04; security.md Design 5.
create table agent (
  tenant_id     uuid not null references tenant (id),
  id            uuid not null default uuidv7(),
  name          text not null check (length(name) between 1 and 80),
  -- The part of the key that is no secret: mmh_<public_id>_<secret>. Hubs are found by it before their tenant is known.
  public_id     text not null check (public_id ~ '^[a-z0-9]{12}$'),
  -- SHA-256 of the whole key (256 random bits need no slow hash) and its end, for people to tell keys apart.
  key_hash      bytea not null check (length(key_hash) = 32),
  key_last_four text not null check (length(key_last_four) = 4),
  -- CREATED: key issued. REGISTRATION_INITIATED: key presented. REGISTRATION_COMPLETE: settings acknowledged.
  registration_status text not null default 'CREATED'
    check (registration_status in ('CREATED', 'REGISTRATION_INITIATED', 'REGISTRATION_COMPLETE')),
  -- Set: the key is refused at once.
  revoked_at    timestamptz(3),
  -- What the hub said of itself when it last signed in.
  version       text,
  hostname      text,
  -- When the service last heard it, and what its last heartbeat said.
  last_active_at timestamptz(3),
  -- Share of all cores in use, 0 to 1.
  cpu_share     real,
  memory_bytes  bigint,
  disk_free_bytes bigint,
  -- Events that wait on the hub to be sent.
  spooled_events integer not null default 0,
  created_at    timestamptz(3) not null default now(),
  updated_at    timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index agent_public_id on agent (public_id);
-- Serves the sweep for hubs that fell silent.
create index agent_by_activity on agent (last_active_at);
select isolate('agent');

-- How far each spool of a hub is stored for good. A new epoch starts when the hub's spool was made anew.
create table agent_cursor (
  tenant_id  uuid not null,
  agent_id   uuid not null,
  epoch      uuid not null,
  -- The last sequence number stored; sequences start at 1.
  sequence   bigint not null default 0 check (sequence >= 0),
  updated_at timestamptz(3) not null,
  primary key (tenant_id, agent_id, epoch),
  foreign key (tenant_id, agent_id) references agent (tenant_id, id) on delete cascade
);
select isolate('agent_cursor');
